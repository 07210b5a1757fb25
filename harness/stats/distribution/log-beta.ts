import { logGamma } from './log-gamma.ts';

/**
 * Natural logarithm of the beta function for a, b > 0, without the cancellation of three large
 * log-gammas.
 *
 * Source: DLMF 5.12.1 with Stirling's series 5.11.1 for arguments of 10 and more, as in DiDonato
 * and Morris, Algorithm 708, ACM TOMS 18 (1992) 360-373.
 */
export function logBeta(a: number, b: number): number {
  const large = Math.max(a, b);
  const small = Math.min(a, b);
  if (large < 10) return logGamma(small) + logGamma(large) - logGamma(small + large);
  const sum = large + small;
  const ratio = -(large - 0.5) * Math.log1p(small / large);
  const correction = remainder(large) - remainder(sum);
  if (small < 10) return logGamma(small) + ratio + correction + small - small * Math.log(sum);
  const rest = small * Math.log(small / sum) + 0.5 * Math.log((2 * Math.PI) / small);
  return ratio + rest + correction + remainder(small);
}

/** What Stirling's formula lacks: 1/(12 x) - 1/(360 x^3) + ... */
function remainder(x: number): number {
  const square = x * x;
  const late = 1 / 1680 - (1 / 1188 - 691 / (360360 * square)) / square;
  return (1 / 12 - (1 / 360 - (1 / 1260 - late / square) / square) / square) / x;
}
