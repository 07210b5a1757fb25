import { incompleteBeta } from './incomplete-beta.ts';

/** How often, out of how many, at which chance. */
export interface Binomial {
  readonly trials: number;
  /** Chance of a success in one trial, in [0, 1]. */
  readonly chance: number;
}

/**
 * P(X <= successes) for a binomial X.
 *
 * Source: Abramowitz and Stegun 26.5.24.
 */
export function binomialCdf(successes: number, { trials, chance }: Binomial): number {
  if (successes < 0) return 0;
  if (successes >= trials) return 1;
  return incompleteBeta(1 - chance, trials - successes, successes + 1);
}
