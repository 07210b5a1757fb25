import { mcnemarTest } from '../../harness/stats/mcnemar-test.ts';
import {
  newcombePairedInterval,
  type PairedCounts,
} from '../../harness/stats/newcombe-paired-interval.ts';
import type { Interval } from '../../harness/stats/interval.ts';
import type { Choice } from './measure-selection.ts';

/** How the second of two measurements of the same prompts stands against the first. */
export interface ChoiceComparison {
  /** Prompts whose outcome changed for the better, and for the worse. */
  readonly won: readonly string[];
  readonly lost: readonly string[];
  /** Difference of the two shares that are right, in [-1, 1], and its 95 % interval. */
  readonly difference: number;
  readonly interval: Interval;
  /** Two-sided, exact (McNemar); one pair a prompt, so it is the sign flip over prompts as well. */
  readonly p: number;
}

/** Compares by `isGood`, which says of one choice whether it counts as right. */
export function compareChoices(
  before: readonly Choice[],
  after: readonly Choice[],
  isGood: (choice: Choice) => boolean,
): ChoiceComparison {
  const goodBefore = new Set(before.filter(isGood).map(({ prompt }) => prompt.id));
  const goodAfter = new Set(after.filter(isGood).map(({ prompt }) => prompt.id));
  const won = [...goodAfter].filter((id) => !goodBefore.has(id));
  const lost = [...goodBefore].filter((id) => !goodAfter.has(id));
  const both = goodAfter.size - won.length;
  const counts: PairedCounts = {
    both,
    onlyFirst: won.length,
    onlySecond: lost.length,
    neither: after.length - both - won.length - lost.length,
  };
  return {
    won,
    lost,
    difference: after.length === 0 ? 0 : (won.length - lost.length) / after.length,
    interval: newcombePairedInterval(counts),
    p: mcnemarTest(counts).exact,
  };
}
