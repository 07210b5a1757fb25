import type { MetricInfo } from '../../core/score/metric.ts';
import { clusterInterval } from '../../stats/interval/cluster-interval.ts';
import { mean } from '../../stats/interval/mean.ts';
import { wilsonInterval } from '../../stats/interval/wilson-interval.ts';
import type { Estimate } from '../comparison.ts';
import { roundFigure } from './format-figure.ts';

/** Nothing was judged. */
export const noEstimate: Estimate = { value: null, low: null, high: null };

/**
 * A mean over clusters with its 95 % interval: by t over the cluster means, or by Wilson where each cluster is all or
 * nothing or all are equal, since a t interval over equal values has no width. Shares stay in [0, 1]. Equal values
 * without limits, such as tokens, have no interval.
 */
export function estimateSide(
  clusters: readonly (readonly number[])[],
  unit: MetricInfo['unit'],
): Estimate {
  const estimate = clusterInterval(clusters);
  if (estimate === null) return noEstimate;
  const means = clusters.filter((values) => values.length > 0).map(mean);
  const value = roundFigure(estimate.mean);
  if (unit === 'share' && (isWithoutWidth(estimate) || means.every(isWhole))) {
    // Nothing in [0, 1] varies more than all or nothing with the same mean, so that this covers equal shares too.
    const successes = means.reduce((sum, share) => sum + share, 0);
    const { lower, upper } = wilsonInterval({ successes, trials: means.length });
    return { value, low: roundFigure(lower), high: roundFigure(upper) };
  }
  if (estimate.interval === null || isWithoutWidth(estimate))
    return { value, low: null, high: null };
  const { lower, upper } = estimate.interval;
  const [least, most] = unit === 'share' ? [0, 1] : [0, Infinity];
  return {
    value,
    low: roundFigure(Math.max(least, lower)),
    high: roundFigure(Math.min(most, upper)),
  };
}

function isWhole(share: number): boolean {
  return share === 0 || share === 1;
}

function isWithoutWidth({
  interval,
}: {
  readonly interval: { readonly lower: number; readonly upper: number } | null;
}): boolean {
  return interval !== null && roundFigure(interval.upper - interval.lower) === 0;
}
