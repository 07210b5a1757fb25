/** A sequence that repeats. */
export interface Cycle {
  readonly start: number;
  readonly period: number;
  readonly times: number;
}

const longestPeriod = 4;
const fewestTimes = 3;

/**
 * Finds the first cycle of period 1 to 4 that repeats three times or more; `null` when there is none. One call over and
 * over is a cycle only where `isWrite` is true; of a read it counts as a repeated call. Three in a row that the agent
 * then left by itself are repeats of a write as well: they are a cycle at the end, four of them anywhere.
 */
export function findCycle(
  signs: readonly string[],
  isWrite: (index: number) => boolean = () => false,
): Cycle | null {
  for (let period = 1; period <= longestPeriod; period += 1) {
    let same = 0;
    for (let index = period; index < signs.length; index += 1) {
      same = signs[index] === signs[index - period] ? same + 1 : 0;
      if (same < period * (fewestTimes - 1)) continue;
      const start = index - same - period + 1;
      const isOne = new Set(signs.slice(start, start + period)).size === 1;
      const isLeft = same < fewestTimes && index < signs.length - 1;
      if (isOne && (period > 1 || isLeft || !isWrite(start))) continue;
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
