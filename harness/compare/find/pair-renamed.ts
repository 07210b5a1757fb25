import type { ComparedTool } from '../pair/compared-records.ts';
import { diffParameters } from './diff-parameters.ts';
import { diffWords } from './diff-words.ts';

/** How much of the longer description must be the same where the parameters are. */
const leastAlike = 0.5;

/**
 * Finds tools that only have another name: each is in the baseline only, and in the candidate only under the new name, with
 * the same description, or with the same parameters and a description of which at least half is the same.
 *
 * @returns new names with the old ones; the most alike pairs are taken first, each tool once.
 */
export function pairRenamed(
  before: ReadonlyMap<string, ComparedTool>,
  after: ReadonlyMap<string, ComparedTool>,
): ReadonlyMap<string, string> {
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  const added = [...after.values()].filter(({ name }) => !before.has(name));
  const likely = gone
    .flatMap((old) => added.map((now) => ({ old: old.name, now: now.name, alike: rate(old, now) })))
    .filter(({ alike }) => alike > 0)
    .toSorted((a, b) => b.alike - a.alike || order(a.old, b.old) || order(a.now, b.now));
  const renamed = new Map<string, string>();
  const taken = new Set<string>();
  for (const { old, now } of likely) {
    if (taken.has(old) || renamed.has(now)) continue;
    taken.add(old);
    renamed.set(now, old);
  }
  return renamed;
}

/** 0: another tool. The same parameters weigh more than any likeness of texts. */
function rate(old: ComparedTool, now: ComparedTool): number {
  const isSameShape = diffParameters(old.parameters, now.parameters).length === 0;
  if (old.description === now.description && old.description !== '') return isSameShape ? 3 : 1;
  const alike = toAlike(old.description, now.description);
  return isSameShape && alike >= leastAlike ? 1 + alike : 0;
}

function toAlike(before: string, after: string): number {
  const same = diffWords(before, after)
    .filter((piece) => piece.kind === 'same')
    .reduce((sum, piece) => sum + piece.text.trim().length, 0);
  return same / Math.max(before.length, after.length, 1);
}

function order(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
