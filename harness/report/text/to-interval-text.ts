import type { MetricComparison } from '../../compare/comparison.ts';
import { infoOf } from '../../core/score/metric.ts';
import { formatDifference } from '../../compare/judge/format-figure.ts';

/**
 * The certainty of a difference in a cell of a table: its interval, or the exact bound where nothing moved or all
 * clusters moved alike, since an interval without width would claim too much certainty.
 */
export function toIntervalText(
  row: Pick<MetricComparison, 'metric' | 'info' | 'difference' | 'worseShareBound'>,
): string {
  const { difference, worseShareBound } = row;
  const { unit } = infoOf(row);
  const { value, low, high } = difference;
  // Comparisons of older versions may hold an interval without width.
  if (worseShareBound !== undefined && (low === null || low === high)) {
    const share = `${Math.ceil(worseShareBound * 100)} %`;
    if (value === 0) return `nothing moved; up to ${share} may get worse`;
    const isLost = worseShareBound === 1;
    return `the same in every cluster${isLost ? '' : `; up to ${share} may get worse`}`;
  }
  if (low === null || high === null || low === high) return 'n/a';
  return `${formatDifference(low, unit)} to ${formatDifference(high, unit)}`;
}
