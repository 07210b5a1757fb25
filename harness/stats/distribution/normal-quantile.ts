import { normalCdf } from './normal-cdf.ts';

/**
 * The z with P(Z <= z) = p for a standard normal Z.
 *
 * Source: the rational start of Abramowitz and Stegun 26.2.23, then two Halley steps on `normalCdf`, which make
 * an error of 4.5e-4 one of rounding.
 */
export function normalQuantile(p: number): number {
  if (p <= 0) return p === 0 ? -Infinity : Number.NaN;
  if (p > 0.5) return -normalQuantile(1 - p);
  const t = Math.sqrt(-2 * Math.log(p));
  const top = 2.515517 + t * (0.802853 + t * 0.010328);
  const bottom = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  let z = top / bottom - t;
  for (let step = 0; step < 2; step++) {
    const density = Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
    const newton = (normalCdf(z) - p) / density;
    z -= newton / (1 + (z * newton) / 2);
  }
  return z;
}
