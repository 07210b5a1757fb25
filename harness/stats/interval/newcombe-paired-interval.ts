import type { Interval } from './interval.ts';
import { wilsonInterval } from './wilson-interval.ts';

/** How two yes-or-no outcomes of the same scenario fell, counted over scenarios. */
export interface PairedCounts {
  readonly both: number;
  readonly onlyFirst: number;
  readonly onlySecond: number;
  readonly neither: number;
}

/**
 * The interval of (rate of first) - (rate of second) for paired proportions, by default at 95 %.
 * No pair at all gives [-1, 1].
 *
 * Source: Newcombe, Statistics in Medicine 17 (1998) 2635-2650, method 10: the two Wilson
 * intervals joined by the phi coefficient, which is lowered by n / 2 where it is positive.
 */
export function newcombePairedInterval(
  counts: PairedCounts,
  options: { readonly confidence?: number } = {},
): Interval {
  const { both, onlyFirst, onlySecond, neither } = counts;
  const pairs = both + onlyFirst + onlySecond + neither;
  if (pairs === 0) return { lower: -1, upper: 1 };
  const rateA = (both + onlyFirst) / pairs;
  const rateB = (both + onlySecond) / pairs;
  const a = wilsonInterval({ successes: both + onlyFirst, trials: pairs }, options);
  const b = wilsonInterval({ successes: both + onlySecond, trials: pairs }, options);
  const phi = correctedPhi(counts, pairs);
  const difference = rateA - rateB;
  return {
    lower: difference - joined(rateA - a.lower, b.upper - rateB, phi),
    upper: difference + joined(a.upper - rateA, rateB - b.lower, phi),
  };
}

function joined(a: number, b: number, phi: number): number {
  return Math.sqrt(Math.max(0, a * a - 2 * phi * a * b + b * b));
}

function correctedPhi(counts: PairedCounts, pairs: number): number {
  const { both, onlyFirst, onlySecond, neither } = counts;
  const margins =
    (both + onlyFirst) * (onlySecond + neither) * (both + onlySecond) * (onlyFirst + neither);
  if (margins === 0) return 0;
  const cross = both * neither - onlyFirst * onlySecond;
  const corrected = Math.max(Math.min(cross, 0), cross - pairs / 2);
  return corrected / Math.sqrt(margins);
}
