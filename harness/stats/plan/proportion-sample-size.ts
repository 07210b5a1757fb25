import { findRoot } from '../distribution/find-root.ts';
import { normalCdf, normalQuantile } from '../distribution/normal-cdf.ts';

/** The two rates to distinguish, and the error rates. */
export interface ProportionSampleSizeOptions {
  /** Two-sided, by default 0.05. */
  readonly alpha?: number;
  /** By default 0.8. */
  readonly power?: number;
  /** `unpooled` by the variances at the two rates, `arcsine` by Cohen's h. */
  readonly method?: 'unpooled' | 'arcsine';
}

/**
 * How many independent trials each of two sides needs to distinguish two rates; not rounded.
 *
 * Source: Fleiss, Levin and Paik (2003), section 4.2, without correction; Cohen, Statistical Power
 * Analysis, 2nd ed. (1988), section 6.4, there with both tails of the test.
 */
export function proportionSampleSize(
  rates: readonly [number, number],
  options: ProportionSampleSizeOptions = {},
): number {
  const [first, second] = rates;
  if (first === second) return Infinity;
  const { alpha = 0.05, power = 0.8, method = 'unpooled' } = options;
  const critical = -normalQuantile(alpha / 2);
  const sum = (critical + normalQuantile(power)) ** 2;
  if (method === 'unpooled') {
    const variance = first * (1 - first) + second * (1 - second);
    return (sum * variance) / (first - second) ** 2;
  }
  const h = 2 * Math.abs(Math.asin(Math.sqrt(first)) - Math.asin(Math.sqrt(second)));
  const start = (2 * sum) / (h * h);
  const lacking = (trials: number): number => {
    const shift = h * Math.sqrt(trials / 2);
    return normalCdf(shift - critical) + normalCdf(-shift - critical) - power;
  };
  return findRoot(lacking, [start / 4, start * 2]);
}
