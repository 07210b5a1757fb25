import type { Comparison, MetricComparison } from '../../compare/comparison.ts';
import { infoOf } from '../../core/score/metric.ts';
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
  unit: ({ row }) => infoOf(row).unit,
  better: ({ row }) => infoOf(row).better,
  decides: ({ row }) => row.gated,
  must_be_shown: ({ row }) => row.deciding ?? false,
  baseline_mean: ({ row }) => row.baseline.value,
  baseline_low: ({ row }) => row.baseline.low,
  baseline_high: ({ row }) => row.baseline.high,
  candidate_mean: ({ row }) => row.candidate.value,
  candidate_low: ({ row }) => row.candidate.low,
  candidate_high: ({ row }) => row.candidate.high,
  difference: ({ row }) => row.difference.value,
  difference_low: ({ row }) => toBound(row, 'low'),
  difference_high: ({ row }) => toBound(row, 'high'),
  worse_share_bound: ({ row }) => row.worseShareBound ?? null,
  exact_loss: ({ row }) => row.exactLoss ?? null,
  clusters_to_decide: ({ row }) => row.clustersToDecide ?? null,
  baseline_trial_mean: ({ row }) => row.trialMeans?.baseline ?? row.baseline.value,
  candidate_trial_mean: ({ row }) => row.trialMeans?.candidate ?? row.candidate.value,
  p: ({ row }) => row.p,
  adjusted_p: ({ row }) => row.adjustedP,
  method: ({ row }) => row.method,
  clusters: ({ row }) => row.clusters,
  clusters_planned: ({ row }) => row.clustersPlanned,
  verdict: ({ row }) => (row.gated && row.clusters > 0 ? row.verdict : null),
  sentence: ({ row }) => row.sentence,
  advice: ({ row }) => row.advice,
};

/** An interval without width, as older versions wrote it, counts as no interval. */
function toBound({ difference }: MetricComparison, end: 'low' | 'high'): number | null {
  return difference.low === difference.high ? null : difference[end];
}

/** `comparisons.csv`: one row per comparison and metric. */
export const comparisonTable: WholeTable = createTable(
  'comparisons.csv',
  columns,
  ({ comparisons }) => comparisons.flatMap((whole) => whole.metrics.map((row) => ({ whole, row }))),
);
