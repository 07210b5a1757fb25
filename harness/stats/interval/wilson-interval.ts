import type { Interval } from './interval.ts';
import { normalQuantile } from '../distribution/normal-cdf.ts';

/** Successes out of trials; the trials are taken to be independent. */
export interface Proportion {
  readonly successes: number;
  readonly trials: number;
}

/**
 * The interval of a single proportion, by default at 95 %. Nothing tried gives the whole [0, 1].
 *
 * Source: Wilson, JASA 22 (1927) 209-212, without continuity correction.
 */
export function wilsonInterval(
  { successes, trials }: Proportion,
  options: { readonly confidence?: number } = {},
): Interval {
  if (trials === 0) return { lower: 0, upper: 1 };
  const z = normalQuantile(0.5 + (options.confidence ?? 0.95) / 2);
  const rate = successes / trials;
  const square = (z * z) / trials;
  const middle = (rate + square / 2) / (1 + square);
  const half = (z * Math.sqrt((rate * (1 - rate)) / trials + square / (4 * trials))) / (1 + square);
  return {
    lower: successes === 0 ? 0 : middle - half,
    upper: successes === trials ? 1 : middle + half,
  };
}
