import { infoOf, type MetricRef } from '../../core/score/metric.ts';
import {
  comparePaired,
  type ComparePairedOptions,
  type PairedComparison,
} from '../../stats/test/compare-paired.ts';
import { mean } from '../../stats/interval/mean.ts';
import type { Estimate } from '../comparison.ts';
import { estimateSide } from './estimate-side.ts';
import { toMetricClusters, type MetricClusters } from '../pair/metric-clusters.ts';
import type { TrialPair } from '../pair/pair-trials.ts';

/** How a metric is to be judged. */
export interface MetricRule extends MetricRef {
  readonly gated: boolean;
  /** Must be shown to be not worse, see `MetricComparison`. */
  readonly deciding: boolean;
  /** In the unit of the metric; for tokens, time and price a share of the baseline. */
  readonly margin: number;
}

/** A metric with its figures, before p is adjusted. */
export interface MeasuredMetric {
  readonly rule: MetricRule;
  readonly values: MetricClusters;
  readonly baseline: Estimate;
  readonly candidate: Estimate;
  /** In the unit of the metric. */
  readonly margin: number;
  /** Judged by its own p; `judgeMetric` does it again by the adjusted one. */
  readonly paired: PairedComparison;
}

/** Computes a metric's values on both sides and their paired difference, over clusters. */
export function measureMetric(pairs: readonly TrialPair[], rule: MetricRule): MeasuredMetric {
  const { unit } = infoOf(rule);
  const values = toMetricClusters(pairs, rule.metric);
  const baseline = estimateSide(
    values.clusters.map((cluster) => cluster.baseline),
    unit,
  );
  const isAmount = unit === 'tokens' || unit === 'ms' || unit === 'usd';
  const margin = isAmount ? rule.margin * Math.abs(baseline.value ?? 0) : rule.margin;
  return {
    rule,
    values,
    baseline,
    candidate: estimateSide(
      values.clusters.map((cluster) => cluster.candidate),
      unit,
    ),
    margin,
    paired: comparePaired(toDifferences(values), toPairedOptions(rule, margin)),
  };
}

/** How the differences of a metric are judged. */
export function toPairedOptions(rule: MetricRule, margin: number): ComparePairedOptions {
  const { unit, better } = infoOf(rule);
  return { margin, better, bounded: unit === 'share', shareMargin: rule.margin };
}

/** Differences by cluster; a rounding error of means of equal values does not count as a difference. */
export function toDifferences(values: MetricClusters): readonly (readonly number[])[] {
  return values.clusters.map(({ differences }) =>
    Math.abs(mean(differences)) < 1e-12 ? differences.map(() => 0) : differences,
  );
}
