import { findEncoded } from './find-encoded.ts';
import { findShapes } from './find-shapes.ts';
import type { FoundSecret, SecretFinder } from './found-secret.ts';
import { toSecretVariants } from './secret-variants.ts';

/** Creates a finder of known values and of everything that has the shape of a key. */
export function createSecretFinder(secrets: readonly string[]): SecretFinder {
  const known = new Map<string, string>();
  for (const secret of secrets) {
    for (const variant of toSecretVariants(secret)) known.set(variant, secret);
  }
  const literal = toLiteralPattern([...known.keys()]);
  const findPlain = (text: string): readonly FoundSecret[] => {
    const shapes = findShapes(text);
    return literal === null ? shapes : [...findLiterals(text, literal, known), ...shapes];
  };
  return (text) => {
    const plain = findPlain(text);
    const encoded = findEncoded(text, findPlain);
    if (encoded.length === 0 && plain.length < 2) return plain;
    return merge(text, [...plain, ...encoded]);
  };
}

function toLiteralPattern(variants: readonly string[]): RegExp | null {
  if (variants.length === 0) return null;
  // The longest first: one secret may begin another.
  const sorted = variants.toSorted((left, right) => right.length - left.length);
  const escaped = sorted.map((text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`));
  return new RegExp(escaped.join('|'), 'g');
}

function findLiterals(
  text: string,
  literal: RegExp,
  known: ReadonlyMap<string, string>,
): readonly FoundSecret[] {
  return [...text.matchAll(literal)].map((match) => ({
    kind: 'known_secret',
    start: match.index,
    end: match.index + match[0].length,
    secret: known.get(match[0]) ?? match[0],
  }));
}

/** Overlapping finds become one; where two are equal the first, a known value, tells what it is. */
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
