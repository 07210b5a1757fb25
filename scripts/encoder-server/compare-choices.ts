import { mcnemarTest } from '../../harness/stats/test/mcnemar-test.ts';
import {
  newcombePairedInterval,
  type PairedCounts,
} from '../../harness/stats/interval/newcombe-paired-interval.ts';
import { signFlipTest } from '../../harness/stats/test/sign-flip-test.ts';
import type { Interval } from '../../harness/stats/interval/interval.ts';
import type { Choice } from './measure-selection.ts';

/** How the second of two measurements of the same prompts compares with the first. */
export interface ChoiceComparison {
  /** Prompts whose outcome changed for the better, and for the worse. */
  readonly won: readonly string[];
  readonly lost: readonly string[];
  /** Difference of the two shares that are right, in [-1, 1], and its 95 % interval. */
  readonly difference: number;
  readonly interval: Interval;
  /** Two-sided, exact (McNemar); one pair a prompt, so it is the sign flip over prompts as well. */
  readonly p: number;
  /** The same with the prompts of one tool taken together: they share a description, so they are not independent. */
  readonly pByTool: number;
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
    pByTool: signFlipTest(toMovesByTool(after, won, lost)).p,
  };
}

function toMovesByTool(
  choices: readonly Choice[],
  won: readonly string[],
  lost: readonly string[],
): readonly number[] {
  const moves = new Map<string | null, number>();
  for (const { prompt } of choices) {
    const move = Number(won.includes(prompt.id)) - Number(lost.includes(prompt.id));
    moves.set(prompt.tool, (moves.get(prompt.tool) ?? 0) + move);
  }
  return [...moves.values()];
}
