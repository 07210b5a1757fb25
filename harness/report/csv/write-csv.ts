import type { ReportFile, ReportWriter } from '../report-writer.ts';
import type { ResultSource } from '../open/read-results.ts';
import { callsTable } from './calls-table.ts';
import { comparisonTable } from './comparison-table.ts';
import type { TrialTable, WholeTable } from './csv-table.ts';
import { byteOrderMark } from './format-csv.ts';
import { metricsTable } from './metrics-table.ts';
import { createTrialsTable } from './trials-table.ts';

/** Tables of trials, calls and metrics, and of comparisons where there are some. */
export const writeCsv: ReportWriter = {
  target: 'folder',
  about: 'trials.csv, calls.csv, metrics.csv, comparisons.csv',
  write({ data, results, byteOrderMark: marked }) {
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
    if (data.comparisons.length > 0) addWhole(comparisonTable);
    return Promise.resolve({ files, notes: [] });
  },
};

/** Trial by trial: a run may have more of them than memory. */
async function* formatTrials(
  table: TrialTable,
  results: ResultSource,
  mark: string,
): AsyncGenerator<string> {
  yield mark + table.head;
  for await (const result of results()) yield table.toCsv(result);
}
