import { betLowerBound } from './bet-lower-bound.ts';
import { createBet } from './create-bet.ts';
import type { Interval } from '../interval/interval.ts';
import { signFlipTest } from './sign-flip-test.ts';
import { spendingLevels } from './spending-levels.ts';
import { tCdf, tQuantile } from '../distribution/t-cdf.ts';

/** How to judge while the run goes on. */
export interface SequentialOptions {
  /** The most clusters that there can be: the error is spent over so many looks. */
  readonly budget: number;
  /** How much worse still counts as not worse, in [0, 1); by default 0.05. */
  readonly margin?: number;
  /** By default 0.05: over all looks together, half of it for each of the two verdicts. */
  readonly alpha?: number;
  /** `spendingLevels(budget, alpha / 2)`, for callers that start many tests with the same settings. */
  readonly levels?: readonly number[];
}

/** The state of a run after its clusters so far. */
export interface SequentialState {
  /** The first verdict that was reached, kept from then on; `null` while undecided. */
  readonly verdict: 'PASS' | 'REGRESSION' | null;
  /** After how many clusters it was reached. */
  readonly decidedAt: number | null;
  readonly clusters: number;
  /** Mean difference so far. */
  readonly mean: number;
  /** REGRESSION when p, one-sided, is at or below the level of this look. */
  readonly worse: { readonly p: number; readonly level: number };
  /** PASS when the capital won against "worse by the margin" reaches what is needed. */
  readonly notWorse: { readonly capital: number; readonly needed: number };
}

/** A comparison that may be looked at after each cluster. */
export interface SequentialTest {
  /**
   * Counts one more cluster: its difference candidate - baseline, in [-1, 1], higher is better.
   *
   * @throws RangeError outside [-1, 1], and for more clusters than the budget has.
   */
  add(difference: number): SequentialState;
  /** Covers the true difference at all looks at once. */
  interval(): Interval;
}

/**
 * Judges a run after each cluster, so that it can stop as soon as it is decided and yet be wrong at
 * most as often as `alpha` says. The order of the clusters must not depend on outcomes.
 *
 * REGRESSION: the larger p of the t test and the sign-flip test is held against a level that spends
 * alpha / 2 over all looks. PASS: a bet against "worse by the margin" has won 2 / alpha, which is
 * exact also while nothing has moved yet, where a t test knows no doubt.
 *
 * Source: `spendingLevels`, used on p values as in Jennison and Turnbull, Group Sequential Methods
 * (2000), section 11.5, with the repeated confidence intervals of chapter 9; `createBet`.
 */
export function createSequentialTest(options: SequentialOptions): SequentialTest {
  const { budget, margin = 0.05, alpha = 0.05 } = options;
  const levels = options.levels ?? spendingLevels(budget, alpha / 2);
  const needed = 2 / alpha;
  const bet = createBet(-margin);
  const seen: number[] = [];
  let moments: Moments = { count: 0, mean: 0, squares: 0 };
  let capital = 1;
  let verdict: SequentialState['verdict'] = null;
  let decidedAt: number | null = null;
  return {
    add: (difference) => {
      if (!(Math.abs(difference) <= 1)) {
        throw new RangeError(`Cannot judge the difference ${difference}: it is outside [-1, 1]`);
      }
      const level = levels[seen.length];
      if (level === undefined) throw new RangeError(`Cannot look again: the budget is ${budget}`);
      seen.push(difference);
      moments = addTo(moments, difference);
      capital = bet.play(difference);
      const p = oneSidedP(moments, level, seen);
      if (verdict === null && (p <= level || capital >= needed)) {
        verdict = p <= level ? 'REGRESSION' : 'PASS';
        decidedAt = seen.length;
      }
      const state = { verdict, decidedAt, clusters: seen.length, mean: moments.mean };
      return { ...state, worse: { p, level }, notWorse: { capital, needed } };
    },
    interval: () => ({
      lower: betLowerBound(seen, needed),
      upper: upperBound(moments, levels[seen.length - 1] ?? 0),
    }),
  };
}

/** Running mean and variance: Welford, Technometrics 4 (1962) 419-420. */
interface Moments {
  readonly count: number;
  readonly mean: number;
  readonly squares: number;
}

function addTo({ count, mean, squares }: Moments, value: number): Moments {
  const off = value - mean;
  const nextMean = mean + off / (count + 1);
  return { count: count + 1, mean: nextMean, squares: squares + off * (value - nextMean) };
}

function errorOf({ count, squares }: Moments): number {
  return Math.sqrt(squares / (count - 1) / count);
}

/** The sign flips are done only where the t test has reached the level: they can only add to p. */
function oneSidedP(moments: Moments, level: number, differences: readonly number[]): number {
  if (moments.count < 2 || moments.mean >= 0) return 1;
  const byT = tCdf(moments.mean / errorOf(moments), moments.count - 1);
  return byT > level ? byT : Math.max(byT, signFlipTest(differences).p / 2);
}

function upperBound(moments: Moments, level: number): number {
  if (moments.count < 2) return 1;
  return Math.min(1, moments.mean + tQuantile(1 - level, moments.count - 1) * errorOf(moments));
}
