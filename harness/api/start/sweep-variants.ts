import { checkInjection } from '../../boundary/fault/check-injection.ts';
import type { Suite } from '../../core/suite/suite.ts';
import type { Sweep } from '../../core/sweep.ts';
import { selectVariants } from '../../run/plan/plan-groups.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { sweepSuite } from '../../suite/sweep/sweep-suite.ts';

/** A suite with the variants that are to run. */
export interface SweptVariants {
  readonly suite: Suite;
  readonly variants: RunOptions['variants'];
  /** `null`: nothing is swept. */
  readonly sweeps: readonly Sweep[] | null;
}

/**
 * With a sweep, each chosen variant is run once for each value instead of once.
 *
 * @throws UsageError when the sweep cannot be read, or names what the suite does not have.
 */
export function sweepVariants(
  suite: Suite,
  variants: RunOptions['variants'],
  sweep: string | undefined,
): SweptVariants {
  if (sweep === undefined) return { suite, variants, sweeps: null };
  const bases = selectVariants(suite, variants);
  const swept = sweepSuite(suite, sweep, { bases, checkInjection });
  const names = swept.sweeps.flatMap(({ points }) => points.map(({ variant }) => variant));
  return { ...swept, variants: names };
}
