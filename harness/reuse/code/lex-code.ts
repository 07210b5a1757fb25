/** A module as its code alone. */
export interface LexedCode {
  /** The text with every comment as a space, and every text literal as `"n"`: its place in `texts`. */
  readonly code: string;
  readonly texts: readonly string[];
  /** Something did not read like code, so that what is code and what is text is not certain. */
  readonly isUnsure: boolean;
}

/** Parts code from texts and comments. Types of TypeScript are code; JSX is not known. */
export function lexCode(source: string): LexedCode {
  const lexer = new Lexer(source);
  lexer.run();
  return { code: lexer.code, texts: lexer.texts, isUnsure: lexer.isUnsure };
}

/** After these words an expression begins, so that a slash begins a pattern. */
const beforeExpression =
  /(?:^|[^\w$.])(?:return|typeof|case|in|of|delete|void|throw|new|else|do|instanceof|yield|await|default|extends)$/u;

class Lexer {
  code = '';
  readonly texts: string[] = [];
  isUnsure = false;
  readonly #source: string;
  #at = 0;
  /** For each open template, how many braces are open inside its expression. */
  readonly #templates: number[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  run(): void {
    const { length } = this.#source;
    while (this.#at < length) this.#step();
    if (this.#templates.length > 0) this.isUnsure = true;
  }

  #step(): void {
    const char = this.#source[this.#at] ?? '';
    switch (char) {
      case '"':
      case "'":
        this.#readText(char);
        return;
      case '`':
        this.#at += 1;
        this.#readTemplate();
        return;
      case '/':
        this.#readSlash();
        return;
      case '{':
      case '}':
        this.#readBrace(char);
        return;
      default:
        this.#readCode();
    }
  }

  /** Code up to the next character that may begin something else. */
  #readCode(): void {
    special.lastIndex = this.#at;
    const end = special.test(this.#source) ? special.lastIndex - 1 : this.#source.length;
    this.code += this.#source.slice(this.#at, end);
    this.#at = end;
  }

  #readText(quote: string): void {
    let text = '';
    for (let at = this.#at + 1; at < this.#source.length; at += 1) {
      const char = this.#source[at] ?? '';
      if (char === quote) {
        this.#addText(text);
        this.#at = at + 1;
        return;
      }
      if (char === '\n') break;
      if (char === '\\') at += 1;
      text += this.#source.slice(at, at + 1);
    }
    this.isUnsure = true;
    this.code += quote;
    this.#at += 1;
  }

  #addText(text: string): void {
    this.code += `"${this.texts.length}"`;
    this.texts.push(text);
  }

  /** The text of a template up to its end, or to an expression inside it. */
  #readTemplate(): void {
    for (let at = this.#at; at < this.#source.length; at += 1) {
      const char = this.#source[at];
      if (char === '\\') at += 1;
      else if (char === '`') {
        this.code += ' `` ';
        this.#at = at + 1;
        return;
      } else if (char === '$' && this.#source[at + 1] === '{') {
        this.code += ' `` ${';
        this.#templates.push(0);
        this.#at = at + 2;
        return;
      }
    }
    this.isUnsure = true;
    this.#at = this.#source.length;
  }

  #readBrace(char: string): void {
    const open = this.#templates.at(-1);
    this.code += char;
    this.#at += 1;
    if (open === undefined) return;
    if (char === '{') this.#templates[this.#templates.length - 1] = open + 1;
    else if (open > 0) this.#templates[this.#templates.length - 1] = open - 1;
    else {
      this.#templates.pop();
      this.#readTemplate();
    }
  }

  #readSlash(): void {
    const next = this.#source[this.#at + 1];
    if (next === '/') this.#skip(this.#source.indexOf('\n', this.#at));
    else if (next === '*') {
      const end = this.#source.indexOf('*/', this.#at + 2);
      this.#skip(end < 0 ? -1 : end + 2);
    } else if (this.#beginsPattern()) this.#readPattern();
    else {
      this.code += '/';
      this.#at += 1;
    }
  }

  #skip(end: number): void {
    this.code += ' ';
    this.#at = end < 0 ? this.#source.length : end;
  }

  #beginsPattern(): boolean {
    const before = this.code.slice(-40).trimEnd();
    const last = before.at(-1) ?? ';';
    if (/[\w$]/u.test(last)) return beforeExpression.test(before);
    // After a bracket it is most likely a division; where it is not, what follows is not certain.
    if (last === ')' || last === '}') {
      const line = this.#source.slice(this.#at + 1).split('\n', 1)[0] ?? '';
      if (/\/[dgimsuvy]*\s*(?:[.),;]|$)/u.test(line)) this.isUnsure = true;
    }
    return !/[)\]}"`]/u.test(last);
  }

  #readPattern(): void {
    let isInClass = false;
    for (let at = this.#at + 1; at < this.#source.length; at += 1) {
      const char = this.#source[at];
      if (char === '\n') break;
      if (char === '\\') at += 1;
      else if (char === '[') isInClass = true;
      else if (char === ']') isInClass = false;
      else if (char === '/' && !isInClass) {
        // Its flags stay behind it: one word of code.
        this.code += ' `` ';
        this.#at = at + 1;
        return;
      }
    }
    this.isUnsure = true;
    this.code += '/';
    this.#at += 1;
  }
}

const special = /["'`/{}]/gu;
