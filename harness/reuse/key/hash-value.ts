import { hash } from 'node:crypto';

/** A value whose results cannot be reused, because it is not known what they depend on. */
export class UnknownValueError extends Error {
  override readonly name = 'UnknownValueError';
}

/** What is known of the functions in a value. */
export interface HashedCode {
  /** The files that all functions come from are part of the key; `false`: a function without a source is refused. */
  readonly isKnown: boolean;
  /** The data that a function was made of, where it was made of data alone. */
  sourceOf(made: object): unknown;
}

/**
 * SHA-256 of a value as it was loaded: the order of its fields counts, because models see it.
 *
 * @throws UnknownValueError for a function or an object whose content cannot be known.
 */
export function hashValue(value: unknown, code: HashedCode): string {
  const writer = new ValueWriter(code);
  writer.write(value);
  return hash('sha256', writer.text);
}

class ValueWriter {
  text = '';
  readonly #code: HashedCode;
  readonly #above: object[] = [];

  constructor(code: HashedCode) {
    this.#code = code;
  }

  write(value: unknown): void {
    if (typeof value === 'function') this.#writeFunction(value);
    else if (typeof value === 'symbol') throw new UnknownValueError('a symbol');
    else if (typeof value === 'object' && value !== null) {
      this.#nest(value, () => {
        this.#writeObject(value);
      });
    } else this.#add(typeof value, Object.is(value, -0) ? '-0' : String(value));
  }

  #writeFunction(value: object): void {
    const source = this.#code.sourceOf(value);
    if (source === undefined && !this.#code.isKnown) throw new UnknownValueError('a function');
    this.#add('code', '');
    if (source === undefined) return;
    this.#nest(value, () => {
      this.write(source);
    });
  }

  /** An object inside itself is named by how far above it is. */
  #nest(value: object, write: () => void): void {
    const place = this.#above.indexOf(value);
    if (place >= 0) {
      this.#add('above', String(place));
      return;
    }
    this.#above.push(value);
    write();
    this.#above.pop();
  }

  #writeObject(value: object): void {
    if (Array.isArray(value)) {
      this.#add('list', String(value.length));
      for (const item of value as readonly unknown[]) this.write(item);
      return;
    }
    if (value instanceof RegExp) {
      this.#add('pattern', `${String(value)} ${value.lastIndex}`);
      return;
    }
    const prototype: unknown = Object.getPrototypeOf(value);
    const isPlain = prototype === null || prototype === Object.prototype;
    // What an object of a class holds cannot be seen; the files say it all where they are known.
    if (!isPlain && !this.#code.isKnown) throw new UnknownValueError('an object of a class');
    const entries = Object.entries(value);
    this.#add(isPlain ? 'object' : 'instance', String(entries.length));
    for (const [name, item] of entries) {
      this.#add('name', name);
      this.write(item);
    }
  }

  /** With its length, so that no two values give the same text. */
  #add(kind: string, text: string): void {
    this.text += `${kind}:${text.length}:${text};`;
  }
}
