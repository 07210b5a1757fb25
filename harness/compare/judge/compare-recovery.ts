import type { ScoreRecord } from '../../core/trial/trial.ts';
import type { Comparison } from '../comparison.ts';
import { estimateSide, noEstimate } from './estimate-side.ts';
import type { TrialPair } from '../pair/pair-trials.ts';

type ByCluster = Map<string, number[]>;
type Sides = Record<'baseline' | 'candidate', ByCluster>;

/** For each fault kind: of the faults that struck and could be judged, the share that was handled, on both sides. */
export function compareRecovery(pairs: readonly TrialPair[]): Comparison['recovery'] {
  const kinds = new Map<string, Sides>();
  for (const pair of pairs) {
    for (const side of ['baseline', 'candidate'] as const) {
      for (const { kind, handled } of judgedFaults(pair[side])) {
        const sides = kinds.get(kind) ?? createSides();
        kinds.set(kind, sides);
        const values = sides[side].get(pair.cluster) ?? [];
        sides[side].set(pair.cluster, values);
        values.push(handled ? 1 : 0);
      }
    }
  }
  return [...kinds]
    .toSorted((a, b) => (a[0] < b[0] ? -1 : 1))
    .map(([kind, values]) => ({
      kind,
      baseline: toEstimate(values.baseline),
      candidate: toEstimate(values.candidate),
    }));
}

function createSides(): Sides {
  return { baseline: new Map<string, number[]>(), candidate: new Map<string, number[]>() };
}

function judgedFaults(
  record: ScoreRecord,
): readonly { readonly kind: string; readonly handled: boolean }[] {
  return record.faults.flatMap(({ kind, fired, handled }) =>
    fired > 0 && handled !== null ? [{ kind, handled }] : [],
  );
}

function toEstimate(clusters: ByCluster): ReturnType<typeof estimateSide> {
  return clusters.size === 0 ? noEstimate : estimateSide([...clusters.values()], 'share');
}
