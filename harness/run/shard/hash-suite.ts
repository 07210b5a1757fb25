import { createHash } from 'node:crypto';

import type { Suite } from '../../core/suite/suite.ts';

/**
 * SHA-256 of a suite as it was loaded: its data, the code of its functions, and the files that it came from. The name
 * of its file is left out: each machine may have it elsewhere.
 *
 * @param code - SHA-256 of the files.
 */
export function hashSuite({ file: _file, ...suite }: Suite, code: string): string {
  const hash = createHash('sha256').update(code);
  addValue(hash, suite, []);
  return hash.digest('hex');
}

interface Sink {
  update(text: string): unknown;
}

/** Each value with its kind and its length, so that no two suites give the same text. */
function addValue(hash: Sink, value: unknown, above: readonly unknown[]): void {
  if (typeof value === 'function') return addText(hash, 'function', value.toString());
  if (typeof value !== 'object' || value === null)
    return addText(hash, typeof value, String(value));
  if (above.includes(value)) return addText(hash, 'above', String(above.indexOf(value)));
  const inside = [...above, value];
  if (value instanceof RegExp || value instanceof Date) {
    return addText(hash, 'text', String(value));
  }
  const entries: readonly (readonly [unknown, unknown])[] =
    value instanceof Map || value instanceof Set
      ? [...value.entries()]
      : Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  addText(hash, Array.isArray(value) ? 'list' : 'object', String(entries.length));
  for (const [name, entry] of entries) {
    addValue(hash, name, inside);
    addValue(hash, entry, inside);
  }
}

function addText(hash: Sink, kind: string, text: string): void {
  hash.update(`${kind}:${text.length}:${text};`);
}
