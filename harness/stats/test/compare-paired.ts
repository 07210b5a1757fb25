import { clusterInterval } from '../interval/cluster-interval.ts';
import {
  clustersForBound,
  countLosses,
  exactLossBound,
  type LossCounts,
} from './exact-loss-bound.ts';
import type { Interval } from '../interval/interval.ts';
import { mean } from '../interval/mean.ts';
import type { Random } from '../../core/random.ts';
import { signFlipTest } from './sign-flip-test.ts';

/** The verdict of a comparison. */
export type PairedVerdict = 'PASS' | 'REGRESSION' | 'INCONCLUSIVE' | 'INVALID';

/**
 * Why: `unmoved` nothing moved, in enough clusters to rule out a loss beyond the margin; `not_worse` the interval is
 * above -margin; `too_few` it is, but only because nothing or little moved, and the exact bound is not; `worse` it is
 * below 0 and p is small enough; `not_significant` it is below 0 but p is not small enough; `too_wide` it reaches from
 * beyond the margin to 0 or above; `one_cluster` there is no interval; `nothing_to_compare`; `not_finite`.
 */
export type PairedReason =
  | 'unmoved'
  | 'too_few'
  | 'not_worse'
  | 'worse'
  | 'not_significant'
  | 'too_wide'
  | 'one_cluster'
  | 'nothing_to_compare'
  | 'not_finite';

/** How to judge. */
export interface ComparePairedOptions {
  /** The largest loss that still counts as not worse, in the unit of the metric; by default 0.05. */
  readonly margin?: number;
  /** By default 0.05: a 95 % interval, and p below 0.05. */
  readonly alpha?: number;
  /** p adjusted for the number of gated metrics; by default the comparison's own p. */
  readonly holmP?: number;
  /** `lower` for metrics such as double effects or price; by default `higher`. */
  readonly better?: 'higher' | 'lower';
  /**
   * `false` for values without limits, such as tokens: then no exact bound of the mean exists, and where little moved
   * the share of clusters that may get worse is held against `shareMargin`. By default differences lie in [-1, 1].
   */
  readonly bounded?: boolean;
  /** By default the margin. */
  readonly shareMargin?: number;
  /** For the sign flips of more clusters than can be done exactly. */
  readonly random?: Random;
}

/** A paired comparison, candidate - baseline, over clusters. */
export interface PairedComparison {
  readonly verdict: PairedVerdict;
  readonly reason: PairedReason;
  /** Mean of the cluster means; `null` when nothing could be compared. */
  readonly mean: number | null;
  /** t interval; `null` with fewer than two clusters. Of no width where all clusters moved alike: see `exactLoss`. */
  readonly interval: Interval | null;
  readonly standardError: number | null;
  /** Two-sided, by sign flips of cluster differences; `null` when nothing could be compared. */
  readonly p: number | null;
  readonly pMethod: 'exact' | 'monte-carlo';
  /** The p that was held against alpha: the adjusted one where it was given. */
  readonly judgedP: number | null;
  /** Two-sided p of the t test, in addition to the one that counts. */
  readonly tP: number | null;
  readonly clusters: number;
  /** Clusters whose difference is not 0. */
  readonly moved: number;
  /** The smallest p that this many moved clusters can give: 2^(1 - moved). */
  readonly smallestP: number;
  /** Nothing moved: the two sides cannot be distinguished on these scenarios. */
  readonly unmoved: boolean;
  /** The interval has no width, or so few clusters moved that no p could be small: the exact bound counts. */
  readonly needsExact: boolean;
  /**
   * Upper 95 % bound (one-sided, Clopper and Pearson) of the share of clusters that get worse: what
   * few clusters leave open even where nothing moved, which a t interval does not see.
   */
  readonly worseShareBound: number;
  /** The largest mean loss that is left open, exactly; `null` for values without limits. */
  readonly exactLoss: number | null;
  /** Clusters in all that would let the exact bound pass if no more of them moved; `null`: none would. */
  readonly clustersToPass: number | null;
  readonly margin: number;
  readonly alpha: number;
  readonly better: 'higher' | 'lower';
}

/**
 * Judges paired differences, given as the differences of each cluster (repeats or scenarios that
 * belong together). Each cluster weighs the same; empty clusters are left out.
 *
 * The rule, for a metric where higher is better: PASS if the lower bound of the difference is above
 * -margin; REGRESSION if the upper bound is below 0 and p < alpha; else INCONCLUSIVE. A difference
 * that is surely below 0 and surely within the margin is a PASS. Where nothing moved, or so little that no sign-flip p
 * could fall below alpha, a t interval is narrow by chance: there a PASS also needs the exact bound within the margin.
 * INVALID if there is nothing to judge, or a value that is not a finite number.
 *
 * Source: non-inferiority by a confidence interval, in Piaggio et al., JAMA 308 (2012) 2594-2604;
 * pairing and clustering in Miller, arXiv:2411.00640.
 */
export function comparePaired(
  clusters: readonly (readonly number[])[],
  options: ComparePairedOptions = {},
): PairedComparison {
  const rule = toRule(options);
  const { margin, alpha, better } = rule;
  const limits = { margin, alpha, better };
  const filled = clusters.filter((values) => values.length > 0);
  if (!filled.flat().every(Number.isFinite)) return invalid('not_finite', limits);
  const estimate = clusterInterval(filled, { confidence: 1 - alpha });
  if (estimate === null) return invalid('nothing_to_compare', limits);
  const means = filled.map(mean);
  const flips = signFlipTest(means, options.random === undefined ? {} : { random: options.random });
  const judgedP = options.holmP ?? flips.p;
  const gain = estimate.interval === null ? null : toGain(estimate.interval, better);
  const { isInside, ...bounds } = boundExactly(means, rule);
  const needsExact = flips.smallestP >= alpha || hasNoWidth(gain);
  const unmoved = flips.moved === 0;
  return {
    ...judge(gain, judgedP, { ...limits, unmoved, isTooFew: needsExact && !isInside }),
    mean: estimate.mean,
    interval: estimate.interval,
    standardError: estimate.standardError,
    p: flips.p,
    pMethod: flips.method,
    judgedP,
    tP: estimate.p,
    clusters: estimate.clusters,
    moved: flips.moved,
    smallestP: flips.smallestP,
    unmoved,
    needsExact,
    ...bounds,
    ...limits,
  };
}

type Rule = Required<Omit<ComparePairedOptions, 'holmP' | 'random'>>;

function toRule({ margin = 0.05, ...options }: ComparePairedOptions): Rule {
  const { alpha = 0.05, better = 'higher', bounded = true, shareMargin = margin } = options;
  return { margin, alpha, better, bounded, shareMargin };
}

/** Rounding errors of means of equal values do not count as width. */
function hasNoWidth(gain: Interval | null): boolean {
  return gain !== null && gain.upper - gain.lower < 1e-9;
}

function boundExactly(
  means: readonly number[],
  { margin, alpha, better, bounded, shareMargin }: Rule,
): Pick<PairedComparison, 'worseShareBound' | 'exactLoss' | 'clustersToPass'> & {
  readonly isInside: boolean;
} {
  const counts = countLosses(better === 'higher' ? means : means.map((value) => -value));
  const shares: LossCounts = { ...counts, largestLoss: 1, smallestGain: 0 };
  const [judged, most] = bounded ? [counts, margin] : [shares, shareMargin];
  return {
    worseShareBound: exactLossBound(shares, alpha),
    exactLoss: bounded ? exactLossBound(counts, alpha) : null,
    clustersToPass: clustersForBound(judged, { margin: most, alpha }),
    isInside: exactLossBound(judged, alpha) < most,
  };
}

type Limits = Pick<PairedComparison, 'margin' | 'alpha' | 'better'>;

/** The interval of how much better the candidate is, whichever way the metric points. */
function toGain(interval: Interval, better: 'higher' | 'lower'): Interval {
  if (better === 'higher') return interval;
  return { lower: -interval.upper, upper: -interval.lower };
}

function judge(
  gain: Interval | null,
  p: number,
  {
    margin,
    alpha,
    unmoved,
    isTooFew,
  }: Limits & { readonly unmoved: boolean; readonly isTooFew: boolean },
): Pick<PairedComparison, 'verdict' | 'reason'> {
  if (gain === null) return { verdict: 'INCONCLUSIVE', reason: 'one_cluster' };
  // Without movement the interval is [0, 0], which is within every margin except 0.
  if (gain.lower > -margin || unmoved) {
    if (isTooFew) return { verdict: 'INCONCLUSIVE', reason: 'too_few' };
    return { verdict: 'PASS', reason: unmoved ? 'unmoved' : 'not_worse' };
  }
  if (gain.upper >= 0) return { verdict: 'INCONCLUSIVE', reason: 'too_wide' };
  if (p < alpha) return { verdict: 'REGRESSION', reason: 'worse' };
  return { verdict: 'INCONCLUSIVE', reason: 'not_significant' };
}

function invalid(reason: PairedReason, limits: Limits): PairedComparison {
  return {
    verdict: 'INVALID',
    reason,
    mean: null,
    interval: null,
    standardError: null,
    p: null,
    pMethod: 'exact',
    judgedP: null,
    tP: null,
    clusters: 0,
    moved: 0,
    smallestP: 1,
    unmoved: false,
    needsExact: true,
    worseShareBound: 1,
    exactLoss: null,
    clustersToPass: null,
    ...limits,
  };
}
