import type { ScorerInput } from '../../core/score/scorer.ts';
import { type GatheredTrial, gatherTrial } from '../view/gather-trial.ts';

/** A tool that was expected and the one that was called in its place; `null` = none. */
export interface ConfusionPair {
  readonly expected: string | null;
  readonly called: string | null;
}

const nothing = { matching: null } as const;

/**
 * Pairs expected tools with called ones, for the matrix expected x called. Right calls are on the diagonal, also those
 * that were held back or failed: the matrix shows the choice of a tool. Unmatched entries of both sides are paired in
 * order; a trial that wants no call and makes none is one pair of nothing. Calls that are merely allowed are left out.
 * `[]` when nothing is expected about calls or selection does not count.
 *
 * @param gathered The same trial, where it was gathered already.
 */
export function toConfusion(
  input: ScorerInput,
  gathered?: GatheredTrial,
): readonly ConfusionPair[] {
  const { matching } = input.selectionCounts ? (gathered ?? gatherTrial(input)) : nothing;
  if (matching === null) return [];
  const right = [...matching.matched, ...matching.unmet].map(({ call }) => ({
    expected: call.name,
    called: call.name,
  }));
  const missing = matching.missing.map((slot) => slot[0]?.tool ?? null);
  const extras = matching.extras.map((call) => call.name);
  const rest = Array.from({ length: Math.max(missing.length, extras.length) }, (_, index) => ({
    expected: missing[index] ?? null,
    called: extras[index] ?? null,
  }));
  const pairs = [...right, ...rest];
  return pairs.length === 0 ? [{ expected: null, called: null }] : pairs;
}
