/** Makes text from a model safe for a terminal: control characters, escape sequences and direction marks become visible. */
export function toPlainText(text: string): string {
  return text.replace(
    // eslint-disable-next-line no-control-regex -- control characters are what it looks for
    /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]/gu,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
