/**
 * Makes text from a model safe to show anywhere: control characters, direction marks, invisible characters and broken
 * halves of characters become visible as `\uXXXX`. Line breaks and tabs stay, and so do the joiners that some scripts
 * and emoji need.
 */
export function toVisibleText(text: string): string {
  return text.replace(hidden, toEscape);
}

/** The same on one line: line breaks and tabs become visible too. */
export function toVisibleLine(text: string): string {
  return text.replace(hidden, toEscape).replace(/[\t\n\r]/gu, toEscape);
}

/** The same for text that may be JSON: every escape is one of JSON's, so that its values stay the same. */
export function toVisibleOutput(text: string): string {
  return text
    .replace(hidden, (character) =>
      Array.from({ length: character.length }, (_, unit) =>
        toUnitEscape(character.charCodeAt(unit)),
      ).join(''),
    )
    .replaceAll('\r', '\\r');
}

function toUnitEscape(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}

/** `\n` for well-known ones, `\u001b` for others, `\u{e0041}` beyond the first plane. */
function toEscape(character: string): string {
  const short = shorts[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  const digits = code.toString(16).padStart(4, '0');
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits}`;
}

const shorts: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** What {@link toVisibleText} replaces; the last two ranges are noncharacters and the tags that smuggle ASCII. */
const hidden =
  // eslint-disable-next-line no-control-regex -- control characters are what it looks for
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\uFFFE\uFFFF\p{Surrogate}\u{E0000}-\u{E007F}]/gu;
