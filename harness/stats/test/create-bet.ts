/** A gambler who doubts that the mean difference is as small as supposed. */
export interface Bet {
  /** Plays one round and returns the capital after it, which was 1 before the first. */
  play(difference: number): number;
}

/** Shares of the capital that are staked in each round, from timid to bold. */
const shares = Float64Array.from({ length: 24 }, (_, i) => 0.02 * 49.5 ** (i / 23));

/**
 * Bets that the mean of differences in [-1, 1] lies above `mean`. If it does not, the game is fair
 * or worse, so that the capital ever reaches c with chance 1 / c at most, however often one looks.
 * The capital is the average over 24 shares, so that none needs tuning.
 *
 * Source: Waudby-Smith and Ramdas, Estimating means of bounded random variables by betting, JRSS B
 * 86 (2024) 1-27; the bound is Ville's (1939); the average over shares follows Cover and Ordentlich,
 * IEEE Trans. Inf. Theory 42 (1996) 348-363.
 */
export function createBet(mean: number): Bet {
  const capitals = new Float64Array(shares.length).fill(1);
  return {
    play: (difference) => {
      const gain = (difference - mean) / (1 + mean);
      let sum = 0;
      for (let i = 0; i < capitals.length; i++) {
        const capital = (capitals[i] ?? 0) * (1 + (shares[i] ?? 0) * gain);
        capitals[i] = capital;
        sum += capital;
      }
      return sum / shares.length;
    },
  };
}
