import type { Random } from '../../core/random.ts';
import type { Interval } from './interval.ts';
import { mean, sampleVariance } from './mean.ts';
import { normalCdf, normalQuantile } from '../distribution/normal-cdf.ts';
import { quantile } from '../distribution/quantile.ts';

/** `t` is the one to use; `percentile` covers too little below some 40 clusters. */
export type BootstrapMethod = 't' | 'percentile' | 'basic' | 'bca';

/** How to draw. */
export interface BootstrapOptions {
  readonly method: BootstrapMethod;
  readonly random: Random;
  /** By default 0.95. */
  readonly confidence?: number;
  /** By default 9999. */
  readonly resamples?: number;
}

/**
 * The bootstrap interval of the mean of cluster means: whole clusters are drawn.
 *
 * Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993): bootstrap-t 12.5,
 * percentile 13.3, BCa 14.3; basic in Davison and Hinkley, Bootstrap Methods (1997), 5.2.1. A
 * resample without spread counts as infinitely far from the mean, so that bootstrap-t may be open
 * at an end, but never too short for it.
 *
 * @returns `null` with fewer than two clusters.
 */
export function bootstrapInterval(
  clusters: readonly (readonly number[])[],
  options: BootstrapOptions,
): Interval | null {
  const means = clusters.filter((values) => values.length > 0).map(mean);
  if (means.length < 2) return null;
  const tail = (1 - (options.confidence ?? 0.95)) / 2;
  const drawn = drawSorted(means, options);
  const at = (p: number): number => quantile(drawn, p);
  const middle = mean(means);
  switch (options.method) {
    case 'percentile':
      return { lower: at(tail), upper: at(1 - tail) };
    case 'basic':
      return { lower: 2 * middle - at(1 - tail), upper: 2 * middle - at(tail) };
    case 'bca': {
      const shift = bcaShift(means, drawn);
      return { lower: at(shift(tail)), upper: at(shift(1 - tail)) };
    }
    case 't': {
      const standardError = Math.sqrt(sampleVariance(means) / means.length);
      if (standardError === 0) return { lower: middle, upper: middle };
      return {
        lower: middle - standardError * at(1 - tail),
        upper: middle - standardError * at(tail),
      };
    }
  }
}

/** The resampled means, or for bootstrap-t their distances in standard errors, ascending. */
function drawSorted(means: readonly number[], options: BootstrapOptions): Float64Array {
  const middle = mean(means);
  const count = means.length;
  const drawn = new Float64Array(options.resamples ?? 9999);
  for (let i = 0; i < drawn.length; i++) {
    let sum = 0;
    let squares = 0;
    for (let j = 0; j < count; j++) {
      const value = (means[Math.floor(options.random.next() * count)] ?? 0) - middle;
      sum += value;
      squares += value * value;
    }
    const off = sum / count;
    drawn[i] = options.method === 't' ? studentised(off, squares, count) : middle + off;
  }
  return drawn.sort();
}

function studentised(off: number, squares: number, count: number): number {
  const variance = (squares - count * off * off) / (count - 1);
  if (Math.abs(off) < 1e-12) return 0;
  return variance < 1e-18 ? Math.sign(off) * Infinity : off / Math.sqrt(variance / count);
}

/** Efron and Tibshirani (1993), equations 14.9 to 14.15, with ties counted half. */
function bcaShift(means: readonly number[], drawn: Float64Array): (p: number) => number {
  const middle = mean(means);
  let below = 0;
  for (const value of drawn) {
    if (Math.abs(value - middle) < 1e-12) below += 0.5;
    else if (value < middle) below += 1;
  }
  const bias = normalQuantile(below / drawn.length);
  let squares = 0;
  let cubes = 0;
  for (const value of means) {
    // The mean without one value lies off by -(value - middle) / (n - 1); n - 1 cancels out.
    squares += (value - middle) ** 2;
    cubes += (value - middle) ** 3;
  }
  const acceleration = squares === 0 ? 0 : cubes / (6 * squares ** 1.5);
  return (p) => {
    const z = bias + normalQuantile(p);
    return normalCdf(bias + z / (1 - acceleration * z));
  };
}
