import type { Lane } from '../../core/suite/lane.ts';
import type { StoredFormat } from '../../json/stored-format.ts';
import { parseLine } from './read-value.ts';

/** The lines of a file, counted from 1. */
type Lines =
  | Iterable<{ readonly text: string; readonly number: number }>
  | AsyncIterable<{ readonly text: string; readonly number: number }>;

/**
 * The records of lines.
 *
 * @param from.variant - only those of this variant: lines of others are not parsed.
 * @throws StoreError for a line that is not of the format, naming it.
 */
export async function* parseRecords<Row extends { readonly lane: Lane }>(
  lines: Lines,
  format: StoredFormat<Row>,
  { file, variant }: { readonly file: string; readonly variant: string | undefined },
): AsyncGenerator<Row> {
  for await (const { text, number } of lines) {
    if (variant !== undefined && isOfOther(text, variant)) continue;
    const row = parseLine(text, format, { file, line: number });
    if (variant === undefined || row.lane.variant === variant) yield row;
  }
}

/** Whether a line as toolrig writes it belongs to another variant; of any other line, the parsed record says so. */
function isOfOther(text: string, variant: string): boolean {
  return text.includes('"variant":"') && !text.includes(`"variant":${JSON.stringify(variant)}`);
}
