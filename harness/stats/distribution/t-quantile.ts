import { logGamma } from './log-gamma.ts';
import { normalQuantile } from './normal-quantile.ts';
import { tCdf } from './t-cdf.ts';

/**
 * The t with P(T <= t) = p for Student's t with `degrees` > 0.
 *
 * Source: closed forms for 1 and 2 degrees; else the expansion of Abramowitz and Stegun 26.7.5 as
 * start, then Newton steps on `tCdf`: in log t against log p in the tail, where both are nearly
 * straight, and plain in the middle.
 */
export function tQuantile(p: number, degrees: number): number {
  if (p <= 0) return p === 0 ? -Infinity : Number.NaN;
  if (p >= 1) return p === 1 ? Infinity : Number.NaN;
  if (p === 0.5) return 0;
  if (p > 0.5) return -tQuantile(1 - p, degrees);
  if (degrees === 1) return -1 / Math.tan(Math.PI * p);
  if (degrees === 2) return (2 * p - 1) / Math.sqrt(2 * p * (1 - p));
  const inTail = p < 0.25;
  let size = startSize(p, degrees);
  for (let step = 0; step < 100; step++) {
    const area = tCdf(-size, degrees);
    const density = tDensity(size, degrees);
    const next = inTail
      ? size * Math.exp(((Math.log(area) - Math.log(p)) * area) / (size * density))
      : size + (area - p) / density;
    const done = Math.abs(next - size) <= 1e-14 * Math.abs(next);
    size = next;
    if (done) break;
  }
  return -size;
}

function startSize(p: number, degrees: number): number {
  const z = -normalQuantile(p);
  const square = z * z;
  const first = (z * (square + 1)) / 4;
  const second = (z * ((5 * square + 16) * square + 3)) / 96;
  return z + first / degrees + second / (degrees * degrees);
}

/** Abramowitz and Stegun 26.7.1, differentiated. */
function tDensity(t: number, degrees: number): number {
  const logFront =
    logGamma((degrees + 1) / 2) - logGamma(degrees / 2) - 0.5 * Math.log(degrees * Math.PI);
  return Math.exp(logFront - ((degrees + 1) / 2) * Math.log1p((t * t) / degrees));
}
