import { normalCdf } from '../distribution/normal-cdf.ts';
import type { Proportion } from '../interval/wilson-interval.ts';

/**
 * The pooled z test of two independent proportions: two-sided p.
 *
 * It ignores pairs and clusters and is here only for comparison: `validate:statistics` shows its errors on repeated
 * scenarios.
 *
 * Source: Fleiss, Levin and Paik, Statistical Methods for Rates and Proportions, 3rd ed. (2003),
 * section 3.1, without continuity correction.
 */
export function twoProportionTest(
  first: Proportion,
  second: Proportion,
): { readonly z: number; readonly p: number } {
  const trials = first.trials + second.trials;
  const pooled = (first.successes + second.successes) / trials;
  const variance = pooled * (1 - pooled) * (1 / first.trials + 1 / second.trials);
  const difference = first.successes / first.trials - second.successes / second.trials;
  const z = variance === 0 ? 0 : difference / Math.sqrt(variance);
  return { z, p: 2 * normalCdf(-Math.abs(z)) };
}
