/** A text as part of a regular expression that finds just this text. */
export function escapeText(text: string): string {
  // `-` is only special in classes, and there is no escape for it outside of them under the flag `u`.
  return text.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

/** One of several parts. */
export function anyOf(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? '') : `(?:${parts.join('|')})`;
}

/** A part in which case matters, as it does not otherwise in `says` and `saysNot`. A part without letters needs no mark. */
export function withCase(part: string): string {
  return /\p{L}/u.test(part) ? `(?-i:${part})` : part;
}

/** Finds only texts that hold all of the parts. */
export function allOf(parts: readonly string[]): string {
  return `^${parts.map((part) => String.raw`(?=[\s\S]*${part})`).join('')}`;
}
