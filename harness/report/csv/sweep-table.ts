import { infoOf } from '../../core/score/metric.ts';
import { type Sweep, type SweepPoint, toValueWord } from '../../core/sweep.ts';
import type { MetricFigure, VariantReport } from '../report-data.ts';
import { type Columns, createTable, type WholeTable } from './csv-table.ts';

interface SweepRow {
  readonly suite: string;
  readonly sweep: Sweep;
  readonly point: SweepPoint;
  readonly variant: VariantReport;
  readonly figure: MetricFigure;
}

const columns: Columns<SweepRow> = {
  suite: ({ suite }) => suite,
  setting: ({ sweep }) => sweep.path,
  base: ({ sweep }) => sweep.base,
  value: ({ point }) => toValueWord(point.value),
  own_value: ({ sweep }) => toValueWord(sweep.own),
  variant: ({ variant }) => variant.name,
  metric: ({ figure }) => figure.metric,
  unit: ({ figure }) => infoOf(figure).unit,
  better: ({ figure }) => infoOf(figure).better,
  trial_mean: ({ variant, figure }) => variant.summary.scores[figure.metric]?.value ?? null,
  cluster_mean: ({ figure }) => figure.estimate.value,
  low: ({ figure }) => figure.estimate.low,
  high: ({ figure }) => figure.estimate.high,
  clusters: ({ figure }) => figure.clusters,
  judged: ({ figure }) => figure.judged,
  passed: ({ variant }) => variant.summary.passed,
  failed: ({ variant }) => variant.summary.failed,
  invalid: ({ variant }) => variant.summary.invalid,
  skipped: ({ variant }) => variant.summary.skipped,
};

/** `sweep.csv`: one row per value and metric, in the order of the values; `low` and `high` bound `cluster_mean` at 95 %. */
export const sweepTable: WholeTable = createTable('sweep.csv', columns, ({ suite, run }) =>
  (run?.sweeps ?? []).flatMap((sweep) =>
    sweep.points.flatMap((point) =>
      (run?.variants ?? [])
        .filter(({ name }) => name === point.variant)
        .flatMap((variant) =>
          variant.figures.map((figure) => ({ suite, sweep, point, variant, figure })),
        ),
    ),
  ),
);
