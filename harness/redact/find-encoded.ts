import type { FoundSecret } from './redactor.ts';

/** Finds secrets in a text. */
type Find = (text: string) => readonly FoundSecret[];

/** The shortest run that is looked into: base64 of 12 bytes. */
const minRun = 16;
/** One entry for each code unit: a look-up outside a table is many times slower than one inside. */
const isRunChar = new Uint8Array(0x1_00_00);
/** First characters of a group whose first byte is ASCII: its highest bit is 0. */
const isAsciiStart = new Uint8Array(0x1_00_00);
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/-_') {
  isRunChar[char.charCodeAt(0)] = 1;
}
for (const char of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdef') isAsciiStart[char.charCodeAt(0)] = 1;

/**
 * Base64 that hides a secret. The text before it may look like base64 too, so each of the four
 * offsets is tried; nearly all words and ids fall out because they cannot decode to ASCII.
 */
export function findEncoded(text: string, find: Find): readonly FoundSecret[] {
  const found: FoundSecret[] = [];
  // A run of `minRun` characters covers one of every `minRun`th: the rest is looked at only around those.
  for (let probe = minRun - 1; probe < text.length; probe += minRun) {
    if (!isIn(isRunChar, text, probe)) continue;
    let start = probe;
    while (start > 0 && isIn(isRunChar, text, start - 1)) start -= 1;
    let end = probe + 1;
    while (end < text.length && isIn(isRunChar, text, end)) end += 1;
    if (end - start >= minRun) found.push(...decodeRun(text, { start, end }, find));
    probe = Math.max(probe, end - 1);
  }
  return found;
}

function isIn(set: Uint8Array, text: string, index: number): boolean {
  return set[text.charCodeAt(index)] === 1;
}

function decodeRun(
  text: string,
  run: { readonly start: number; readonly end: number },
  find: Find,
): readonly FoundSecret[] {
  for (let start = run.start; start < run.start + 4; start += 1) {
    if (!canBeAscii(text, start, run.end)) continue;
    const decoded = Buffer.from(text.slice(start, run.end), 'base64').toString('utf8');
    const [hidden] = find(decoded);
    if (hidden === undefined) continue;
    const end = run.end + (/^={1,2}/.exec(text.slice(run.end, run.end + 2))?.[0].length ?? 0);
    return [{ kind: `${hidden.kind}_base64`, start, end, secret: text.slice(start, end) }];
  }
  return [];
}

function canBeAscii(text: string, start: number, end: number): boolean {
  let odd = 0;
  for (let index = start; index < end; index += 4) {
    if (!isIn(isAsciiStart, text, index)) odd += 1;
    // One in ten may be: the encoded text can hold more than ASCII.
    if (odd * 40 > end - start) return false;
  }
  return true;
}
