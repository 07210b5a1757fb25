import { isJsonObject } from '../core/json.ts';

/**
 * A tool name as it may stand in the history of a request: other characters than letters, digits, `_` and `-` become
 * `_x2e_` (their code point in hexadecimal), since providers refuse a whole request for one such name. More than 64
 * characters are cut. The transcript keeps the name as said.
 */
export function toHistoryName(name: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(name)) return name;
  const escaped = Array.from(name, (char) =>
    /[A-Za-z0-9_-]/.test(char) ? char : `_x${(char.codePointAt(0) ?? 0).toString(16)}_`,
  ).join('');
  return escaped === '' ? 'unnamed' : escaped.slice(0, 64);
}

/** Argument text as it may stand in the history: as said when it is a JSON object, else `{}`; the answer to the call says why. */
export function toHistoryArguments(text: string | null): string {
  if (text === null) return '{}';
  try {
    return isJsonObject(JSON.parse(text)) ? text : '{}';
  } catch {
    return '{}';
  }
}
