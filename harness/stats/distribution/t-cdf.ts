import { incompleteBeta } from './incomplete-beta.ts';
import { logGamma } from './log-gamma.ts';
import { normalQuantile } from './normal-cdf.ts';

/**
 * P(T <= t) for Student's t with `degrees` > 0. The lower tail keeps its relative accuracy, so
 * take the upper tail as `tCdf(-t, degrees)`.
 *
 * Source: Abramowitz and Stegun 26.7.1 with 26.5.27.
 */
export function tCdf(t: number, degrees: number): number {
  const square = t * t;
  const tail =
    square < 1
      ? 0.5 - 0.5 * incompleteBeta(square / (degrees + square), 0.5, degrees / 2)
      : 0.5 * incompleteBeta(degrees / (degrees + square), degrees / 2, 0.5);
  return t < 0 ? tail : 1 - tail;
}

/**
 * The t with P(T <= t) = p for Student's t with `degrees` >= 1, and p from 1e-150 to its mirror image.
 *
 * Newton steps on `tCdf` from the quantile of the normal distribution: in log t against log p in
 * the tail, where both are nearly straight, and plain in the middle.
 */
export function tQuantile(p: number, degrees: number): number {
  if (p <= 0) return p === 0 ? -Infinity : Number.NaN;
  if (p >= 0.5) return p === 0.5 ? 0 : -tQuantile(1 - p, degrees);
  const inTail = p < 0.25;
  let size = -normalQuantile(p);
  for (let step = 0; step < 100; step++) {
    const area = tCdf(-size, degrees);
    const density = tDensity(size, degrees);
    // In steps that keep t^2 a finite number.
    const tailStep = ((Math.log(area) - Math.log(p)) * area) / (size * density);
    const next = inTail ? size * Math.exp(Math.min(tailStep, 20)) : size + (area - p) / density;
    const done = Math.abs(next - size) <= 1e-14 * Math.abs(next);
    size = next;
    if (done) break;
  }
  return -size;
}

/** Abramowitz and Stegun 26.7.1, differentiated. */
function tDensity(t: number, degrees: number): number {
  const logFront =
    logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - 0.5 * Math.log(degrees * Math.PI);
  return Math.exp(logFront - ((degrees + 1) / 2) * Math.log1p((t * t) / degrees));
}
