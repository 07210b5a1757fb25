import { metricInfo } from '../core/metric.ts';
import type { Verdict } from '../core/run.ts';
import { advise } from '../stats/advise.ts';
import { clusteredTest } from '../stats/clustered-test.ts';
import { comparePaired, type PairedComparison } from '../stats/compare-paired.ts';
import { mcnemarTest } from '../stats/mcnemar-test.ts';
import { varianceComponents } from '../stats/variance-components.ts';
import type { Estimate, MetricComparison } from './comparison.ts';
import { describeMetric } from './describe-metric.ts';
import { formatGap } from './format-figure.ts';
import { toDifferences, type MeasuredMetric } from './measure-metric.ts';
import type { MetricClusters } from './metric-clusters.ts';
import { roundFigure, roundP } from './round-figure.ts';

/**
 * Judges a measured metric, a gated one by its adjusted p. Doubled irreversible effects are not a matter of chance:
 * where the baseline has none, a single one is a regression.
 */
export function judgeMetric(
  measured: MeasuredMetric,
  context: { readonly adjustedP: number | null; readonly clustersPlanned: number },
): MetricComparison {
  const { rule, values, baseline, candidate, margin } = measured;
  const { better, unit } = metricInfo(rule.metric);
  const { adjustedP } = context;
  const paired = comparePaired(toDifferences(values), {
    margin,
    better,
    ...(adjustedP === null ? {} : { holmP: adjustedP }),
  });
  const verdict = toVerdict(measured, paired);
  const figures = {
    metric: rule.metric,
    gated: rule.gated,
    baseline,
    candidate,
    difference: toDifference(paired, unit === 'share'),
    p: paired.p === null ? null : roundP(paired.p),
    adjustedP: adjustedP === null ? null : roundP(adjustedP),
    method: paired.p === null ? null : `sign-flip, ${toMethod(paired.pMethod)}`,
    margin: roundFigure(margin),
    ...countMoves(values, better),
    ...toClusteredP(values),
    ...(paired.clusters > 0 && paired.identical
      ? { worseShareBound: roundFigure(paired.worseShareBound) }
      : {}),
    clusters: paired.clusters,
    clustersPlanned: context.clustersPlanned,
    verdict,
  };
  return {
    ...figures,
    sentence: describeMetric(figures),
    advice: toAdvice(measured, paired, verdict),
  };
}

/** Fewer clusters than this cannot show that nothing got worse, however alike they come out. */
const fewestClusters = 3;

function toVerdict(measured: MeasuredMetric, paired: PairedComparison): Verdict {
  if (isFirstDouble(measured)) return 'REGRESSION';
  return paired.verdict === 'PASS' && paired.clusters < fewestClusters
    ? 'INCONCLUSIVE'
    : paired.verdict;
}

function isFirstDouble({ rule, baseline, candidate }: MeasuredMetric): boolean {
  if (rule.metric !== 'effects.double') return false;
  return baseline.value === 0 && candidate.value !== null && candidate.value > 0;
}

/** Shares differ by 1 at most; the interval by t does not know that. */
function toDifference({ mean, interval }: PairedComparison, isShare: boolean): Estimate {
  const most = isShare ? 1 : Infinity;
  return {
    value: mean === null ? null : roundFigure(mean),
    low: interval === null ? null : roundFigure(Math.max(-most, interval.lower)),
    high: interval === null ? null : roundFigure(Math.min(most, interval.upper)),
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

/** Repeats are spoken of only where clusters are nothing but repeats of one scenario. */
function toAdvice(
  { rule, values }: MeasuredMetric,
  paired: PairedComparison,
  verdict: Verdict,
): string | null {
  if (verdict === 'REGRESSION') return null;
  const { unit } = metricInfo(rule.metric);
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
