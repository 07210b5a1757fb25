import { incompleteBeta } from './incomplete-beta.ts';
import { logGamma } from './log-gamma.ts';
import { normalCdf } from './normal-cdf.ts';

const maxTerms = 5000;

/**
 * P(T <= t) for the noncentral t with `degrees` > 0 and noncentrality `shift`, to about 1e-12 in
 * absolute terms. It is the power of a t test.
 *
 * Source: Lenth, Algorithm AS 243, Applied Statistics 38 (1989) 185-189. The incomplete betas are
 * taken afresh for each term instead of by its downward recurrence, which loses digits.
 */
export function noncentralTCdf(t: number, degrees: number, shift: number): number {
  if (t < 0) return 1 - noncentralTCdf(-t, degrees, -shift);
  const square = t * t;
  const x = square / (square + degrees);
  const half = (shift * shift) / 2;
  let total = normalCdf(-shift);
  for (let j = 0; j < maxTerms; j++) {
    const logHalf = half === 0 ? (j === 0 ? 0 : -Infinity) : j * Math.log(half);
    const poisson = Math.exp(logHalf - half - logGamma(j + 1));
    const odd = (shift / Math.SQRT2) * Math.exp(logHalf - half - logGamma(j + 1.5));
    total +=
      0.5 * poisson * incompleteBeta(x, j + 0.5, degrees / 2) +
      0.5 * odd * incompleteBeta(x, j + 1, degrees / 2);
    // Past the largest term they only fall.
    if (j > half && poisson < 1e-17) break;
  }
  return Math.min(1, Math.max(0, total));
}
