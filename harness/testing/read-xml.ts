/** An element of a document. Text is that of the element itself, without its children's. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  readonly text: string;
}

/**
 * Reads the XML that our writers write, and refuses everything that is not well-formed: XML 1.0 without document type,
 * comments and character data sections.
 *
 * @throws Error at the first thing that an XML processor must refuse.
 */
export function readXml(text: string): XmlElement {
  const bad = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u.exec(text);
  if (bad !== null) throw new Error(`character ${bad.index} is none of XML`);
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
  if (!text.startsWith(declaration)) throw new Error('no declaration');
  const reader = new Reader(text, declaration.length);
  const root = reader.readElement();
  if (text.slice(reader.at).trim() !== '') throw new Error('text after the root');
  return root;
}

class Reader {
  at: number;
  readonly #text: string;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  readElement(): XmlElement {
    const [, name = ''] = this.#take(/<([A-Za-z][\w.-]*)/uy);
    const attributes: Record<string, string> = {};
    for (
      let next = this.#try(attributePattern);
      next !== null;
      next = this.#try(attributePattern)
    ) {
      const [, key = '', value = ''] = next;
      if (key in attributes) throw new Error(`attribute ${key} twice`);
      // A processor turns line breaks and tabs in attributes into spaces.
      attributes[key] = decode(value.replace(/[\t\n\r]/gu, ' '));
    }
    if (this.#try(/\/>/uy) !== null) return { name, attributes, children: [], text: '' };
    this.#take(/>/uy);
    const children: XmlElement[] = [];
    let text = '';
    while (this.#try(new RegExp(`</${name}>`, 'uy')) === null) {
      if (this.#text[this.at] === '<') children.push(this.readElement());
      else text += decode(this.#take(/[^<]+/uy)[0].replace(/\r\n?/gu, '\n'));
    }
    return { name, attributes, children, text: children.length > 0 ? text.trim() : text };
  }

  #take(pattern: RegExp): RegExpExecArray {
    const match = this.#try(pattern);
    if (match === null)
      throw new Error(`at ${this.at}: ${this.#text.slice(this.at, this.at + 40)}`);
    return match;
  }

  #try(pattern: RegExp): RegExpExecArray | null {
    const sticky = new RegExp(pattern);
    sticky.lastIndex = this.at;
    const match = sticky.exec(this.#text);
    if (match !== null) this.at = sticky.lastIndex;
    return match;
  }
}

const attributePattern = /\s+([A-Za-z][\w.-]*)="([^<"]*)"/uy;

function decode(text: string): string {
  const bare = text.replace(/&(?:#(\d+)|(amp|lt|gt|quot|apos));/gu, '');
  if (bare.includes('&')) throw new Error(`unknown entity in ${bare}`);
  return text.replace(/&(?:#(\d+)|(\w+));/gu, (_, code: string | undefined, name: string) =>
    code === undefined ? (entities[name] ?? '') : String.fromCodePoint(Number(code)),
  );
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
