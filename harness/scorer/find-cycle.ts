/** A stretch that repeats itself. */
export interface Cycle {
  readonly start: number;
  readonly period: number;
  readonly times: number;
}

const longestPeriod = 4;
const fewestTimes = 3;

/** Finds the first cycle of period 2 to 4 that comes round three times or more; `null` when there is none. */
export function findCycle(signs: readonly string[]): Cycle | null {
  for (let period = 2; period <= longestPeriod; period += 1) {
    let same = 0;
    for (let index = period; index < signs.length; index += 1) {
      same = signs[index] === signs[index - period] ? same + 1 : 0;
      if (same < period * (fewestTimes - 1)) continue;
      const start = index - same - period + 1;
      // One sign over and over is a repeated call, not a cycle.
      if (new Set(signs.slice(start, start + period)).size < 2) continue;
      return { start, period, times: countTimes(signs, start, period) };
    }
  }
  return null;
}

function countTimes(signs: readonly string[], start: number, period: number): number {
  let end = start + period;
  while (end < signs.length && signs[end] === signs[end - period]) end += 1;
  return Math.floor((end - start) / period);
}
