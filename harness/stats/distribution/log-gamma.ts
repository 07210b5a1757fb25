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
