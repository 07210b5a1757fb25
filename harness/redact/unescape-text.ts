/** A text with one level of escaping taken off, and where each of its characters was. */
export interface UnescapedText {
  readonly text: string;
  /** Where the character at an offset of `text` begins in the text that was given first. */
  toOriginal(offset: number): number;
}

/** Levels are taken off until nothing is left to take off, and no more than this: each level of JSON doubles its text. */
const mostLevels = 16;

/** From this level on, a percent sign or ampersand that was escaped many times is read at once. */
const stepwise = 3;

const one =
  /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^A-Za-z0-9]|[bfnrt])|(?:%[0-9A-Fa-f]{2})+|&(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});/g;
const many =
  /\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[^A-Za-z0-9]|[bfnrt])|%(?:25)*[0-9A-Fa-f]{2}|&(?:amp;)*(?:amp|lt|gt|quot|apos|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});/g;

/** The text itself, then what it says when the escapes of JSON, JavaScript, patterns, URLs and HTML are taken off, level by level. */
export function unescapeText(text: string): readonly UnescapedText[] {
  let last: UnescapedText = { text, toOriginal: (offset) => offset };
  const levels = [last];
  while (levels.length <= mostLevels) {
    const next = unescapeOnce(last, levels.length <= stepwise ? one : many);
    if (next === null) break;
    levels.push(next);
    last = next;
  }
  return levels;
}

/** Taken off from some text: nothing has an escape without one of these. */
const escapeSigns = /[\\%&]/;

function unescapeOnce(from: UnescapedText, pattern: RegExp): UnescapedText | null {
  if (!escapeSigns.test(from.text)) return null;
  const pieces: string[] = [];
  /** Offsets in the new text from which on characters lie at offsets of the old one. */
  const marks: { readonly to: number; readonly at: number }[] = [{ to: 0, at: 0 }];
  let length = 0;
  let copied = 0;
  for (const match of from.text.matchAll(pattern)) {
    const before = from.text.slice(copied, match.index);
    pieces.push(before);
    length += before.length;
    for (const { text, width, at } of decode(match[0])) {
      marks.push({ to: length, at: match.index + at });
      pieces.push(text);
      length += text.length;
      marks.push({ to: length, at: match.index + at + width });
    }
    copied = match.index + match[0].length;
  }
  if (pieces.length === 0) return null;
  pieces.push(from.text.slice(copied));
  return {
    text: pieces.join(''),
    toOriginal: (offset) => from.toOriginal(moveBack(offset, marks)),
  };
}

function moveBack(
  offset: number,
  marks: readonly { readonly to: number; readonly at: number }[],
): number {
  let low = 0;
  let high = marks.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((marks[middle]?.to ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  const mark = marks[low] ?? { to: 0, at: 0 };
  return mark.at + offset - mark.to;
}

interface Decoded {
  readonly text: string;
  /** Offset inside the escape, and how many characters it took there. */
  readonly at: number;
  readonly width: number;
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

function decode(escape: string): readonly Decoded[] {
  const width = escape.length;
  if (escape.startsWith('%')) return decodePercent(escape);
  const word = escape.startsWith('&')
    ? escape.slice(1, -1).replace(/^(?:amp;)+/, '')
    : escape.slice(1);
  const code = /^(?:#([0-9]+)|#?[ux]([0-9a-f]+))$/i.exec(word);
  if (code === null) return [{ text: named[word] ?? word, at: 0, width }];
  const point = code[1] === undefined ? Number.parseInt(code[2] ?? '', 16) : Number(code[1]);
  const text = escape.startsWith('\\')
    ? String.fromCharCode(point)
    : String.fromCodePoint(Math.min(point, 0x10_ff_ff));
  return [{ text, at: 0, width }];
}

/** Bytes of URLs are UTF-8; where they are not, each is a character of its own. */
function decodePercent(escape: string): readonly Decoded[] {
  if (/^%(?:25)+[0-9A-Fa-f]{2}$/.test(escape)) {
    const byte = Number.parseInt(escape.slice(-2), 16);
    return [{ text: String.fromCharCode(byte), at: 0, width: escape.length }];
  }
  const bytes = Buffer.from(escape.replaceAll('%', ''), 'hex');
  const text = bytes.toString('utf8');
  const isUtf8 = !text.includes('\ufffd');
  let at = 0;
  return Array.from(isUtf8 ? text : bytes.toString('latin1'), (char) => {
    const width = 3 * (isUtf8 ? Buffer.byteLength(char) : 1);
    at += width;
    return { text: char, at: at - width, width };
  });
}
