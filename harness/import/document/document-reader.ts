import { isJsonObject, type JsonValue } from '../../json/json.ts';
import type { LosslessValue } from '../../json/lossless-json.ts';
import type { ExpectationProblem } from '../../expectation/expectation-problem.ts';

/** A value in a document: its place, and what it is with and without loss. */
export interface DocumentNode {
  /** JSON path, such as `$.cases[3].calls`. */
  readonly path: string;
  readonly value: JsonValue;
  readonly exact: LosslessValue;
}

/** One thing wrong with a document. */
export interface DocumentProblem {
  readonly path: string;
  readonly expected: string;
  readonly found: JsonValue;
}

/** A warning about a document, which does not prevent scoring. */
export interface DocumentWarning {
  readonly code: string;
  readonly path: string;
  readonly text: string;
}

/** The fields of an object that are there. */
export type DocumentFields = ReadonlyMap<string, DocumentNode>;

/** Reads a document and collects all of its problems. */
export class DocumentReader {
  readonly problems: DocumentProblem[] = [];
  readonly warnings: DocumentWarning[] = [];

  /** Reports a problem; the same problem only once, even if several cases share the expectation that has it. */
  refuse(node: DocumentNode, expected: string): void {
    const { path } = node;
    if (this.problems.some((one) => one.path === path && one.expected === expected)) return;
    this.problems.push({ path, expected, found: shorten(node.value) });
  }

  /** The fields of an object; unknown ones are refused. `null` when it is not an object. */
  fields(node: DocumentNode, known: readonly string[] | null): DocumentFields | null {
    const { value, exact } = node;
    if (!isJsonObject(value)) {
      this.refuse(node, 'an object');
      return null;
    }
    const fields = new Map<string, DocumentNode>();
    for (const [key, item] of Object.entries(value)) {
      const child = {
        path: toFieldPath(node.path, key),
        value: item ?? null,
        exact: fieldOf(exact, key),
      };
      if (known === null || known.includes(key)) fields.set(key, child);
      else this.refuse(child, `one of ${known.join(', ')}`);
    }
    return fields;
  }

  /** The items of a list; `[]` with a problem when it is none. */
  items(node: DocumentNode): readonly DocumentNode[] {
    const { value, exact, path } = node;
    if (!Array.isArray(value)) {
      this.refuse(node, 'a list');
      return [];
    }
    // A list of a JSON value holds JSON values.
    const list: readonly JsonValue[] = value;
    return list.map((item, index) => ({
      path: `${path}[${index}]`,
      value: item,
      exact: itemOf(exact, index),
    }));
  }

  /** A text; `''` with a problem when it is none. */
  text(node: DocumentNode): string {
    if (typeof node.value === 'string') return node.value;
    this.refuse(node, 'a text');
    return '';
  }

  /** The items of a list; a text alone is a list of one. */
  oneOrMore(node: DocumentNode | undefined): readonly DocumentNode[] {
    if (node === undefined) return [];
    return typeof node.value === 'string' ? [node] : this.items(node);
  }

  texts(node: DocumentNode | undefined): readonly string[] {
    return this.oneOrMore(node).map((item) => this.text(item));
  }

  /** Problems of an expectation, each once, though several cases share it. */
  refuseExpectations(problems: readonly ExpectationProblem[]): void {
    for (const { path, message, expected, found, remedy } of problems) {
      const wanted = typeof expected === 'string' ? expected : message;
      const text = remedy === undefined ? wanted : `${wanted} (${remedy})`;
      if (this.problems.some((one) => one.path === path && one.expected === text)) continue;
      this.problems.push({ path, expected: text, found: shorten(found ?? null) });
    }
  }

  /** A count from 0; 0 with a problem when it is none. */
  count(node: DocumentNode): number {
    const { value } = node;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
    this.refuse(node, 'a whole number from 0');
    return 0;
  }

  /** One of some words; the first of them with a problem when it is none. */
  word<Word extends string>(
    node: DocumentNode | undefined,
    words: readonly [Word, ...Word[]],
  ): Word {
    const [usual] = words;
    if (node === undefined) return usual;
    const found = words.find((word) => word === node.value);
    if (found === undefined) this.refuse(node, `one of ${words.join(', ')}`);
    return found ?? usual;
  }
}

function fieldOf(exact: LosslessValue, key: string): LosslessValue {
  const isObject = typeof exact === 'object' && exact !== null && 'type' in exact;
  return isObject && exact.type === 'object' ? (exact.fields.get(key) ?? null) : null;
}

function itemOf(exact: LosslessValue, index: number): LosslessValue {
  const isList = typeof exact === 'object' && exact !== null && !('type' in exact);
  return isList ? (exact[index] ?? null) : null;
}

function toFieldPath(path: string, key: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;
}

/** Long values would hide the message. */
function shorten(value: JsonValue): JsonValue {
  const text = JSON.stringify(value);
  return text.length > 120 ? `${text.slice(0, 117)}...` : value;
}
