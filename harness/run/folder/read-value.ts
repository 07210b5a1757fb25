import { toReason } from '../../disk/disk-reason.ts';
import { readFile } from '../../disk/read-file.ts';
import { readStored, type StoredFormat } from '../../json/stored-format.ts';
import { StoreError } from './store-error.ts';

/**
 * Reads a JSON file of a run folder and checks every field of it.
 *
 * @throws StoreError with the file, the field, what was expected and what was found.
 */
export function readJsonFile<Value>(file: string, format: StoredFormat<Value>): Value {
  let text: string;
  try {
    text = readFile(file, 'inputBytes');
  } catch (error) {
    throw unreadable(file, toReason(error), error);
  }
  return parseValue(text, format, file);
}

/** The same for the text of such a file. */
export function parseValue<Value>(text: string, format: StoredFormat<Value>, file: string): Value {
  return read(parseText(text, file, null), format, { file, line: null });
}

/**
 * Reads one line of a file of a run folder.
 *
 * @throws StoreError as for a whole file, with the number of the line.
 */
export function parseLine<Value>(
  text: string,
  format: StoredFormat<Value>,
  place: { readonly file: string; readonly line: number },
): Value {
  return read(parseText(text, place.file, place.line), format, place);
}

function read<Value>(
  value: unknown,
  format: StoredFormat<Value>,
  { file, line }: { readonly file: string; readonly line: number | null },
): Value {
  const found = readStored(value, format);
  if (found.ok) return found.value;
  const { text, isNewer } = found.error;
  throw unreadable(file, `${toLine(line, ', ')}${text}. ${isNewer ? 'Update toolrig' : again}`);
}

function parseText(text: string, file: string, line: number | null): unknown {
  if (text.startsWith('\uFEFF')) {
    throw unreadable(file, `it begins with a byte-order mark, so an editor has saved it. ${again}`);
  }
  if (text.includes('\r')) {
    throw unreadable(
      file,
      `${toLine(line, ' ')}has Windows line ends (CR LF), so git or an editor has changed it. Keep run folders out of git, or write "* -text" into their .gitattributes. ${again}`,
    );
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(
      file,
      `${line === null ? 'it' : `line ${line}`} is not JSON, so the file is damaged. ${again}`,
      error,
    );
  }
}

const again = 'Run it again';

function toLine(line: number | null, after: string): string {
  return line === null ? (after === ' ' ? 'it ' : '') : `line ${line}${after}`;
}

/** A file of a run folder that cannot be used. */
export function unreadable(path: string, detail: string, cause?: unknown): StoreError {
  return new StoreError('RUN_UNREADABLE', `Cannot read "${path}": ${detail}`, { path, cause });
}
