import type { ConfusionCell } from '../comparison.ts';
import type { TrialPair } from '../pair/pair-trials.ts';

/** The confusion matrices of both sides in one list of cells, expected x called, sorted; empty cells are left out. */
export function countConfusion(pairs: readonly TrialPair[]): readonly ConfusionCell[] {
  const cells = new Map<string, { -readonly [Key in keyof ConfusionCell]: ConfusionCell[Key] }>();
  for (const pair of pairs) {
    // A side without facts says nothing of what was called, and must not look as if nothing was.
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
