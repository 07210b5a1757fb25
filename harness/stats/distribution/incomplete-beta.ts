import { logBeta } from './log-gamma.ts';

const tiny = 1e-300;
const maxTerms = 10_000;

/**
 * The regularised incomplete beta function I_x(a, b) for x in [0, 1] and a, b > 0.
 *
 * Source: the continued fraction DLMF 8.17.22, evaluated by the modified Lentz method (Thompson
 * and Barnett, J. Comput. Phys. 64 (1986) 490-509), with the symmetry DLMF 8.17.4.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  const logFront = a * Math.log(x) + b * Math.log1p(-x) - logBeta(a, b);
  const front = Math.exp(logFront);
  if (x < (a + 1) / (a + b + 2)) return front / (a * fraction(x, a, b));
  return 1 - front / (b * fraction(1 - x, b, a));
}

/** The fraction 1 + d1 / (1 + d2 / (1 + ...)) of DLMF 8.17.22. */
function fraction(x: number, a: number, b: number): number {
  let value = 1;
  let c = 1;
  let d = 0;
  for (let n = 1; n < maxTerms; n++) {
    const m = Math.floor(n / 2);
    const term =
      n % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / notZero(1 + term * d);
    c = notZero(1 + term / c);
    const factor = c * d;
    value *= factor;
    if (factor === 1) break;
  }
  return value;
}

function notZero(value: number): number {
  return Math.abs(value) < tiny ? tiny : value;
}
