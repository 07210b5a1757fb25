import { type GuardedPattern, guardPattern } from '../pattern/guard-pattern.ts';
import { findEncoded } from './find-encoded.ts';
import { findShapes, mayHoldShape } from './find-shapes.ts';
import { isFormatWord } from './format-words.ts';
import type { FoundSecret } from './redactor.ts';
import { createNamedSecrets, type NamedSecrets } from './named-secret.ts';
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
