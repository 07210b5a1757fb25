import type { Interval } from './interval.ts';
import { type Proportion, wilsonInterval } from './wilson-interval.ts';

/**
 * The interval of `first` - `second` for two independent proportions, by default at 95 %.
 *
 * Source: Newcombe, Statistics in Medicine 17 (1998) 873-890, method 10 (from two Wilson
 * intervals, without continuity correction).
 */
export function newcombeInterval(
  first: Proportion,
  second: Proportion,
  options: { readonly confidence?: number } = {},
): Interval {
  const a = wilsonInterval(first, options);
  const b = wilsonInterval(second, options);
  const rateA = first.trials === 0 ? 0.5 : first.successes / first.trials;
  const rateB = second.trials === 0 ? 0.5 : second.successes / second.trials;
  const difference = rateA - rateB;
  return {
    lower: difference - Math.hypot(rateA - a.lower, b.upper - rateB),
    upper: difference + Math.hypot(a.upper - rateA, rateB - b.lower),
  };
}
