/** A string inside a JSON text. */
export interface LocatedString {
  /** Such as `.choices[0].delta.content`; list items with an `index` field are named by it. */
  readonly path: string;
  /** Offsets of the literal, quotes included. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** All string values of a JSON text with their places; `null` when it is not JSON. */
export function locateStrings(json: string): readonly LocatedString[] | null {
  try {
    JSON.parse(json);
  } catch {
    return null;
  }
  const reader = new Reader(json);
  return reader.value().strings;
}

interface Located {
  readonly strings: readonly LocatedString[];
  /** The `index` field of an object. */
  readonly index: string | null;
}

const scalar = /[^\s,\]}]+/y;
const literal = /"(?:[^"\\]|\\.)*"/y;
const space = /\s*/y;

/** Reads JSON that is known to be valid; paths grow from the inside out. */
class Reader {
  readonly #json: string;
  #at = 0;

  constructor(json: string) {
    this.#json = json;
  }

  value(): Located {
    this.#take(space);
    const char = this.#json[this.#at];
    if (char === '{') return this.#object();
    if (char === '[') return this.#list();
    if (char === '"') {
      const start = this.#at;
      const text = this.#string();
      return { strings: [{ path: '', start, end: this.#at, text }], index: null };
    }
    return { strings: [], index: this.#take(scalar) };
  }

  #object(): Located {
    const strings: LocatedString[] = [];
    let index: string | null = null;
    this.#at += 1;
    for (this.#take(space); this.#json[this.#at] !== '}'; this.#take(space)) {
      const name = this.#string();
      this.#take(space);
      this.#at += 1;
      const found = this.value();
      if (name === 'index') ({ index } = found);
      strings.push(...under(`.${name}`, found.strings));
      this.#skipComma();
    }
    this.#at += 1;
    return { strings, index };
  }

  #list(): Located {
    const strings: LocatedString[] = [];
    this.#at += 1;
    this.#take(space);
    for (let count = 0; this.#json[this.#at] !== ']'; count += 1) {
      const found = this.value();
      strings.push(...under(`[${found.index ?? String(count)}]`, found.strings));
      this.#skipComma();
    }
    this.#at += 1;
    return { strings, index: null };
  }

  #skipComma(): void {
    this.#take(space);
    if (this.#json[this.#at] === ',') this.#at += 1;
    this.#take(space);
  }

  #string(): string {
    // The reader stands at a literal of valid JSON.
    return JSON.parse(this.#take(literal)) as string;
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const text = pattern.exec(this.#json)?.[0] ?? '';
    this.#at += text.length;
    return text;
  }
}

function under(step: string, strings: readonly LocatedString[]): readonly LocatedString[] {
  return strings.map((found) => ({ ...found, path: `${step}${found.path}` }));
}
