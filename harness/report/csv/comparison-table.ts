import type { Comparison, MetricComparison } from '../../compare/comparison.ts';
import { metricInfo } from '../../core/metric.ts';
import { type Columns, createTable, type WholeTable } from './csv-table.ts';

interface ComparisonRow {
  readonly whole: Comparison;
  readonly row: MetricComparison;
}

const columns: Columns<ComparisonRow> = {
  suite: ({ whole }) => whole.suite,
  baseline: ({ whole }) => whole.baseline.name,
  candidate: ({ whole }) => whole.candidate.name,
  by: ({ whole }) => whole.by,
  metric: ({ row }) => row.metric,
  unit: ({ row }) => metricInfo(row.metric).unit,
  better: ({ row }) => metricInfo(row.metric).better,
  decides: ({ row }) => row.gated,
  baseline_mean: ({ row }) => row.baseline.value,
  baseline_low: ({ row }) => row.baseline.low,
  baseline_high: ({ row }) => row.baseline.high,
  candidate_mean: ({ row }) => row.candidate.value,
  candidate_low: ({ row }) => row.candidate.low,
  candidate_high: ({ row }) => row.candidate.high,
  difference: ({ row }) => row.difference.value,
  difference_low: ({ row }) => row.difference.low,
  difference_high: ({ row }) => row.difference.high,
  p: ({ row }) => row.p,
  adjusted_p: ({ row }) => row.adjustedP,
  method: ({ row }) => row.method,
  clusters: ({ row }) => row.clusters,
  clusters_planned: ({ row }) => row.clustersPlanned,
  verdict: ({ row }) => (row.gated && row.clusters > 0 ? row.verdict : null),
  sentence: ({ row }) => row.sentence,
  advice: ({ row }) => row.advice,
};

/** `comparisons.csv`: one row a comparison and metric. */
export const comparisonTable: WholeTable = createTable(
  'comparisons.csv',
  columns,
  ({ comparisons }) => comparisons.flatMap((whole) => whole.metrics.map((row) => ({ whole, row }))),
);
