import type { Loss, Score } from '../core/score/score.ts';

/** A verdict that the source gave, as a score. */
export function toGivenScore(held: boolean, reason: Omit<Loss, 'event'>): Score {
  return {
    value: held ? 1 : 0,
    count: held ? 1 : 0,
    of: 1,
    losses: held ? [] : [{ ...reason, event: null }],
  };
}
