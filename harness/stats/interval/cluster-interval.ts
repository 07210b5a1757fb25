import type { Interval } from './interval.ts';
import { mean, sampleVariance } from './mean.ts';
import { tCdf, tQuantile } from '../distribution/t-cdf.ts';

/** A mean over clusters and how sure it is. */
export interface ClusterEstimate {
  /** Mean of the cluster means: each cluster weighs the same. */
  readonly mean: number;
  /** `null` with a single cluster: nothing says how clusters vary. */
  readonly interval: Interval | null;
  readonly standardError: number | null;
  /** Two-sided p of "the mean is 0" by the t test; `null` with a single cluster. */
  readonly p: number | null;
  readonly clusters: number;
}

/**
 * The t interval over cluster means with n - 1 degrees, by default at 95 %. Empty clusters are
 * left out.
 *
 * Source: Student, Biometrika 6 (1908) 1-25, on cluster means as the independent units (Donner and
 * Klar, Design and Analysis of Cluster Randomization Trials, 2000, section 6.3).
 *
 * @returns `null` when no cluster has a value.
 */
export function clusterInterval(
  clusters: readonly (readonly number[])[],
  options: { readonly confidence?: number } = {},
): ClusterEstimate | null {
  const means = clusters.filter((values) => values.length > 0).map(mean);
  const count = means.length;
  if (count === 0) return null;
  const middle = mean(means);
  if (count === 1) {
    return { mean: middle, interval: null, standardError: null, p: null, clusters: 1 };
  }
  const standardError = Math.sqrt(sampleVariance(means) / count);
  const half = standardError * tQuantile(0.5 + (options.confidence ?? 0.95) / 2, count - 1);
  return {
    mean: middle,
    interval: { lower: middle - half, upper: middle + half },
    standardError,
    p: middle === 0 ? 1 : 2 * tCdf(-Math.abs(middle) / standardError, count - 1),
    clusters: count,
  };
}
