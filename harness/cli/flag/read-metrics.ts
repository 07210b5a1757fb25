import { InvalidArgumentError } from 'commander';

import { isMetricName, metricNames, type MetricName } from '../../core/score/metric.ts';

/** Reads a share in [0, 1]. */
export function readShare(text: string): number {
  const share = Number(text);
  if (text.trim() === '' || !(share >= 0 && share <= 1)) {
    throw new InvalidArgumentError('Expected a number from 0 to 1.');
  }
  return share;
}

/** Reads `a,b,c` as names of metrics; repeated options add up. */
export function readMetrics(
  text: string,
  before: readonly MetricName[] | undefined,
): readonly MetricName[] {
  const words = text.split(',').map((word) => word.trim());
  const names = words.map((word) => {
    // Whether a run has a team's own metric is only known once it is opened.
    if (!isMetricName(word)) {
      throw new InvalidArgumentError(
        `"${word}" is not a metric. Expected one of ${metricNames.join(', ')}.`,
      );
    }
    return word;
  });
  return [...(before ?? []), ...names];
}
