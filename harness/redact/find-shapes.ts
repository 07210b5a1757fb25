import type { FoundSecret } from './found-secret.ts';
import { findNamedSecret, mayNameSecret } from './named-secret.ts';
import { type SecretPattern, secretPatterns } from './secret-patterns.ts';

const patternsByAnchor = groupByAnchor();
const isAnchor = new Uint8Array(128);
for (const code of [...patternsByAnchor.keys(), 0x3a, 0x3d]) isAnchor[code] = 1;

/**
 * Two quick looks, at about a nanosecond a character: nearly all texts have nothing to hide. Whatever
 * `secretPatterns` finds has one of these beginnings; a test holds the two together.
 */
const beginning =
  /[-_JKSI](?<=(?:sk|xai|pplx|glpat|xox[a-s]|----)-|(?:sk|rk|pk|hf|npm|r8|gh[pousr]|github_pat|whsec)_|eyJ|A[KSI])|:\/\/|bearer|Bearer|BEARER|[bB]asic|BASIC|[?&](?:[kK]ey|KEY|api|token|access|sig|secret|API|TOKEN|ACCESS|SIG|SECRET)/;

/** Everything in a text that has the shape of a key or stands behind the name of one. */
export function findShapes(text: string): readonly FoundSecret[] {
  if (!beginning.test(text) && !mayNameSecret(text)) return [];
  const found: FoundSecret[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 128 && isAnchor[code] === 1) findAt(text, index, found);
  }
  return found;
}

function findAt(text: string, index: number, found: FoundSecret[]): void {
  const code = text.charCodeAt(index);
  for (const shape of patternsByAnchor.get(code) ?? []) {
    const start = index - shape.anchor;
    if (text.startsWith(shape.prefix, start)) addMatch(text, start, { shape, found });
  }
  if (code !== 0x3a && code !== 0x3d) return;
  const named = findNamedSecret(text, index);
  if (named !== null) found.push(named);
}

interface Match {
  readonly shape: SecretPattern;
  readonly found: FoundSecret[];
}

function addMatch(text: string, start: number, { shape, found }: Match): void {
  shape.pattern.lastIndex = start;
  const match = shape.pattern.exec(text);
  if (match === null) return;
  const secret = match.groups?.['secret'] ?? match[0];
  const from = match.index + match[0].lastIndexOf(secret);
  found.push({ kind: shape.kind, start: from, end: from + secret.length, secret });
}

function groupByAnchor(): ReadonlyMap<number, readonly SecretPattern[]> {
  const groups = new Map<number, SecretPattern[]>();
  for (const shape of secretPatterns) {
    const code = shape.prefix.charCodeAt(shape.anchor);
    groups.set(code, [...(groups.get(code) ?? []), shape]);
  }
  return groups;
}
