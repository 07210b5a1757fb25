import { stringify } from 'csv-stringify/sync';

import { toVisibleText } from '../text/to-visible-text.ts';
import { guardFormula } from './guard-formula.ts';

/** A cell: numbers and truth values are written bare, `null` as nothing, text guarded. */
export type CsvCell = string | number | boolean | null;

/** A byte-order mark, by which spreadsheets recognise UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Writes rows as CSV after RFC 4180 with `\n` between records: UTF-8, comma, quotes only where needed. */
export function formatCsv(rows: readonly (readonly CsvCell[])[]): string {
  return stringify(
    rows.map((row) => row.map(toCell)),
    // A lone carriage return ends a record for many readers, so it is quoted too.
    { quoted_match: /[\r\n]/u, record_delimiter: '\n' },
  );
}

function toCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return guardFormula(toVisibleText(cell));
  if (typeof cell === 'boolean') return cell ? 'true' : 'false';
  return Number.isFinite(cell) ? String(cell) : '';
}
