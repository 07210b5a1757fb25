import { noncentralTCdf } from '../distribution/noncentral-t-cdf.ts';
import { tQuantile } from '../distribution/t-cdf.ts';

/** One comparison that could be made. */
export interface Detection {
  readonly clusters: number;
  /** Standard deviation of the paired cluster differences. */
  readonly standardDeviation: number;
  /** How much worse the candidate truly is, as a positive number. */
  readonly drop: number;
  /** Two-sided, by default 0.05. */
  readonly alpha?: number;
}

/**
 * The chance that the t interval over cluster differences ends below 0, so that the drop is
 * called. Also 0 where so few clusters cannot give a small enough sign-flip p, 2^(1 - clusters).
 *
 * Source: the noncentral t distribution, in Cohen, Statistical Power Analysis, 2nd ed. (1988),
 * chapter 2.
 */
export function detectionPower(detection: Detection): number {
  const { clusters, standardDeviation, drop, alpha = 0.05 } = detection;
  if (2 ** (1 - clusters) >= alpha) return 0;
  if (drop <= 0) return drop < 0 ? 0 : alpha / 2;
  const shift = (drop * Math.sqrt(clusters)) / standardDeviation;
  if (shift > 30) return 1;
  return 1 - noncentralTCdf(-tQuantile(alpha / 2, clusters - 1), clusters - 1, shift);
}
