import type { Loss, Score } from '../../core/score/score.ts';

/** The score where there was nothing to judge. */
export const notJudged: Score = { value: null, count: 0, of: 0, losses: [] };

/** A share: `count` of `of`; not judged when `of` is 0. */
export function toShare(count: number, of: number, losses: readonly Loss[]): Score {
  return { value: of === 0 ? null : count / of, count, of, losses };
}

/** A condition that holds (1) or does not (0): it holds when there are no losses. */
export function toVerdict(losses: readonly Loss[]): Score {
  return toShare(losses.length === 0 ? 1 : 0, 1, losses);
}

/** A sum with a unit over `of` things. */
export function toAmount(value: number, of: number, losses: readonly Loss[] = []): Score {
  return { value, count: value, of, losses };
}
