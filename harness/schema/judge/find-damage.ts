/** What is wrong with a text that is not JSON: the first damage in reading order. */
export interface Damage {
  /**
   * Stable name: `unterminated`, `python_literal`, `fenced`, `control_character`, `trailing_text`,
   * `leading_text`, `unquoted_key`, `unquoted_text`, `non_finite`, `trailing_comma`, `missing_comma`,
   * `missing_colon`, `comment`, `bad_escape`, `bad_number`, `smart_quotes`, `byte_order_mark`,
   * `unexpected_character`.
   */
  readonly hint: string;
  /** One clause, for a person or a model. */
  readonly text: string;
  /** Where, counted from 0 in UTF-16 units. */
  readonly at: number;
}

/** Names the first damage in a text that `JSON.parse` has refused. Nothing is mended. */
export function findDamage(text: string): Damage {
  const outer = findOuterDamage(text);
  if (outer !== null) return outer;
  const reader = new DamageReader(text);
  return reader.read();
}

/** Damage around the value: fences, prose, a byte order mark. */
function findOuterDamage(text: string): Damage | null {
  if (text.startsWith('\uFEFF'))
    return damage('byte_order_mark', 'it begins with a byte order mark', 0);
  const start = text.search(/\S/);
  if (text.startsWith('```', start))
    return damage('fenced', 'it is wrapped in a code fence', start);
  if (/^[A-Za-z][^"'{}[\]]*[{[]/.test(text.slice(start)) && !/^[A-Za-z]+\s*$/.test(text)) {
    return damage('leading_text', 'there is other text before the JSON', start);
  }
  return null;
}

/** Reads JSON by RFC 8259 until the first thing that breaks it. */
class DamageReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Damage {
    const inner = this.#readValue() ?? this.#skipSpace();
    if (inner !== null) return inner;
    if (this.#at < this.#text.length) {
      return damage('trailing_text', 'there is more text after the JSON has ended', this.#at);
    }
    return damage('unexpected_character', 'it cannot be read', 0);
  }

  #skipSpace(): Damage | null {
    while (/[ \t\r\n]/.test(this.#peek())) this.#at += 1;
    if (/^\/[/*]/.test(this.#text.slice(this.#at, this.#at + 2)) || this.#peek() === '#') {
      return damage('comment', 'it holds a comment', this.#at);
    }
    return null;
  }

  #peek(): string {
    return this.#text.charAt(this.#at);
  }

  #readValue(): Damage | null {
    const space = this.#skipSpace();
    if (space !== null) return space;
    const next = this.#peek();
    if (next === '{') return this.#readMembers('}');
    if (next === '[') return this.#readMembers(']');
    if (next === '"') return this.#readText();
    if (/[-+.0-9]/.test(next)) return this.#readNumber();
    return this.#readWord();
  }

  /** The members of an object or the items of an array, with the brackets around them. */
  #readMembers(close: '}' | ']'): Damage | null {
    this.#at += 1;
    for (let count = 0; ; count += 1) {
      const space = this.#skipSpace();
      if (space !== null) return space;
      if (this.#peek() === close) {
        if (count > 0)
          return damage('trailing_comma', 'a comma stands before a closing bracket', this.#at);
        this.#at += 1;
        return null;
      }
      const inner =
        (close === '}' ? this.#readKey() : null) ?? this.#readValue() ?? this.#skipSpace();
      if (inner !== null) return inner;
      const next = this.#peek();
      this.#at += 1;
      if (next === close) return null;
      if (next !== ',') return this.#refuseSeparator(next, close);
    }
  }

  #refuseSeparator(next: string, close: string): Damage {
    const at = this.#at - 1;
    if (next === '') return this.#refuseEnd();
    if (/["'{[\w-]/.test(next)) return damage('missing_comma', 'a comma is missing', at);
    return damage(
      'unexpected_character',
      `"," or "${close}" was due, and ${JSON.stringify(next)} stands there`,
      at,
    );
  }

  #readKey(): Damage | null {
    const next = this.#peek();
    if (next !== '"') return this.#refuseKey(next);
    const inner = this.#readText() ?? this.#skipSpace();
    if (inner !== null) return inner;
    if (this.#peek() === '') return this.#refuseEnd();
    if (this.#peek() !== ':')
      return damage('missing_colon', 'a colon is missing after a key', this.#at);
    this.#at += 1;
    return null;
  }

  #refuseKey(next: string): Damage {
    if (next === '') return this.#refuseEnd();
    if (next === "'") return damage('python_literal', 'text stands in single quotes', this.#at);
    if (isSmartQuote(next))
      return damage('smart_quotes', 'text stands in typographic quotes', this.#at);
    if (/[\p{L}\p{N}_$]/u.test(next))
      return damage('unquoted_key', 'a key stands without quotes', this.#at);
    return damage(
      'unexpected_character',
      `a key was due, and ${JSON.stringify(next)} stands there`,
      this.#at,
    );
  }

  #readText(): Damage | null {
    for (this.#at += 1; ; this.#at += 1) {
      const next = this.#peek();
      if (next === '') return this.#refuseEnd();
      if (next < ' ') {
        return damage(
          'control_character',
          'a raw control character stands in a text, where JSON wants an escape',
          this.#at,
        );
      }
      if (next === '"') {
        this.#at += 1;
        return null;
      }
      if (next !== '\\') continue;
      const escape = /^\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/.exec(
        this.#text.slice(this.#at, this.#at + 6),
      );
      if (escape === null) return this.#refuseEscape();
      this.#at += escape[0].length - 1;
    }
  }

  #refuseEscape(): Damage {
    const rest = this.#text.slice(this.#at);
    if (/^\\(?:u[0-9a-fA-F]{0,3})?$/.test(rest)) return this.#refuseEnd();
    return damage('bad_escape', 'a backslash begins no escape that JSON knows', this.#at);
  }

  #readNumber(): Damage | null {
    const start = this.#at;
    const word = /^[-+]?(?:Infinity|NaN)\b/.exec(this.#text.slice(start));
    if (word !== null) return damage('non_finite', `${word[0]} is no JSON number`, start);
    const raw = /^[-+.\w]+/.exec(this.#text.slice(start))?.[0] ?? '';
    this.#at += raw.length;
    if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(raw)) return null;
    const isCut =
      this.#at === this.#text.length &&
      /^-?(?:(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][-+]?)?)?$/.test(raw);
    return isCut
      ? this.#refuseEnd()
      : damage('bad_number', `${JSON.stringify(raw)} is no JSON number`, start);
  }

  #readWord(): Damage | null {
    const start = this.#at;
    const next = this.#peek();
    if (next === '') return this.#refuseEnd();
    if (next === "'") return damage('python_literal', 'text stands in single quotes', start);
    if (isSmartQuote(next))
      return damage('smart_quotes', 'text stands in typographic quotes', start);
    const word = /^[\p{L}\p{N}_$]+/u.exec(this.#text.slice(start))?.[0] ?? '';
    this.#at += word.length;
    if (['true', 'false', 'null'].includes(word)) return null;
    if (['True', 'False', 'None'].includes(word))
      return damage('python_literal', `${word} is Python, not JSON`, start);
    if (['NaN', 'Infinity'].includes(word))
      return damage('non_finite', `${word} is no JSON number`, start);
    const isCut =
      this.#at === this.#text.length && /^(?:t|tr|tru|f|fa|fal|fals|n|nu|nul)$/.test(word);
    if (isCut) return this.#refuseEnd();
    if (word !== '') return damage('unquoted_text', 'a text stands without quotes', start);
    return damage(
      'unexpected_character',
      `a value was due, and ${JSON.stringify(next)} stands there`,
      start,
    );
  }

  #refuseEnd(): Damage {
    return damage('unterminated', 'it ends before it is complete', this.#text.length);
  }
}

function isSmartQuote(character: string): boolean {
  return /[\u2018-\u201F\u300C-\u300F]/.test(character);
}

function damage(hint: string, text: string, at: number): Damage {
  return { hint, text, at };
}
