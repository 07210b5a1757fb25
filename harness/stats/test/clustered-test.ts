import { normalCdf } from '../distribution/normal-cdf.ts';

/** The mean over all values, with an error that knows which values belong together. */
export interface ClusteredResult {
  /** Mean over all values: a cluster with more values weighs more. */
  readonly mean: number;
  /** Clustered standard error. */
  readonly standardError: number;
  /** Two-sided p of "the mean is 0", by the normal distribution: for some 40 clusters and more. */
  readonly p: number;
}

/**
 * Clustered standard error of a mean, and the z test on it.
 *
 * Source: Miller, Adding Error Bars to Evals, arXiv:2411.00640, appendix A (the sandwich of Liang
 * and Zeger, Biometrika 73 (1986) 13-22). `smallSample` multiplies the error by sqrt(C / (C - 1)).
 *
 * @returns `null` when there are no values, or fewer than two clusters.
 */
export function clusteredTest(
  clusters: readonly (readonly number[])[],
  options: { readonly smallSample?: boolean } = {},
): ClusteredResult | null {
  const filled = clusters.filter((values) => values.length > 0);
  if (filled.length < 2) return null;
  const count = filled.reduce((sum, values) => sum + values.length, 0);
  const mean = filled.reduce((sum, values) => sum + total(values), 0) / count;
  let square = 0;
  for (const values of filled) square += (total(values) - mean * values.length) ** 2;
  const factor = options.smallSample === true ? filled.length / (filled.length - 1) : 1;
  const standardError = Math.sqrt(square * factor) / count;
  return { mean, standardError, p: twoSided(mean, standardError) };
}

function total(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum;
}

function twoSided(mean: number, standardError: number): number {
  if (mean === 0) return 1;
  return 2 * normalCdf(-Math.abs(mean) / standardError);
}
