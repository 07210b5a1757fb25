import { mean, sampleVariance } from '../../stats/interval/mean.ts';

/** Estimates for the next run from the outcomes of one side. */
export interface PassRateEstimate {
  /** Mean of the cluster means. */
  readonly rate: number;
  /** Correlation of two trials of one cluster; `null` when no cluster has repeats, so that it is unknown. */
  readonly icc: number | null;
}

/**
 * Estimates pass rate and intraclass correlation from one side's outcomes, cluster by cluster; `null` without any.
 *
 * Source: the one-way layout by moments (Searle, Casella and McCulloch, Variance Components, 1992, chapter 3);
 * negative estimates are set to 0.
 */
export function estimatePassRate(
  clusters: readonly (readonly number[])[],
): PassRateEstimate | null {
  const filled = clusters.filter((values) => values.length > 0);
  if (filled.length === 0) return null;
  const means = filled.map(mean);
  const rate = mean(means);
  const repeated = filled.filter((values) => values.length > 1);
  if (repeated.length === 0 || filled.length < 2) return { rate, icc: null };
  const degrees = repeated.reduce((sum, values) => sum + values.length - 1, 0);
  const squares = repeated.reduce(
    (sum, values) => sum + sampleVariance(values) * (values.length - 1),
    0,
  );
  const within = squares / degrees;
  const shares = filled.map((values) => 1 / values.length);
  const between = Math.max(0, sampleVariance(means) - within * mean(shares));
  return { rate, icc: between + within === 0 ? null : between / (between + within) };
}
