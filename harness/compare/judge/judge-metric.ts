import { infoOf } from '../../core/score/metric.ts';
import type { Verdict } from '../../core/run.ts';
import { advise } from '../../stats/plan/advise.ts';
import { clusteredTest } from '../../stats/test/clustered-test.ts';
import { comparePaired, type PairedComparison } from '../../stats/test/compare-paired.ts';
import { mcnemarTest } from '../../stats/test/mcnemar-test.ts';
import { mean } from '../../stats/interval/mean.ts';
import { varianceComponents } from '../../stats/interval/variance-components.ts';
import type { Estimate, MetricComparison } from '../comparison.ts';
import { describeMetric } from './describe-metric.ts';
import { formatGap, roundFigure, roundP } from './format-figure.ts';
import { toDifferences, toPairedOptions, type MeasuredMetric } from './measure-metric.ts';
import type { MetricClusters } from '../pair/metric-clusters.ts';

/** What a metric is judged by, in addition to its values. */
export interface JudgeContext {
  readonly adjustedP: number | null;
  readonly clustersPlanned: number;
  /** All paired trials are the same on both sides, event by event. */
  readonly identical: boolean;
}

/**
 * Judges a measured metric, a gated one by its adjusted p. Doubled irreversible effects are judged without statistics:
 * where the baseline has none, a single one is a regression.
 */
export function judgeMetric(measured: MeasuredMetric, context: JudgeContext): MetricComparison {
  const { rule, values, baseline, candidate, margin } = measured;
  const { better, unit } = infoOf(rule);
  const { adjustedP } = context;
  const paired = comparePaired(toDifferences(values), {
    ...toPairedOptions(rule, margin),
    ...(adjustedP === null ? {} : { holmP: adjustedP }),
  });
  const verdict = toVerdict(measured, paired, context);
  const figures = {
    metric: rule.metric,
    ...(rule.info === undefined ? {} : { info: rule.info }),
    gated: rule.gated,
    ...(rule.deciding ? { deciding: true } : {}),
    baseline,
    candidate,
    difference: toDifference(paired, unit === 'share'),
    p: paired.p === null ? null : roundP(paired.p),
    adjustedP: adjustedP === null ? null : roundP(adjustedP),
    method: paired.p === null ? null : `sign-flip, ${toMethod(paired.pMethod)}`,
    margin: roundFigure(margin),
    ...countMoves(values, better),
    ...toClusteredP(values),
    ...toTrialMeans(measured),
    moved: paired.moved,
    ...toExactBounds(measured, paired, verdict),
    clusters: paired.clusters,
    clustersPlanned: context.clustersPlanned,
    verdict,
  };
  return {
    ...figures,
    sentence: describeMetric(figures),
    advice: context.identical ? null : toAdvice(measured, paired, verdict),
  };
}

/**
 * A metric that decides must be shown to be not worse, by the exact bound where too little moved for an interval, or by
 * transcripts that are the same. The others block when they are worse; where they did not move, their bound is
 * reported.
 */
function toVerdict(
  measured: MeasuredMetric,
  paired: PairedComparison,
  { identical }: JudgeContext,
): Verdict {
  if (isFirstDouble(measured)) return 'REGRESSION';
  if (paired.verdict !== 'INCONCLUSIVE') return paired.verdict;
  const mayRest = !measured.rule.deciding || identical;
  return mayRest && (paired.unmoved || paired.reason === 'too_few') ? 'PASS' : 'INCONCLUSIVE';
}

function toExactBounds(
  { rule }: MeasuredMetric,
  paired: PairedComparison,
  verdict: Verdict,
): Pick<MetricComparison, 'worseShareBound' | 'exactLoss' | 'clustersToDecide'> {
  const { clusters, needsExact, reason, worseShareBound, exactLoss, clustersToPass } = paired;
  if (clusters === 0) return {};
  return {
    ...(hasNoWidth(paired) ? { worseShareBound: roundFigure(worseShareBound) } : {}),
    ...(needsExact && rule.deciding && exactLoss !== null && reason === 'too_few'
      ? { exactLoss: roundFigure(exactLoss) }
      : {}),
    ...(verdict === 'INCONCLUSIVE' && (reason === 'too_few' || paired.unmoved)
      ? { clustersToDecide: clustersToPass }
      : {}),
  };
}

/** One cluster gives no interval; many that moved alike give one without width, which says nothing. */
function hasNoWidth({ interval, unmoved }: PairedComparison): boolean {
  return unmoved || (interval !== null && roundFigure(interval.upper - interval.lower) === 0);
}

/** Only where they differ from the means over clusters. */
function toTrialMeans({
  values,
  baseline,
  candidate,
}: MeasuredMetric): Pick<MetricComparison, 'trialMeans'> {
  if (baseline.value === null || candidate.value === null) return {};
  const trialMeans = {
    baseline: roundFigure(mean(values.clusters.flatMap((cluster) => cluster.baseline))),
    candidate: roundFigure(mean(values.clusters.flatMap((cluster) => cluster.candidate))),
  };
  const isSame =
    roundFigure(trialMeans.baseline - baseline.value) === 0 &&
    roundFigure(trialMeans.candidate - candidate.value) === 0;
  return isSame || !Number.isFinite(trialMeans.baseline + trialMeans.candidate)
    ? {}
    : { trialMeans };
}

function isFirstDouble({ rule, baseline, candidate }: MeasuredMetric): boolean {
  if (rule.metric !== 'effects.double') return false;
  return baseline.value === 0 && candidate.value !== null && candidate.value > 0;
}

/** Shares differ by 1 at most; the interval by t does not know that. */
function toDifference(paired: PairedComparison, isShare: boolean): Estimate {
  const { mean: difference, interval } = paired;
  const most = isShare ? 1 : Infinity;
  const shown = hasNoWidth(paired) ? null : interval;
  return {
    value: difference === null ? null : roundFigure(difference),
    low: shown === null ? null : roundFigure(Math.max(-most, shown.lower)),
    high: shown === null ? null : roundFigure(Math.min(most, shown.upper)),
  };
}

function toMethod(method: PairedComparison['pMethod']): string {
  return method === 'exact' ? 'exact' : 'Monte Carlo';
}

function countMoves(
  { clusters }: MetricClusters,
  better: 'higher' | 'lower',
): Pick<MetricComparison, 'naive'> {
  const values = clusters.flatMap((cluster) => [...cluster.baseline, ...cluster.candidate]);
  if (values.length === 0 || values.some((value) => value !== 0 && value !== 1)) return {};
  const moves = clusters.flatMap((cluster) => cluster.differences);
  const up = moves.filter((move) => move > 0).length;
  const down = moves.filter((move) => move < 0).length;
  const { exact } = mcnemarTest({ onlyFirst: down, onlySecond: up });
  const [gains, losses] = better === 'higher' ? [up, down] : [down, up];
  return { naive: { better: gains, worse: losses, p: roundP(exact) } };
}

function toClusteredP(values: MetricClusters): Pick<MetricComparison, 'clusteredP'> {
  const result = clusteredTest(toDifferences(values));
  return result === null || !Number.isFinite(result.p) ? {} : { clusteredP: roundP(result.p) };
}

/** Repeats are mentioned only where each cluster has only repeats of one scenario. */
function toAdvice(
  { rule, values }: MeasuredMetric,
  paired: PairedComparison,
  verdict: Verdict,
): string | null {
  if (verdict === 'REGRESSION') return null;
  const { unit } = infoOf(rule);
  const components = values.areRepeats ? varianceComponents(values.clusters) : null;
  const sizes = values.clusters.map((cluster) => cluster.differences.length);
  const { sentences, moreClustersAsObserved } = advise(paired, {
    repeats: sizes.length === 0 ? 1 : Math.max(1, Math.min(...sizes)),
    components,
    format: (difference) => formatGap(difference, unit),
  });
  const asObserved = `${moreClustersAsObserved} more would decide it if the difference stays as it is`;
  const isTold = sentences.some((sentence) => sentence.includes('would decide it'));
  const all =
    verdict === 'INCONCLUSIVE' && !isTold && (moreClustersAsObserved ?? 0) > 0
      ? [...sentences, asObserved]
      : sentences;
  return all.length === 0 ? null : all.join('. ');
}
