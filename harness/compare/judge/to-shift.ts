import { infoOf } from '../../core/score/metric.ts';
import type { MetricComparison } from '../comparison.ts';

/**
 * The direction in which a metric moved with certainty: its interval leaves 0 out, on the good or on the bad side.
 * `significant` says whether p agrees.
 */
export function toShift(
  row: Pick<MetricComparison, 'metric' | 'info' | 'difference' | 'p' | 'adjustedP'>,
): {
  readonly way: 'better' | 'worse' | 'open';
  readonly significant: boolean;
} {
  const { difference, p, adjustedP } = row;
  const significant = (adjustedP ?? p ?? 1) < 0.05;
  const { value, low, high } = difference;
  if (value === null || value === 0) return { way: 'open', significant };
  // All clusters moved alike, so that there is no interval: p alone decides.
  const hasNoInterval = low === null || high === null;
  if (hasNoInterval ? !significant : low <= 0 && high >= 0) return { way: 'open', significant };
  const isHigher = value > 0;
  const isBetter = (infoOf(row).better === 'higher') === isHigher;
  return { way: isBetter ? 'better' : 'worse', significant };
}
