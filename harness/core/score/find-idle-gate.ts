import type { Gate } from '../suite/gate.ts';
import { infoOf } from './metric.ts';

/** Why a gate with limits can never fail, or can never hold; `null` when it can do both. */
export function findIdle(gate: Gate): string | null {
  if (gate.kind !== 'limit') return null;
  const { metric, min, max } = gate;
  const highest = infoOf(gate).unit === 'share' ? 1 : Infinity;
  if (min !== null && min > highest) {
    return `"min" ${min} is above the highest value of ${metric}, ${highest}`;
  }
  const isIdle = (min === null || min <= 0) && (max === null || max >= highest);
  return isIdle ? `this gate can never fail: every value of ${metric} keeps it` : null;
}
