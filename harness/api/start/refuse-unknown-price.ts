import { UsageError } from '../../core/usage-error.ts';
import { selectVariants } from '../../run/plan/plan-groups.ts';
import type { RunOptions } from '../../run/run-options.ts';

/**
 * Refuses a limit on cost where a model has no price.
 *
 * @throws UsageError naming the model.
 */
export function refuseUnknownPrice({ suite, variants, meter }: RunOptions): void {
  if (meter === undefined || meter.limits.maxCost === null) return;
  const names = new Set(selectVariants(suite, variants).map((variant) => variant.model));
  for (const model of suite.models) {
    if (model.kind !== 'openai' || model.price !== null || !names.has(model.name)) continue;
    throw new UsageError(
      `Cannot hold --max-cost: the suite names no price for model "${model.name}". Give it one (price: { inputPerMillion, outputPerMillion }), or use --max-requests`,
    );
  }
}
