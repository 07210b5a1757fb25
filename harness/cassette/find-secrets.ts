import { secretPatterns, trigger } from './secret-patterns.ts';
import { toSecretVariants } from './secret-variants.ts';

/** A secret in a text. */
export interface FoundSecret {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** What is hidden; equal for all forms of one known secret. */
  readonly secret: string;
}

/** Finds secrets in a text, in order and apart from each other. */
export type SecretFinder = (text: string) => readonly FoundSecret[];

/** Creates a finder of known values and of everything that has the shape of a key. */
export function createSecretFinder(secrets: readonly string[]): SecretFinder {
  const known = new Map<string, string>();
  for (const secret of secrets) {
    for (const variant of toSecretVariants(secret)) known.set(variant, secret);
  }
  const literal = toLiteralPattern([...known.keys()]);
  const findPlain = (text: string): readonly FoundSecret[] => [
    ...(literal === null ? [] : findLiterals(text, literal, known)),
    ...(trigger.test(text) ? secretPatterns.flatMap((pattern) => findShape(text, pattern)) : []),
  ];
  return (text) => {
    const found = [...findPlain(text), ...findEncoded(text, findPlain)];
    return found.length < 2 ? found : merge(text, found);
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

function findShape(
  text: string,
  { kind, pattern }: (typeof secretPatterns)[number],
): readonly FoundSecret[] {
  return [...text.matchAll(pattern)].map((match) => {
    const secret = match.groups?.['secret'] ?? match[0];
    const start = match.index + match[0].lastIndexOf(secret);
    return { kind, start, end: start + secret.length, secret };
  });
}

const base64Run = /[A-Za-z0-9+/_-]{20,}={0,2}/g;

/** Base64 that hides a secret. What stands before it may look like base64 too, so each offset is tried. */
function findEncoded(text: string, find: SecretFinder): readonly FoundSecret[] {
  return [...text.matchAll(base64Run)].flatMap((match) => {
    for (const offset of [0, 1, 2, 3]) {
      const decoded = Buffer.from(match[0].slice(offset), 'base64').toString('latin1');
      if (!isReadable(decoded)) continue;
      const [hidden] = find(decoded);
      if (hidden === undefined) continue;
      const start = match.index + offset;
      const end = match.index + match[0].length;
      return [{ kind: `${hidden.kind}_base64`, start, end, secret: hidden.secret }];
    }
    return [];
  });
}

/** Whether bytes are mostly text: random bytes, which ids decode to, are not. */
function isReadable(bytes: string): boolean {
  const odd = bytes.match(/[^\t\n\r -~]/g)?.length ?? 0;
  return odd * 10 <= bytes.length;
}

/** Overlapping finds become one. */
function merge(text: string, found: readonly FoundSecret[]): readonly FoundSecret[] {
  const sorted = found.toSorted((left, right) => left.start - right.start || right.end - left.end);
  const merged: FoundSecret[] = [];
  for (const next of sorted) {
    const last = merged.at(-1);
    if (last === undefined || next.start >= last.end) merged.push(next);
    else if (next.end > last.end) {
      merged[merged.length - 1] = {
        ...last,
        end: next.end,
        secret: text.slice(last.start, next.end),
      };
    }
  }
  return merged;
}
