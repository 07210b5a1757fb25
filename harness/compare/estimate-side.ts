import type { MetricInfo } from '../core/metric.ts';
import { clusterInterval } from '../stats/cluster-interval.ts';
import { mean } from '../stats/mean.ts';
import { wilsonInterval } from '../stats/wilson-interval.ts';
import type { Estimate } from './comparison.ts';
import { roundFigure } from './round-figure.ts';

/** Nothing was judged. */
export const noEstimate: Estimate = { value: null, low: null, high: null };

/**
 * A mean over clusters with its 95 % interval: by t over the cluster means, or by Wilson where each cluster is all or
 * nothing, since a t interval over equal values would know no doubt. Shares stay in [0, 1].
 */
export function estimateSide(
  clusters: readonly (readonly number[])[],
  unit: MetricInfo['unit'],
): Estimate {
  const estimate = clusterInterval(clusters);
  if (estimate === null) return noEstimate;
  const means = clusters.filter((values) => values.length > 0).map(mean);
  const value = roundFigure(estimate.mean);
  if (unit === 'share' && means.every((share) => share === 0 || share === 1)) {
    const successes = means.filter((share) => share === 1).length;
    const { lower, upper } = wilsonInterval({ successes, trials: means.length });
    return { value, low: roundFigure(lower), high: roundFigure(upper) };
  }
  if (estimate.interval === null) return { value, low: null, high: null };
  const { lower, upper } = estimate.interval;
  const [least, most] = unit === 'share' ? [0, 1] : [0, Infinity];
  return {
    value,
    low: roundFigure(Math.max(least, lower)),
    high: roundFigure(Math.min(most, upper)),
  };
}
