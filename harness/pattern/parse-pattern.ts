import { anyChar, complement, escapedSets, foldCase, unite, type CharSet } from './char-set.ts';

/** A regular expression taken apart, as far as it matters for how it is searched. */
export type PatternNode =
  /** Takes no character: an edge, a word boundary, nothing at all. */
  | { readonly type: 'nothing' }
  | { readonly type: 'char'; readonly set: CharSet }
  | { readonly type: 'sequence' | 'choice'; readonly items: readonly PatternNode[] }
  | {
      readonly type: 'repeat';
      readonly item: PatternNode;
      readonly min: number;
      readonly max: number;
    }
  /** Looks ahead or behind and takes nothing. */
  | { readonly type: 'look'; readonly item: PatternNode };

const controls: ReadonlyMap<string, string> = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['0', '\0'],
]);

const nothing: PatternNode = { type: 'nothing' };

/**
 * Parses a regular expression that JavaScript accepts. A letter means both cases. Rare forms (`\p{...}`, back references)
 * mean any character, so that the expression is judged as slower than it may be.
 */
export function parsePattern(pattern: string): PatternNode {
  return new PatternParser(pattern).choice();
}

class PatternParser {
  readonly #text: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#text = Array.from(pattern);
  }

  choice(): PatternNode {
    const items = [this.#sequence()];
    while (this.#take('|')) items.push(this.#sequence());
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { type: 'choice', items };
  }

  #sequence(): PatternNode {
    const items: PatternNode[] = [];
    for (;;) {
      const head = this.#text[this.#at];
      if (head === undefined || head === '|' || head === ')') break;
      items.push(this.#quantified(this.#atom()));
    }
    return { type: 'sequence', items };
  }

  #quantified(item: PatternNode): PatternNode {
    const bounds = this.#bounds();
    if (bounds === null) return item;
    this.#take('?');
    return { type: 'repeat', item, ...bounds };
  }

  #bounds(): { readonly min: number; readonly max: number } | null {
    if (this.#take('*')) return { min: 0, max: Number.POSITIVE_INFINITY };
    if (this.#take('+')) return { min: 1, max: Number.POSITIVE_INFINITY };
    if (this.#take('?')) return { min: 0, max: 1 };
    const braces = /^\{(\d+)(,(\d*))?\}/.exec(this.#text.slice(this.#at, this.#at + 40).join(''));
    if (braces === null) return null;
    this.#at += braces[0].length;
    const min = Number(braces[1]);
    const max = braces[2] === undefined ? min : braces[3] === '' ? Infinity : Number(braces[3]);
    return { min, max };
  }

  #atom(): PatternNode {
    const head = this.#text[this.#at] ?? '';
    this.#at += 1;
    switch (head) {
      case '(':
        return this.#group();
      case '[':
        return toChar(this.#class());
      case '.':
        return toChar(anyChar);
      case '^':
      case '$':
        return nothing;
      case '\\':
        return this.#escape();
      default:
        return toChar(setOf(head));
    }
  }

  #group(): PatternNode {
    const isLook = this.#take('?=') || this.#take('?!') || this.#take('?<=') || this.#take('?<!');
    if (!isLook && this.#take('?')) {
      // `(?:`, `(?<name>` or flags such as `(?i:`.
      const end = this.#text[this.#at] === '<' ? '>' : ':';
      while (this.#at < this.#text.length && !this.#take(end)) this.#at += 1;
    }
    const item = this.choice();
    this.#take(')');
    return isLook ? { type: 'look', item } : item;
  }

  /** An escape outside of a class. */
  #escape(): PatternNode {
    const letter = this.#text[this.#at] ?? '';
    if (letter === 'b' || letter === 'B') {
      this.#at += 1;
      return nothing;
    }
    if (letter === 'k') {
      while (this.#at < this.#text.length && !this.#take('>')) this.#at += 1;
      return { type: 'repeat', item: toChar(anyChar), min: 0, max: Infinity };
    }
    if (/[1-9]/.test(letter)) {
      while (/\d/.test(this.#text[this.#at] ?? '')) this.#at += 1;
      return { type: 'repeat', item: toChar(anyChar), min: 0, max: Infinity };
    }
    return toChar(this.#escapedSet());
  }

  #class(): CharSet {
    const isNegated = this.#take('^');
    const sets: CharSet[] = [];
    while (this.#at < this.#text.length && !this.#take(']')) {
      const from = this.#classMember();
      const isRange = this.#text[this.#at] === '-' && this.#text[this.#at + 1] !== ']';
      if (!isRange) {
        sets.push(from);
        continue;
      }
      this.#at += 1;
      const to = this.#classMember();
      const [first, last] = [from[0]?.[0] ?? 0, to.at(-1)?.[1] ?? 0];
      sets.push(first <= last ? [[first, last]] : [...from, ...to]);
    }
    const set = foldCase(unite(sets));
    return isNegated ? complement(set) : set;
  }

  #classMember(): CharSet {
    const head = this.#text[this.#at] ?? '';
    this.#at += 1;
    if (head !== '\\') return setOf(head);
    if (this.#take('b')) return [[8, 8]];
    return this.#escapedSet();
  }

  #escapedSet(): CharSet {
    const letter = this.#text[this.#at] ?? '';
    this.#at += 1;
    const lower = letter.toLowerCase();
    const known = escapedSets.get(lower);
    if (known !== undefined) return letter === lower ? known : complement(known);
    if (lower === 'p' && this.#text[this.#at] === '{') {
      while (this.#at < this.#text.length && !this.#take('}')) this.#at += 1;
      return anyChar;
    }
    if (letter === 'u' || letter === 'x') return this.#codePoint(letter);
    return setOf(controls.get(letter) ?? letter);
  }

  #codePoint(letter: 'u' | 'x'): CharSet {
    const rest = this.#text.slice(this.#at, this.#at + 10).join('');
    const found =
      letter === 'x'
        ? /^()([0-9a-f]{2})/i.exec(rest)
        : /^(\{)([0-9a-f]+)\}|^()([0-9a-f]{4})/i.exec(rest);
    if (found === null) return setOf(letter);
    this.#at += found[0].length;
    const code = Number.parseInt(found[2] ?? found[4] ?? '0', 16);
    return [[code, code]];
  }

  #take(text: string): boolean {
    for (let index = 0; index < text.length; index += 1) {
      if (this.#text[this.#at + index] !== text[index]) return false;
    }
    this.#at += text.length;
    return true;
  }
}

function setOf(char: string): CharSet {
  const code = char.codePointAt(0) ?? 0;
  return [[code, code]];
}

function toChar(set: CharSet): PatternNode {
  return { type: 'char', set: foldCase(set) };
}
