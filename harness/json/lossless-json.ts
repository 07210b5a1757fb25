import type { JsonValue } from './json.ts';
import { toDecimal } from './number-text.ts';
import type { Result } from './result.ts';

/** A number as it was written: `5`, `5.0` and `1e400` remain different. */
export interface LosslessNumber {
  readonly type: 'number';
  readonly text: string;
}

/** An object with its keys in the order of the text; of a repeated key the last value counts. */
export interface LosslessObject {
  readonly type: 'object';
  readonly fields: ReadonlyMap<string, LosslessValue>;
}

/** A JSON value without any loss. */
export type LosslessValue =
  | null
  | boolean
  | string
  | LosslessNumber
  | LosslessObject
  | readonly LosslessValue[];

/** The value, with details that an ordinary parser would hide. */
export interface LosslessReading {
  readonly value: LosslessValue;
  /** Paths of keys that came more than once, such as `$.a.b`. */
  readonly duplicateKeys: readonly string[];
  /** Paths of strings (or keys) that hold half a surrogate pair. */
  readonly loneSurrogates: readonly string[];
}

/** Why a text is not JSON. `unexpected_end`: it is a beginning of JSON that stops too early. */
export interface LosslessProblem {
  readonly code:
    | 'unexpected_end'
    | 'unexpected_character'
    | 'bad_escape'
    | 'bad_number'
    | 'control_character'
    | 'text_after_value'
    | 'too_deep';
  /** Index of the UTF-16 code unit where it went wrong. */
  readonly position: number;
}

/** Deeper values are refused, so that nothing which walks them runs out of stack. */
const maxDepth = 512;

const surrogate = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * Reads JSON (RFC 8259) and keeps what `JSON.parse` throws away: number text, repeated keys, lone
 * surrogates. Slower than `JSON.parse`: see {@link hasRiskyNumbers} for when it is needed.
 */
export function readLosslessJson(text: string): Result<LosslessReading, LosslessProblem> {
  const reader = new LosslessReader(text);
  try {
    return { ok: true, value: reader.read() };
  } catch (error) {
    if (error instanceof Stop) return { ok: false, error: error.problem };
    throw error;
  }
}

/** Whether a text may hold a number that `JSON.parse` would change. Errs on the side of yes. */
export function hasRiskyNumbers(text: string): boolean {
  return /[0-9]{16}|[0-9.]{17}|\.[0-9]*0(?![0-9])|[0-9][eE][+-]?[0-9]|-0(?![0-9]*[1-9])/.test(text);
}

/** An ordinary value in lossless form; its numbers are written as JSON writes them. */
export function toLossless(value: JsonValue): LosslessValue {
  if (typeof value === 'number') return { type: 'number', text: JSON.stringify(value) };
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => toLossless(item));
  const fields = new Map<string, LosslessValue>();
  for (const [key, item] of Object.entries(value)) {
    if (item !== undefined) fields.set(key, toLossless(item));
  }
  return { type: 'object', fields };
}

/** Compact JSON of a value; numbers keep their text. */
export function writeLosslessJson(value: LosslessValue): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (!('type' in value)) return `[${value.map((item) => writeLosslessJson(item)).join(',')}]`;
  if (value.type === 'number') return value.text;
  const parts: string[] = [];
  for (const [key, item] of value.fields) {
    parts.push(`${JSON.stringify(key)}:${writeLosslessJson(item)}`);
  }
  return `{${parts.join(',')}}`;
}

/**
 * Whether two values are the same. `value`: numbers compare as exact decimals, so 5 equals 5.0 and
 * no two different integers are ever equal, however long. `text`: 5 and 5.0 differ.
 */
export function losslessEqual(
  left: LosslessValue,
  right: LosslessValue,
  numbers: 'value' | 'text' = 'value',
): boolean {
  if (!isNode(left) || !isNode(right)) return left === right;
  if ('type' in left && 'type' in right) return equalNodes(left, right, numbers);
  if ('type' in left || 'type' in right || left.length !== right.length) return false;
  return left.every((item, index) => losslessEqual(item, right[index] ?? null, numbers));
}

function equalNodes(
  left: LosslessNumber | LosslessObject,
  right: LosslessNumber | LosslessObject,
  numbers: 'value' | 'text',
): boolean {
  if (left.type === 'object') {
    return right.type === 'object' && equalFields(left.fields, right.fields, numbers);
  }
  if (right.type !== 'number') return false;
  if (left.text === right.text) return true;
  return numbers === 'value' && toDecimal(left.text) === toDecimal(right.text);
}

function equalFields(
  left: LosslessObject['fields'],
  right: LosslessObject['fields'],
  numbers: 'value' | 'text',
): boolean {
  if (left.size !== right.size) return false;
  for (const [key, item] of left) {
    const other = right.get(key);
    if (other === undefined || !losslessEqual(item, other, numbers)) return false;
  }
  return true;
}

type LosslessNode = LosslessNumber | LosslessObject | readonly LosslessValue[];

function isNode(value: LosslessValue): value is LosslessNode {
  return typeof value === 'object' && value !== null;
}

class Stop extends Error {
  readonly problem: LosslessProblem;

  constructor(code: LosslessProblem['code'], position: number) {
    super(code);
    this.problem = { code, position };
  }
}

const numberPattern = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const numberStart = /-?(?:0|[1-9][0-9]*)?(?:\.[0-9]*)?(?:[eE][+-]?)?$/y;
const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class LosslessReader {
  readonly #text: string;
  readonly #duplicateKeys: string[] = [];
  readonly #loneSurrogates: string[] = [];
  readonly #path: (string | number)[] = [];
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): LosslessReading {
    const value = this.#value();
    this.#space();
    if (this.#at < this.#text.length) throw new Stop('text_after_value', this.#at);
    return {
      value,
      duplicateKeys: this.#duplicateKeys,
      loneSurrogates: this.#loneSurrogates,
    };
  }

  #value(): LosslessValue {
    this.#space();
    const head = this.#text[this.#at];
    if (head === undefined) throw new Stop('unexpected_end', this.#at);
    if (head === '"') return this.#string();
    if (head === '{') return this.#object();
    if (head === '[') return this.#array();
    if (head === 't') return this.#word('true', true);
    if (head === 'f') return this.#word('false', false);
    if (head === 'n') return this.#word('null', null);
    return this.#number();
  }

  #object(): LosslessObject {
    this.#open();
    const fields = new Map<string, LosslessValue>();
    if (!this.#closes('}')) {
      do {
        this.#space();
        this.#expect('"');
        const key = this.#string();
        this.#space();
        this.#expect(':');
        this.#at += 1;
        this.#path.push(key);
        if (fields.has(key)) this.#duplicateKeys.push(this.#where());
        fields.set(key, this.#value());
        this.#path.pop();
      } while (this.#more('}'));
    }
    return { type: 'object', fields };
  }

  #array(): readonly LosslessValue[] {
    this.#open();
    const items: LosslessValue[] = [];
    if (!this.#closes(']')) {
      do {
        this.#path.push(items.length);
        items.push(this.#value());
        this.#path.pop();
      } while (this.#more(']'));
    }
    return items;
  }

  #string(): string {
    let text = '';
    let from = (this.#at += 1);
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (Number.isNaN(unit)) throw new Stop('unexpected_end', this.#at);
      if (unit === 0x22) break;
      if (unit < 0x20) throw new Stop('control_character', this.#at);
      if (unit === 0x5c) {
        text += this.#text.slice(from, this.#at) + this.#escape();
        from = this.#at;
      } else this.#at += 1;
    }
    text += this.#text.slice(from, this.#at);
    this.#at += 1;
    if (surrogate.test(text)) this.#loneSurrogates.push(this.#where());
    return text;
  }

  #escape(): string {
    const letter = this.#text[this.#at + 1];
    if (letter === undefined) throw new Stop('unexpected_end', this.#at + 1);
    if (letter === 'u') {
      const digits = this.#text.slice(this.#at + 2, this.#at + 6);
      if (!/^[0-9a-fA-F]*$/.test(digits)) throw new Stop('bad_escape', this.#at);
      if (digits.length < 4) throw new Stop('unexpected_end', this.#text.length);
      this.#at += 6;
      return String.fromCharCode(Number.parseInt(digits, 16));
    }
    const plain = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
    if (plain === undefined) throw new Stop('bad_escape', this.#at);
    this.#at += 2;
    return plain;
  }

  #number(): LosslessNumber {
    numberPattern.lastIndex = this.#at;
    const text = numberPattern.exec(this.#text)?.[0];
    const after = this.#at + (text?.length ?? 0);
    const next = this.#text[after];
    if (text === undefined || (next !== undefined && /[0-9.eE+-]/.test(next))) {
      numberStart.lastIndex = this.#at;
      const cut = numberStart.test(this.#text) && this.#at < this.#text.length;
      if (cut) throw new Stop('unexpected_end', this.#text.length);
      const code = /[-0-9]/.test(this.#text[this.#at] ?? '')
        ? 'bad_number'
        : 'unexpected_character';
      throw new Stop(code, this.#at);
    }
    this.#at = after;
    return { type: 'number', text };
  }

  #word<T>(word: string, value: T): T {
    const found = this.#text.slice(this.#at, this.#at + word.length);
    if (found === word) {
      this.#at += word.length;
      return value;
    }
    const cut = word.startsWith(found) && this.#at + found.length === this.#text.length;
    throw new Stop(cut ? 'unexpected_end' : 'unexpected_character', this.#at);
  }

  #open(): void {
    if (this.#path.length >= maxDepth) throw new Stop('too_deep', this.#at);
    this.#at += 1;
  }

  #closes(bracket: string): boolean {
    this.#space();
    if (this.#text[this.#at] !== bracket) return false;
    this.#at += 1;
    return true;
  }

  #more(bracket: string): boolean {
    if (this.#closes(bracket)) return false;
    this.#expect(',');
    this.#at += 1;
    return true;
  }

  #expect(character: string): void {
    if (this.#text[this.#at] === character) return;
    const end = this.#at >= this.#text.length;
    throw new Stop(end ? 'unexpected_end' : 'unexpected_character', this.#at);
  }

  #space(): void {
    for (;;) {
      const unit = this.#text.charCodeAt(this.#at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.#at += 1;
    }
  }

  #where(): string {
    return this.#path.reduce<string>(
      (path, step) =>
        typeof step === 'number'
          ? `${path}[${step}]`
          : /^[A-Za-z_$][\w$]*$/.test(step)
            ? `${path}.${step}`
            : `${path}[${JSON.stringify(step)}]`,
      '$',
    );
  }
}
