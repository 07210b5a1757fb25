import type { TrialFacts } from '../../core/trial/trial.ts';
import type { CountPair } from '../comparison.ts';
import type { TrialPair } from '../pair/pair-trials.ts';

/** Argument errors by tool, JSON path in its arguments, and code. */
export function countArgumentErrors(pairs: readonly TrialPair[]): readonly CountPair[] {
  return countFacts(pairs, (facts) =>
    facts.argumentErrors.map((error) => `${error.tool} ${error.path}: ${error.code}`),
  );
}

/** Trials by stop reason. */
export function countEndReasons(pairs: readonly TrialPair[]): readonly CountPair[] {
  return countFacts(pairs, (facts) => [facts.stopReason]);
}

/** Counts, on both sides, whatever names the facts of a trial give; a name may come several times in a trial. */
function countFacts(
  pairs: readonly TrialPair[],
  toNames: (facts: TrialFacts) => readonly string[],
): readonly CountPair[] {
  const counts = new Map<string, { baseline: number; candidate: number }>();
  for (const pair of pairs) {
    for (const side of ['baseline', 'candidate'] as const) {
      const { facts } = pair[side];
      for (const name of facts === null ? [] : toNames(facts)) {
        const found = counts.get(name) ?? { baseline: 0, candidate: 0 };
        counts.set(name, found);
        found[side] += 1;
      }
    }
  }
  return [...counts]
    .map(([name, count]) => ({ name, ...count }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
