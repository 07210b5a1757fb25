import { clopperPearsonInterval } from '../interval/clopper-pearson-interval.ts';

/** What of paired differences an exact bound needs: how many clusters went which way, and how far. */
export interface LossCounts {
  readonly clusters: number;
  readonly worse: number;
  /** Largest loss seen, as a positive number; 0 when none was. */
  readonly largestLoss: number;
  readonly better: number;
  /** Smallest gain seen; 0 when none was. */
  readonly smallestGain: number;
}

/** Counts which way the differences of clusters went; a gain is positive. */
export function countLosses(gains: readonly number[]): LossCounts {
  const losses = gains.filter((gain) => gain < 0).map((gain) => -gain);
  const better = gains.filter((gain) => gain > 0);
  return {
    clusters: gains.length,
    worse: losses.length,
    largestLoss: Math.max(0, ...losses),
    better: better.length,
    smallestGain: better.length === 0 ? 0 : Math.min(...better),
  };
}

/**
 * The largest mean loss that so many clusters leave open, where a cluster loses 1 at most: each share behind it is
 * bounded exactly at 1 - `alpha`, one-sided. Negative when even at worst something is won. Without any movement it is
 * the bound of the share of clusters that get worse, such as 0.39 after 6 and 0.0495 after 59.
 *
 * Source: Clopper and Pearson, Biometrika 26 (1934) 404-413; the mean as the integral of P(loss > t), which is at most
 * the bound of P(loss > 0) up to the largest loss seen and that of nothing seen above it.
 */
export function exactLossBound(counts: LossCounts, alpha = 0.05): number {
  const { clusters: trials, worse, largestLoss, better, smallestGain } = counts;
  if (trials === 0) return 1;
  const options = { confidence: 1 - 2 * alpha };
  const seen = clopperPearsonInterval({ successes: worse, trials }, options).upper;
  const unseen = 1 - alpha ** (1 / trials);
  const won = clopperPearsonInterval({ successes: better, trials }, options).lower;
  return largestLoss * seen + Math.max(0, 1 - largestLoss) * unseen - smallestGain * won;
}

const mostClusters = 1_000_000;

/**
 * How many clusters in all would bring the bound under `margin` if no more of them move.
 *
 * @returns `null` when a million would not do, as for a margin of 0.
 */
export function clustersForBound(
  counts: LossCounts,
  { margin, alpha = 0.05 }: { readonly margin: number; readonly alpha?: number },
): number | null {
  const suffices = (clusters: number): boolean =>
    exactLossBound({ ...counts, clusters }, alpha) < margin;
  let enough = Math.max(1, counts.clusters);
  if (suffices(enough)) return enough;
  let tooFew = enough;
  while (!suffices(enough)) {
    tooFew = enough;
    enough *= 2;
    if (enough > mostClusters) return null;
  }
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (suffices(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
