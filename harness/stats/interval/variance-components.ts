import { mean, sampleVariance } from './mean.ts';

/** All trials of one scenario under two variants. */
export interface PairedScenario {
  readonly baseline: readonly number[];
  readonly candidate: readonly number[];
}

/** Variances of one score, in its unit squared. */
export interface VarianceComponents {
  /** Between scenarios, shared by both variants: pairing removes it. */
  readonly scenario: number;
  /** Scenario x variant: how differently scenarios react to the change. Repeats do not help. */
  readonly interaction: number;
  /** Between repeats of one scenario under one variant: repeats average it away. */
  readonly within: number;
  /**
   * `false` when no scenario has repeats on a side: then `within` cannot be separated from `interaction`, is counted
   * there, and reads 0.
   */
  readonly separable: boolean;
}

/**
 * Splits the variance of a score into the parts between scenarios, in the scenario's reaction to
 * the variant, and between repeats. Unequal numbers of repeats are allowed.
 *
 * Source: the random two-way layout with replication, estimated by moments (Searle, Casella and
 * McCulloch, Variance Components, 1992, chapter 5); negative estimates are set to 0.
 *
 * @returns `null` with fewer than two scenarios that have trials under both variants.
 */
export function varianceComponents(
  scenarios: readonly PairedScenario[],
): VarianceComponents | null {
  const cells = scenarios.filter((s) => s.baseline.length > 0 && s.candidate.length > 0);
  if (cells.length < 2) return null;
  const baselines = cells.map((cell) => mean(cell.baseline));
  const candidates = cells.map((cell) => mean(cell.candidate));
  const differences = candidates.map((value, i) => value - (baselines[i] ?? 0));
  const pooled = pooledVariance(cells.flatMap((cell) => [cell.baseline, cell.candidate]));
  const within = pooled ?? 0;
  // Var(difference) = 2 interaction + within (1/k + 1/k'); Cov(baseline, candidate) = scenario.
  const shares = cells.map((cell) => 1 / cell.baseline.length + 1 / cell.candidate.length);
  const interaction = (sampleVariance(differences) - within * mean(shares)) / 2;
  return {
    scenario: Math.max(0, covariance(baselines, candidates)),
    interaction: Math.max(0, interaction),
    within,
    separable: pooled !== null,
  };
}

function pooledVariance(cells: readonly (readonly number[])[]): number | null {
  let squares = 0;
  let degrees = 0;
  for (const values of cells) {
    if (values.length < 2) continue;
    squares += sampleVariance(values) * (values.length - 1);
    degrees += values.length - 1;
  }
  return degrees === 0 ? null : squares / degrees;
}

function covariance(first: readonly number[], second: readonly number[]): number {
  const middleFirst = mean(first);
  const middleSecond = mean(second);
  const products = first.map(
    (value, i) => (value - middleFirst) * ((second[i] ?? 0) - middleSecond),
  );
  return (mean(products) * first.length) / (first.length - 1);
}
