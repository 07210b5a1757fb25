import type { ReportData } from '../report-data.ts';
import type { TrialResult } from '../open/trial-result.ts';
import { type CsvCell, formatCsv } from './format-csv.ts';

/** Columns of a table by name, in order: how each cell comes from a row's source. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => CsvCell>>;

/** A table: its head, and its rows for some source. */
export interface CsvTable<Source> {
  readonly file: string;
  readonly head: string;
  /** Rows as CSV; empty when the source has none. */
  toCsv(source: Source): string;
}

/** A table with rows for each trial. */
export type TrialTable = CsvTable<TrialResult>;

/** A table over the whole report. */
export type WholeTable = CsvTable<ReportData>;

/** Makes a table of columns. */
export function createTable<Source, Row>(
  file: string,
  columns: Columns<Row>,
  toRows: (source: Source) => readonly Row[],
): CsvTable<Source> {
  const cells = Object.values(columns);
  return {
    file,
    head: formatCsv([Object.keys(columns)]),
    toCsv: (source) => formatCsv(toRows(source).map((row) => cells.map((toCell) => toCell(row)))),
  };
}
