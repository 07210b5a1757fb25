import type { MetricComparison } from '../../compare/comparison.ts';
import { toShift } from '../../compare/judge/to-shift.ts';

/** The result of a metric in one word: the verdict where it decides, otherwise only a direction. */
export function toMetricWord(metric: MetricComparison): string {
  if (metric.clusters === 0) return 'nothing to judge';
  if (metric.gated) return metric.verdict;
  if (metric.difference.value === 0 && metric.p === 1) return 'same';
  const { way, significant } = toShift(metric);
  return way === 'open' || !significant ? 'unclear' : way;
}
