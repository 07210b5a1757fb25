import { logGamma } from './log-gamma.ts';
import { normalQuantile } from './normal-quantile.ts';
import { tCdf } from './t-cdf.ts';

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
