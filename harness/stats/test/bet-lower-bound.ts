import { createBet } from './create-bet.ts';
import { findRoot } from '../distribution/find-root.ts';

/**
 * The smallest true mean that the differences leave possible: against any smaller one a bet would
 * have won `needed`. With a look after each difference it is wrong, ever, with chance 1 / needed.
 *
 * Source: the confidence sequence that belongs to `createBet`; the capital falls as the supposed
 * mean grows, so that there is one crossing.
 */
export function betLowerBound(differences: readonly number[], needed: number): number {
  const excess = (mean: number): number => {
    const bet = createBet(mean);
    let capital = 1;
    for (const difference of differences) capital = bet.play(difference);
    return Math.log(capital / needed);
  };
  const lowest = -1 + 1e-9;
  if (excess(lowest) <= 0) return -1;
  return findRoot(excess, [lowest, 1], { tolerance: 1e-9 });
}
