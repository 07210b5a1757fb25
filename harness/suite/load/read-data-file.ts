import {
  LineCounter,
  isMap,
  isNode,
  isScalar,
  parseDocument,
  visit,
  type Document,
  type YAMLError,
} from 'yaml';
import type { JsonValue } from '../../json/json.ts';
import { toLimitVariable } from '../../limit/limit-table.ts';
import { limitOf } from '../../limit/limits.ts';
import { keepValueDepth } from '../../limit/keep-depth.ts';
import { losslessEqual, toLossless } from '../../json/lossless-json.ts';

/** A place in a text, both counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** A problem of the text of a data file. */
export interface DataProblem extends TextPlace {
  readonly code: 'bad_yaml' | 'imprecise_number';
  readonly message: string;
  readonly found?: string;
  readonly remedy?: string;
}

/** A data file as it was read. */
export interface DataFile {
  /** `undefined` when the text is no YAML or JSON at all. */
  readonly value: unknown;
  readonly problems: readonly DataProblem[];
  /** Where a part of the value is, or the name of its field; the nearest part around it when it is not there. */
  locate(segments: readonly (string | number)[], of?: 'value' | 'name'): TextPlace | null;
}

type ToPlace = (offset: number) => TextPlace;

/** What a data file may hold besides. */
export interface DataFileOptions {
  /** `!!binary` texts, as recordings of other tools have them; they become a `Uint8Array`. Suites have none. */
  readonly binary?: boolean;
}

/** Reads YAML 1.2 (with `<<` merges) or JSON, which is YAML too, and remembers where each part is. */
export function readDataFile(written: string, options: DataFileOptions = {}): DataFile {
  try {
    // A byte order mark does not count as a column.
    return read(written.replace(/^\uFEFF/u, ''), options);
  } catch (error) {
    if (error instanceof RangeError) return refuse(tooDeep);
    // https://eemeli.org/yaml/#tojs-options: thrown where aliases repeat more than `maxAliasCount`.
    if (error instanceof ReferenceError) {
      return refuse(
        `its aliases repeat more than ${limitOf('aliases')} values (limit aliases). Write them out, or raise the limit with ${toLimitVariable('aliases')}`,
      );
    }
    throw error;
  }
}

const tooDeep = 'it is nested too deeply';

function refuse(reason: string): DataFile {
  const message = `cannot be read as YAML or JSON: ${reason}`;
  const problem: DataProblem = { code: 'bad_yaml', message, line: 1, column: 1 };
  return { value: undefined, problems: [problem], locate: () => null };
}

function read(text: string, { binary = false }: DataFileOptions): DataFile {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    version: '1.2',
    schema: 'core',
    ...(binary ? { customTags: ['binary' as const] } : {}),
    merge: true,
    uniqueKeys: true,
    stringKeys: true,
    prettyErrors: false,
  });
  const toPlace: ToPlace = (offset) => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  const problems = [...document.errors, ...document.warnings].map((error): DataProblem => ({
    code: 'bad_yaml',
    message: `cannot be read as YAML or JSON: ${toClause(error)}`,
    ...toPlace(error.pos[0]),
  }));
  const value: unknown =
    problems.length > 0 ? undefined : document.toJS({ maxAliasCount: limitOf('aliases') });
  keepValueDepth(value, 'read the suite');
  return {
    value,
    problems: problems.length > 0 ? problems : findImprecise(document, toPlace),
    locate: (segments, of = 'value') =>
      (of === 'name' ? locateName(document, segments, toPlace) : null) ??
      locate(document, segments, toPlace),
  };
}

/** Numbers that JavaScript would change, such as ids of 19 digits. */
function findImprecise(document: Document, toPlace: ToPlace): readonly DataProblem[] {
  const problems: DataProblem[] = [];
  visit(document, {
    Scalar(_key, { value, source, range }) {
      if (typeof value !== 'number' || !isChanged(source ?? '', value)) return;
      problems.push({
        code: 'imprecise_number',
        message: `this number has more digits than can be kept, and would become ${value}`,
        found: source ?? String(value),
        remedy: 'Write it as text; where an argument is expected, write { $number: "..." }',
        ...toPlace(range?.[0] ?? 0),
      });
    },
  });
  return problems;
}

function isChanged(source: string, value: number): boolean {
  if (!/^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?$/.test(source)) return false;
  const kept: JsonValue = Number.isFinite(value) ? value : null;
  return !losslessEqual({ type: 'number', text: source }, toLossless(kept));
}

function locateName(
  document: Document,
  segments: readonly (string | number)[],
  toPlace: ToPlace,
): TextPlace | null {
  const name = segments.at(-1);
  const owner: unknown = document.getIn(segments.slice(0, -1), true);
  if (!isMap(owner)) return null;
  const key = owner.items.find((item) => isScalar(item.key) && item.key.value === name)?.key;
  return isScalar(key) && key.range ? toPlace(key.range[0]) : null;
}

function locate(
  document: Document,
  segments: readonly (string | number)[],
  toPlace: ToPlace,
): TextPlace | null {
  for (let length = segments.length; length >= 0; length -= 1) {
    const node: unknown = document.getIn(segments.slice(0, length), true);
    if (isNode(node) && node.range) return toPlace(node.range[0]);
  }
  return null;
}

/** The reader's words as the end of a sentence. */
function toClause({ code, message }: YAMLError): string {
  // The reader's own way of saying that it ran out of stack.
  if (code === 'RESOURCE_EXHAUSTION' || /call stack/i.test(message)) return tooDeep;
  const first = message.split('\n')[0] ?? '';
  return first.replace(/[.:]$/, '').replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase());
}
