import { infoOf } from '../../core/score/metric.ts';
import type { MetricFigure, VariantReport } from '../report-data.ts';
import { type Columns, createTable, type WholeTable } from './csv-table.ts';

interface MetricRow {
  readonly suite: string;
  readonly variant: VariantReport;
  readonly figure: MetricFigure;
}

const columns: Columns<MetricRow> = {
  suite: ({ suite }) => suite,
  variant: ({ variant }) => variant.name,
  model: ({ variant }) => variant.summary.model,
  model_nature: ({ variant }) => variant.summary.nature,
  toolset: ({ variant }) => variant.summary.toolset,
  loop: ({ variant }) => variant.summary.loop,
  metric: ({ figure }) => figure.metric,
  unit: ({ figure }) => infoOf(figure).unit,
  better: ({ figure }) => infoOf(figure).better,
  trial_mean: ({ variant, figure }) => variant.summary.scores[figure.metric]?.value ?? null,
  cluster_mean: ({ figure }) => figure.estimate.value,
  low: ({ figure }) => figure.estimate.low,
  high: ({ figure }) => figure.estimate.high,
  clusters: ({ figure }) => figure.clusters,
  count: ({ figure }) => figure.count,
  of: ({ figure }) => figure.of,
  judged: ({ figure }) => figure.judged,
  unmeasured: ({ figure }) => figure.unmeasured,
};

/** `metrics.csv`: one row a variant and metric; `low` and `high` bound `cluster_mean` at 95 %. */
export const metricsTable: WholeTable = createTable('metrics.csv', columns, ({ suite, run }) =>
  (run?.variants ?? []).flatMap((variant) =>
    variant.figures.map((figure) => ({ suite, variant, figure })),
  ),
);
