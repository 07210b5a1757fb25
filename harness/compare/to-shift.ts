import { metricInfo } from '../core/metric.ts';
import type { MetricComparison } from './comparison.ts';

/**
 * Which way a metric surely moved: its interval leaves 0 out, on the good or on the bad side. `significant` says
 * whether p agrees.
 */
export function toShift({
  metric,
  difference,
  p,
  adjustedP,
}: Pick<MetricComparison, 'metric' | 'difference' | 'p' | 'adjustedP'>): {
  readonly way: 'better' | 'worse' | 'open';
  readonly significant: boolean;
} {
  const significant = (adjustedP ?? p ?? 1) < 0.05;
  const { low, high } = difference;
  if (low === null || high === null || (low <= 0 && high >= 0)) return { way: 'open', significant };
  const isHigher = low > 0;
  const isBetter = (metricInfo(metric).better === 'higher') === isHigher;
  return { way: isBetter ? 'better' : 'worse', significant };
}
