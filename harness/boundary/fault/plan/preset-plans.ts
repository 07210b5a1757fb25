import type { FaultPlan } from '../../../core/suite/fault.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { chaosPlan } from './chaos-plan.ts';
import { fullPlans, type FullTrial } from './full-plans.ts';
import { standardPlans } from './standard-plans.ts';

/** Names of the presets; `chaos-<seed>` is one more. */
export const presetNames: readonly string[] = ['standard', 'full'];

/**
 * Makes the plans of a preset from a clean trial.
 *
 * @throws UsageError when there is no such preset.
 */
export function presetPlans(preset: string, clean: FullTrial): readonly FaultPlan[] {
  if (preset === 'standard') return standardPlans(clean);
  if (preset === 'full') return fullPlans(clean);
  const seed = /^chaos-(?<seed>[0-9]{1,9})$/u.exec(preset)?.groups?.['seed'];
  if (seed !== undefined) return [chaosPlan(Number(seed), clean)];
  const known = [...presetNames, 'chaos-<seed>'].join(', ');
  throw new UsageError(`Cannot use fault preset "${preset}": expected one of ${known}`);
}
