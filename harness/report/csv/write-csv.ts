import { infoOf } from '../../core/score/metric.ts';
import type { ResultSource } from '../open/trial-result.ts';
import type { MetricFigure, VariantReport } from '../report-data.ts';
import type { ReportFile, ReportInput, ReportOutput } from '../report-writer.ts';
import { callsTable } from './calls-table.ts';
import { comparisonTable } from './comparison-table.ts';
import { type Columns, createTable, type TrialTable, type WholeTable } from './csv-table.ts';
import { byteOrderMark } from './format-csv.ts';
import { sweepTable } from './sweep-table.ts';
import { createTrialsTable } from './trials-table.ts';

/** Tables of trials, calls and metrics, and of comparisons where there are some. */
export function writeCsv({
  data,
  results,
  byteOrderMark: marked,
}: ReportInput): Promise<ReportOutput> {
  const mark = marked ? byteOrderMark : '';
  const files: ReportFile[] = [];
  const addWhole = (table: WholeTable): void => {
    files.push({ name: table.file, content: [mark, table.head, table.toCsv(data)] });
  };
  if (results !== null) {
    const trialsTable = createTrialsTable(data.run?.summary.metrics);
    for (const table of [trialsTable, callsTable]) {
      files.push({ name: table.file, content: formatTrials(table, results, mark) });
    }
    addWhole(metricsTable);
  }
  if (data.run?.sweeps !== undefined) addWhole(sweepTable);
  if (data.comparisons.length > 0) addWhole(comparisonTable);
  return Promise.resolve({ files, notes: [] });
}

/** Trial by trial: a run may have more of them than memory. */
async function* formatTrials(
  table: TrialTable,
  results: ResultSource,
  mark: string,
): AsyncGenerator<string> {
  yield mark + table.head;
  for await (const result of results()) yield table.toCsv(result);
}

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

/** `metrics.csv`: one row per variant and metric; `low` and `high` bound `cluster_mean` at 95 %. */
const metricsTable: WholeTable = createTable('metrics.csv', columns, ({ suite, run }) =>
  (run?.variants ?? []).flatMap((variant) =>
    variant.figures.map((figure) => ({ suite, variant, figure })),
  ),
);
