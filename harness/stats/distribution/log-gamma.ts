const series = [
  676.5203681218851, -1259.1392167224028, 771.3234287776531, -176.6150291621406, 12.507343278686905,
  -0.13857109526572012, 9.984369578019572e-6, 1.5056327351493116e-7,
] as const;

/**
 * Natural logarithm of the gamma function for x > 0, to about 15 digits.
 *
 * Source: Lanczos, SIAM J. Numer. Anal. B 1 (1964) 86-96, with Godfrey's coefficients for
 * g = 7 and nine terms; reflection below 0.5 (DLMF 5.5.3).
 */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  const shifted = x - 1;
  let sum = 0.9999999999998099;
  series.forEach((coefficient, index) => {
    sum += coefficient / (shifted + index + 1);
  });
  const t = shifted + 7.5;
  return 0.5 * Math.log(2 * Math.PI) + (shifted + 0.5) * Math.log(t) - t + Math.log(sum);
}

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
