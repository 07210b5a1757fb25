import type { PairedComparison } from '../test/compare-paired.ts';
import { neededClusters } from './needed-clusters.ts';
import { planPower } from './plan-power.ts';
import type { VarianceComponents } from '../interval/variance-components.ts';

/** What else is known about the comparison. */
export interface AdviseOptions {
  /** Trials of each scenario under each variant, by default 1. */
  readonly repeats?: number;
  /** `null` or absent: not estimated, then nothing is said about repeats. */
  readonly components?: VarianceComponents | null;
  /** The chance to decide that is aimed at, by default 0.8. */
  readonly power?: number;
  /** How a difference is written; by default in points, a hundredth each. */
  readonly format?: (difference: number) => string;
}

/** What would decide a comparison that is open. */
export interface Advice {
  /** More clusters that would detect a drop of the margin; 0 if there are enough; `null` unknown. */
  readonly moreClusters: number | null;
  /** More clusters that would decide it if the true difference is the one observed; as above. */
  readonly moreClustersAsObserved: number | null;
  /** Repeats (in all, not more) that would detect a drop of the margin; `null` if none would. */
  readonly repeats: number | null;
  /** Share of the variance of a scenario's difference that more repeats cannot lower. */
  readonly betweenShare: number | null;
  /** The same in plain sentences, without a full stop; none when there is nothing to advise. */
  readonly sentences: readonly string[];
}

/**
 * Says what would decide a comparison: more scenarios, more repeats, or neither. Source of the
 * numbers: `neededClusters` at the spread that was observed, and `planPower` at its components.
 */
export function advise(comparison: PairedComparison, options: AdviseOptions = {}): Advice {
  const numbers = { ...clusterNumbers(comparison, options), ...repeatNumbers(comparison, options) };
  return { ...numbers, sentences: toSentences(comparison, numbers, options) };
}

type Numbers = Omit<Advice, 'sentences'>;

function clusterNumbers(
  comparison: PairedComparison,
  { power = 0.8 }: AdviseOptions,
): Pick<Numbers, 'moreClusters' | 'moreClustersAsObserved'> {
  const { standardError, clusters, margin, alpha, mean, better } = comparison;
  if (standardError === null || mean === null || comparison.unmoved) {
    return { moreClusters: null, moreClustersAsObserved: null };
  }
  const standardDeviation = standardError * Math.sqrt(clusters);
  const moreFor = (drop: number): number => {
    const needed = neededClusters({ standardDeviation, drop, alpha }, { power });
    return needed === null ? Infinity : Math.max(0, needed - clusters);
  };
  const gain = better === 'higher' ? mean : -mean;
  const asObserved = Math.min(moreFor(margin + gain), moreFor(-gain));
  return {
    moreClusters: finite(moreFor(margin)),
    moreClustersAsObserved: finite(asObserved),
  };
}

function repeatNumbers(
  { clusters, margin, alpha }: PairedComparison,
  { components = null, power = 0.8, repeats = 1 }: AdviseOptions,
): Pick<Numbers, 'repeats' | 'betweenShare'> {
  if (components?.separable !== true || clusters < 2) return { repeats: null, betweenShare: null };
  const plan = planPower(
    { scenarios: clusters, repeats, components },
    { drop: margin, alpha, power },
  );
  return { repeats: plan.repeatsForDrop, betweenShare: plan.betweenShare };
}

function toSentences(
  comparison: PairedComparison,
  numbers: Numbers,
  options: AdviseOptions,
): string[] {
  const { verdict, unmoved, reason } = comparison;
  if (unmoved) return aboutUnmoved(comparison);
  if (reason === 'too_few') return aboutTooFew(comparison, options.format ?? toPoints);
  if (verdict !== 'INCONCLUSIVE') return [];
  return [
    ...aboutSmallestP(comparison),
    ...aboutClusters(comparison, numbers, options.format ?? toPoints),
    ...aboutRepeats(numbers, options),
  ];
}

function aboutUnmoved(comparison: PairedComparison): string[] {
  const { clusters, worseShareBound, clustersToPass } = comparison;
  const open = `Nothing moved in ${count(clusters, 'scenario')}; up to ${Math.ceil(worseShareBound * 100)} % of scenarios like these could still get worse`;
  if (clustersToPass === null || clustersToPass <= clusters) return [open];
  return [open, `${clustersToPass} scenarios without a change would decide it`];
}

/** The t interval is narrow by chance, so the exact bound counts. */
function aboutTooFew(
  { clusters, moved, exactLoss, worseShareBound, clustersToPass }: PairedComparison,
  format: (difference: number) => string,
): string[] {
  const open =
    exactLoss === null
      ? `up to ${Math.ceil(worseShareBound * 100)} % of scenarios like these could get worse`
      : `up to ${format(exactLoss)} could still be lost`;
  const found = `${moved} of ${count(clusters, 'scenario')} moved: by the exact bound, ${open}`;
  if (clustersToPass === null) return [found];
  return [found, `${clustersToPass} scenarios would decide it if no more of them move`];
}

function aboutSmallestP({ moved, smallestP, alpha }: PairedComparison): string[] {
  if (smallestP < alpha) return [];
  const fewest = 1 + Math.floor(Math.log2(1 / alpha)) + 1;
  return [
    `Only ${count(moved, 'scenario')} moved, and the smallest p that can give is ${toText(smallestP)}: it takes ${fewest} that move to call a regression`,
  ];
}

function aboutClusters(
  { clusters, margin }: PairedComparison,
  { moreClusters, moreClustersAsObserved }: Numbers,
  format: (difference: number) => string,
): string[] {
  if (moreClusters === null) return [];
  if (moreClusters > 0) {
    return [`${moreText(moreClusters)} like these would detect a drop of ${format(margin)}`];
  }
  const enough = `These ${clusters} scenarios are enough to detect a drop of ${format(margin)}, but the difference is too close to one of the limits`;
  if (moreClustersAsObserved === null) return [enough];
  return [
    enough,
    `${moreText(moreClustersAsObserved)} would decide it if the difference stays as it is`,
  ];
}

function aboutRepeats(
  { repeats, betweenShare }: Numbers,
  { components = null, repeats: had = 1 }: AdviseOptions,
): string[] {
  if (components === null) return [];
  if (betweenShare === null) {
    return ['With one trial of each scenario, it cannot be said whether more repeats would help'];
  }
  const share = `${toPercent(betweenShare)} of the variance is between scenarios`;
  if (repeats === null) return [`More repeats would not help: ${share}`];
  if (repeats <= had) return [];
  return [`${repeats} repeats instead of ${had} would do as well: ${share}`];
}

function moreText(more: number): string {
  return `${more} more ${more === 1 ? 'scenario' : 'scenarios'}`;
}

function count(size: number, word: string): string {
  return `${size} ${size === 1 ? word : `${word}s`}`;
}

function toPoints(difference: number): string {
  const points = Math.round(difference * 1000) / 10;
  return `${points} ${points === 1 ? 'point' : 'points'}`;
}

function toPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

function toText(p: number): string {
  return String(Math.round(p * 10_000) / 10_000);
}

function finite(value: number): number | null {
  return Number.isFinite(value) ? value : null;
}
