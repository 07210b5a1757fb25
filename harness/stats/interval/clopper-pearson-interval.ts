import { betaQuantile } from '../distribution/beta-quantile.ts';
import type { Interval } from './interval.ts';
import type { Proportion } from './wilson-interval.ts';

/**
 * The exact interval of a single proportion, by default at 95 %: never covers less, mostly more.
 * Nothing tried gives the whole [0, 1].
 *
 * Source: Clopper and Pearson, Biometrika 26 (1934) 404-413, by quantiles of the beta distribution.
 */
export function clopperPearsonInterval(
  { successes, trials }: Proportion,
  options: { readonly confidence?: number } = {},
): Interval {
  const tail = (1 - (options.confidence ?? 0.95)) / 2;
  const failures = trials - successes;
  return {
    lower: successes === 0 ? 0 : betaQuantile(tail, successes, failures + 1),
    upper: failures === 0 ? 1 : betaQuantile(1 - tail, successes + 1, failures),
  };
}
