import type { TrialFacts } from '../../core/trial/trial.ts';
import type { ConfusionCell, CountPair } from '../comparison.ts';
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

/** Counts, on both sides, the names that a function gives for each trial; a trial may give a name several times. */
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

/** The confusion matrices of both sides in one list of cells, expected x called, sorted; empty cells are left out. */
export function countConfusion(pairs: readonly TrialPair[]): readonly ConfusionCell[] {
  const cells = new Map<string, { -readonly [Key in keyof ConfusionCell]: ConfusionCell[Key] }>();
  for (const pair of pairs) {
    // A side without facts does not show what was called, which is different from no calls.
    if (pair.baseline.facts === null || pair.candidate.facts === null) continue;
    for (const side of ['baseline', 'candidate'] as const) {
      for (const { expected, called } of pair[side].facts?.confusion ?? []) {
        const key = `${toSortKey(expected)}\n${toSortKey(called)}`;
        const cell = cells.get(key) ?? { expected, called, baseline: 0, candidate: 0 };
        cells.set(key, cell);
        cell[side] += 1;
      }
    }
  }
  return [...cells].toSorted((a, b) => (a[0] < b[0] ? -1 : 1)).map(([, cell]) => cell);
}

/** No call comes last. */
function toSortKey(tool: string | null): string {
  return tool === null ? '1' : `0${tool}`;
}
