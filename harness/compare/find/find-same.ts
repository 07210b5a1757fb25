import { toTrialKey, type TrialPair } from '../pair/pair-trials.ts';

/** Keys of the pairs whose transcripts have the same digest on both sides. A trial without a digest equals none. */
export function findSame(
  pairs: readonly TrialPair[],
  baseline: ReadonlyMap<string, string>,
  candidate: ReadonlyMap<string, string>,
): ReadonlySet<string> {
  const same = pairs.filter((pair) => {
    const digest = candidate.get(pair.key);
    return digest !== undefined && digest === baseline.get(toTrialKey(pair.baseline.lane));
  });
  return new Set(same.map((pair) => pair.key));
}
