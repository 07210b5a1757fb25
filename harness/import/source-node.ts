import type { JsonValue } from '../json/json.ts';
import { readLosslessJson, writeLosslessJson, type LosslessValue } from '../json/lossless-json.ts';
import { ImportError } from './import-error.ts';

/** A value in a file made elsewhere: read field by field, and what does not fit is reported with its place. */
export class SourceNode {
  readonly #value: LosslessValue;
  readonly #parent: SourceNode | null;
  /** Its own step of the path; of the root, the name of the file. */
  readonly #step: string;

  constructor(value: LosslessValue, step: string, parent: SourceNode | null = null) {
    this.#value = value;
    this.#step = step;
    this.#parent = parent;
  }

  /** Its place: `runs.json $.messages[2]`. */
  get place(): string {
    return this.#parent === null ? `${this.#step} $` : `${this.#parent.place}${this.#step}`;
  }

  /** A field; `null` when it is absent or `null`. */
  get(name: string): SourceNode | null {
    if (!isObject(this.#value)) throw this.refuse('an object');
    const value = this.#value.fields.get(name) ?? null;
    return value === null ? null : new SourceNode(value, `.${name}`, this);
  }

  /** A field that must be there. */
  need(name: string): SourceNode {
    const field = this.get(name);
    if (field === null) throw this.refuse(`an object with "${name}"`);
    return field;
  }

  entries(): readonly (readonly [name: string, node: SourceNode])[] {
    if (!isObject(this.#value)) throw this.refuse('an object');
    return [...this.#value.fields].map(([name, value]) => [
      name,
      new SourceNode(value, `.${name}`, this),
    ]);
  }

  items(): readonly SourceNode[] {
    if (!isList(this.#value)) throw this.refuse('a list');
    return this.#value.map((value, index) => new SourceNode(value, `[${index}]`, this));
  }

  get isList(): boolean {
    return isList(this.#value);
  }

  get isText(): boolean {
    return typeof this.#value === 'string';
  }

  text(): string {
    if (typeof this.#value !== 'string') throw this.refuse('text');
    return this.#value;
  }

  flag(): boolean {
    if (typeof this.#value !== 'boolean') throw this.refuse('true or false');
    return this.#value;
  }

  number(): number {
    if (isList(this.#value) || typeof this.#value !== 'object' || this.#value?.type !== 'number') {
      throw this.refuse('a number');
    }
    return Number(this.#value.text);
  }

  /** As compact JSON; numbers keep their text. */
  json(): string {
    return writeLosslessJson(this.#value);
  }

  /** As an ordinary value. */
  plain(): JsonValue {
    return toPlain(this.#value);
  }

  /** What to throw when it is not what is needed. */
  refuse(expected: string): ImportError {
    const json = this.json();
    const found = json.length > 60 ? `${json.slice(0, 60)}...` : json;
    return new ImportError(this.place, `expected ${expected}, found ${found}`);
  }
}

/**
 * Reads a JSON text.
 *
 * @throws ImportError when it is not JSON.
 */
export function readSource(text: string, name: string): SourceNode {
  const reading = readLosslessJson(text);
  if (reading.ok) return new SourceNode(reading.value.value, name);
  const { code, position } = reading.error;
  const line = text.slice(0, position).split('\n').length;
  throw new ImportError(name, `it is not JSON: ${code.replaceAll('_', ' ')} in line ${line}`);
}

type LosslessList = Extract<LosslessValue, readonly unknown[]>;

function isList(value: LosslessValue): value is LosslessList {
  return Array.isArray(value);
}

function isObject(value: LosslessValue): value is Extract<LosslessValue, { type: 'object' }> {
  return typeof value === 'object' && value !== null && 'type' in value && value.type === 'object';
}

function toPlain(value: LosslessValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (isList(value)) return value.map(toPlain);
  if (!isObject(value)) return Number(value.text);
  return Object.fromEntries([...value.fields].map(([name, item]) => [name, toPlain(item)]));
}
