import type { FoundSecret } from './redactor.ts';
import { type SecretPattern, secretPatterns } from './secret-patterns.ts';

const patternsByAnchor = groupByAnchor();
const isAnchor = new Uint8Array(128);
for (const code of patternsByAnchor.keys()) isAnchor[code] = 1;

/** A quick look, at about a nanosecond a character: nearly all texts have nothing to hide. */
const beginning = toBeginning(secretPatterns);

/** Whether a text can hold anything that `findShapes` finds. */
export function mayHoldShape(text: string): boolean {
  return beginning.test(text);
}

/** Everything in a text that has the shape of a key, in linear time. */
export function findShapes(text: string): readonly FoundSecret[] {
  if (!mayHoldShape(text)) return [];
  const found: FoundSecret[] = [];
  /** Where each pattern may be tried again: not inside of what it found, or of a run that it failed on. */
  const resumeAt = new Map<SecretPattern, number>();
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 128 || isAnchor[code] !== 1) continue;
    for (const shape of patternsByAnchor.get(code) ?? []) {
      const start = index - shape.anchor;
      if (start < (resumeAt.get(shape) ?? 0) || !text.startsWith(shape.prefix, start)) continue;
      const match = matchAt(text, start, shape);
      if (match === null) {
        if (shape.run !== undefined) resumeAt.set(shape, endOfRun(text, start, shape.run));
        continue;
      }
      resumeAt.set(shape, match.end);
      found.push(match);
    }
  }
  return found;
}

function matchAt(
  text: string,
  start: number,
  { kind, pattern }: SecretPattern,
): FoundSecret | null {
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (match === null) return null;
  const stop = match.index + match[0].length;
  const secret = match.groups?.['secret'];
  if (secret !== undefined) {
    const from = match.index + match[0].lastIndexOf(secret);
    return { kind, start: from, end: from + secret.length, secret };
  }
  const from = match.index - (match.groups?.['before']?.length ?? 0);
  return { kind, start: from, end: stop, secret: text.slice(from, stop) };
}

function endOfRun(text: string, start: number, run: RegExp): number {
  run.lastIndex = start;
  return start + (run.exec(text)?.[0].length ?? 0);
}

function groupByAnchor(): ReadonlyMap<number, readonly SecretPattern[]> {
  const groups = new Map<number, SecretPattern[]>();
  for (const shape of secretPatterns) {
    const code = shape.prefix.charCodeAt(shape.anchor);
    groups.set(code, [...(groups.get(code) ?? []), shape]);
  }
  return groups;
}

/** Rare characters are looked for first, with the text before them; whole prefixes where the first one is the anchor. */
function toBeginning(patterns: readonly SecretPattern[]): RegExp {
  const escape = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
  const ends = patterns.filter(({ anchor }) => anchor > 0);
  const heads = [...new Set(ends.map(({ prefix, anchor }) => prefix.slice(0, anchor + 1)))];
  const signs = [...new Set(heads.map((head) => head.slice(-1)))].map(escape).join('');
  const plain = patterns.filter(({ anchor }) => anchor === 0);
  const words = [...new Set(plain.map(({ kind, prefix }) => sharpen(kind, prefix, escape)))];
  return new RegExp(`[${signs}](?<=${heads.map(escape).join('|')})|${words.join('|')}`);
}

/** Signs that are in nearly every text need a second look at what follows them. */
function sharpen(kind: string, prefix: string, escape: (text: string) => string): string {
  if (kind === 'url_key') return `${escape(prefix)}(?:[kK]|[aA]|[tT]|[sS])[a-zA-Z_]{2,}=`;
  if (kind === 'discord_token') return String.raw`\.[\w-]{6}\.[\w-]`;
  if (kind === 'azure_key') return '[A-Za-z0-9+/]{4}==';
  return escape(prefix);
}
