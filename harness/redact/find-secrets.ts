import { type GuardedPattern, guardPattern } from '../pattern/guard-pattern.ts';
import { findShapes, mayHoldShape } from './find-shapes.ts';
import { isFormatWord } from './format-words.ts';
import { createNamedSecrets, type NamedSecrets } from './named-secret.ts';
import type { FoundSecret } from './redactor.ts';
import { type UnescapedText, unescapeText } from './unescape-text.ts';

/** What is looked for besides the shapes of keys. */
export interface SecretRules {
  /** Literal values that must go, such as the keys in the environment. */
  readonly secrets: readonly string[];
  /** Names of fields whose values must go besides those that are secret everywhere, such as `password`. */
  readonly fields?: readonly string[];
  /** Regular expressions whose matches must go, checked by `checkSecretPattern`. */
  readonly patterns?: readonly string[];
  /** Values that look like secrets and are none. */
  readonly keep?: readonly string[];
}

/** Finds secrets in texts, in linear time. */
export interface SecretFinder {
  /** In order and apart from each other. */
  find(text: string): readonly FoundSecret[];
  /** `true` where nothing in a text can be a secret, not even as a part of what it says as JSON. */
  isClean(text: string): boolean;
  /** Whether a number is a known secret, as it is written. */
  isKnown(text: string): boolean;
  /** Whether a value only looks like a secret. */
  isKept(text: string): boolean;
  readonly named: NamedSecrets;
}

/** Creates a finder of known values, of own patterns and of everything that has the shape or the name of a key. */
export function createSecretFinder(rules: SecretRules): SecretFinder {
  const known = new Set(
    rules.secrets.filter((secret) => !isFormatWord(secret)).flatMap(toSecretVariants),
  );
  const literal = toLiteralPattern([...known]);
  const own = (rules.patterns ?? []).map(toOwnPattern);
  const named = createNamedSecrets(rules.fields ?? []);
  const keep = new Set(rules.keep);
  const anyLiteral = literal === null ? null : new RegExp(literal.source);
  const isPlainClean = (text: string): boolean =>
    !mayHoldShape(text) && !named.mayName(text) && anyLiteral?.test(text) !== true;
  const findPlain = (text: string): readonly FoundSecret[] => {
    const matched = own.flatMap((pattern) => findOwn(text, pattern));
    if (isPlainClean(text)) return matched;
    const literals = literal === null ? [] : findMatches(text, literal, 'known_secret');
    const shapes = findShapes(text);
    const guessed = (found: readonly FoundSecret[]): readonly FoundSecret[] =>
      keep.size === 0 ? found : found.filter(({ secret }) => !keep.has(secret));
    const isScheme = ({ kind }: FoundSecret): boolean => kind === 'bearer' || kind === 'basic_auth';
    const others = shapes.filter((found) => !isScheme(found));
    // A header says more of its value than the scheme in it.
    const schemes = shapes.filter(isScheme);
    return [...literals, ...matched, ...guessed([...others, ...named.find(text), ...schemes])];
  };
  const find = (text: string, depth: number): readonly FoundSecret[] => {
    const levels = unescapeText(text);
    const plain = levels.flatMap((level) => findPlain(level.text).map(toPlace(level, text)));
    const encoded = depth >= mostDecoded ? [] : findEncoded(text, (part) => find(part, depth + 1));
    if (encoded.length === 0 && plain.length < 2) return plain;
    return merge(text, [...plain, ...encoded]);
  };
  return {
    find: (text) => find(text, 0),
    // What an own pattern finds in a value need not be found in a text around it.
    isClean: (text) =>
      own.length === 0 &&
      unescapeText(text).every((level) => isPlainClean(level.text)) &&
      findEncoded(text, (part) => find(part, 1)).length === 0,
    isKnown: (text) => known.has(text),
    isKept: (text) => keep.has(text) && !known.has(text),
    named,
  };
}

/** How often base64 is decoded: base64 in base64 is looked into, too. */
const mostDecoded = 3;

function toLiteralPattern(variants: readonly string[]): RegExp | null {
  if (variants.length === 0) return null;
  // The longest first: one secret may begin another.
  const sorted = variants.toSorted((left, right) => right.length - left.length);
  const escaped = sorted.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
  return new RegExp(escaped.join('|'), 'g');
}

function toOwnPattern(pattern: string): GuardedPattern {
  try {
    return guardPattern(new RegExp(pattern, 'gu'));
  } catch {
    return guardPattern(new RegExp(pattern, 'g'));
  }
}

function findOwn(text: string, pattern: GuardedPattern): readonly FoundSecret[] {
  return pattern
    .matches(text)
    .map(({ start, end }) => ({
      kind: 'own_pattern',
      start,
      end,
      secret: text.slice(start, end),
    }))
    .filter((found) => found.end > found.start);
}

function findMatches(text: string, pattern: RegExp, kind: string): readonly FoundSecret[] {
  return Array.from(text.matchAll(pattern), (match) => ({
    kind,
    start: match.index,
    end: match.index + match[0].length,
    secret: match[0],
  })).filter((found) => found.end > found.start);
}

/** Where what was found on some level of escaping is in the text itself. */
function toPlace(level: UnescapedText, text: string): (found: FoundSecret) => FoundSecret {
  if (level.text === text) return (found) => found;
  return ({ kind, ...found }) => {
    const start = level.toOriginal(found.start);
    const end = level.toOriginal(found.end);
    return { kind, start, end, secret: text.slice(start, end) };
  };
}

/** Overlapping finds become one; where two are equal the first, a known value, says what it is. */
function merge(text: string, found: readonly FoundSecret[]): readonly FoundSecret[] {
  const sorted = found.toSorted((left, right) => left.start - right.start || right.end - left.end);
  const merged: FoundSecret[] = [];
  for (const next of sorted) {
    const last = merged.at(-1);
    if (last === undefined || next.start >= last.end) merged.push(next);
    else if (next.end > last.end) {
      const secret = text.slice(last.start, next.end);
      merged[merged.length - 1] = { ...last, end: next.end, secret };
    }
  }
  return merged;
}

/** Values below this length are words, not secrets: taking them out would garble texts. */
const minChars = 6;

/**
 * The forms in which a known secret is looked for in a text and in what its escapes say. Escapes of JSON, URLs and HTML
 * are taken off before, at any depth; base64 is found by decoding.
 */
function toSecretVariants(secret: string): readonly string[] {
  if (secret.length < minChars) return [];
  const bytes = Buffer.from(secret);
  const hex = bytes.toString('hex');
  return [
    ...new Set([
      secret,
      // A body whose bytes are no UTF-8 is read byte by byte.
      bytes.toString('latin1'),
      secret.replaceAll(' ', '+'),
      hex,
      hex.toUpperCase(),
    ]),
  ];
}

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
function findEncoded(text: string, find: Find): readonly FoundSecret[] {
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
