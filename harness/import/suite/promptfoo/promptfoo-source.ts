import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import { readDataFile } from '../../../suite/load/read-data-file.ts';
import { ImportError } from '../../import-error.ts';
import { NoteBook, type SuiteFiles } from '../imported-suite.ts';
import { readCsv } from './read-csv.ts';

/** Endings of files whose values can be read; others are programs. */
const dataFile = /\.(?:ya?ml|json|jsonl|csv)$/iu;

/** A configuration of promptfoo, the files that it names, and what is not carried over. */
export class PromptfooSource {
  readonly files: SuiteFiles;
  readonly book = new NoteBook();
  readonly config: JsonObject;

  constructor(files: SuiteFiles) {
    this.files = files;
    const config = parse(files.text, files.name);
    if (!isJsonObject(config)) throw new ImportError(files.name, 'it is not an object');
    this.config = config;
  }

  place(path: string): string {
    return `${this.files.name} $.${path}`;
  }

  left(path: string, text: string): void {
    this.book.left(this.place(path), text);
  }

  changed(path: string, text: string): void {
    this.book.changed(this.place(path), text);
  }

  /** The value of a `file://` reference; `undefined` where it is none, or cannot be read, which is noted. */
  readFile(word: string, path: string): JsonValue | undefined {
    const file = word.replace(/^file:\/\//u, '');
    if (!dataFile.test(file)) {
      this.left(path, `"${file}" is a program or a file of another kind`);
      return undefined;
    }
    const text = this.readText(file, path);
    return text === null ? undefined : this.#parse(file, text);
  }

  /** The text of a file; a missing one is noted. */
  readText(file: string, path: string): string | null {
    const text = this.files.read(file);
    if (text === null) this.left(path, `there is no file "${file}"`);
    return text;
  }

  /** Files that a word with `*` in its last part means, or the one without. */
  expand(word: string): readonly string[] {
    const file = word.replace(/^file:\/\//u, '');
    const at = file.lastIndexOf('/') + 1;
    const [folder, last] = [file.slice(0, at), file.slice(at)];
    if (!last.includes('*')) return [file];
    const escaped = last
      .split('*')
      .map((part) => part.replace(/[\\^$.+?()[\]{}|]/gu, String.raw`\$&`));
    const wanted = new RegExp(`^${escaped.join('.*')}$`, 'u');
    return this.files
      .list(folder === '' ? '.' : folder)
      .filter((name) => wanted.test(name))
      .map((name) => `${folder}${name}`);
  }

  #parse(file: string, text: string): JsonValue {
    if (/\.csv$/iu.test(file)) return readCsv(text);
    if (!/\.jsonl$/iu.test(file)) return parse(text, file);
    return text
      .split(/\r?\n/u)
      .filter((line) => line.trim() !== '')
      .map((line) => parse(line, file));
  }
}

function parse(text: string, name: string): JsonValue {
  const { value, problems } = readDataFile(text);
  const [problem] = problems.filter(({ code }) => code === 'bad_yaml');
  if (problem !== undefined) throw new ImportError(`${name}:${problem.line}`, problem.message);
  // YAML and JSON hold JSON values; numbers of too many digits are read as the source's own reader reads them.
  return (value ?? null) as JsonValue;
}

export function isFileWord(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith('file://');
}

/** A value as a list: one alone is a list of one. */
export function toItems(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}
