/**
 * P(Z <= z) for a standard normal Z. The lower tail keeps its relative accuracy, so take the
 * upper tail as `normalCdf(-z)`.
 *
 * Source: near the middle the series of positive terms in Abramowitz and Stegun 26.2.11; in the
 * tails the continued fraction 26.2.14 for Mills' ratio.
 */
export function normalCdf(z: number): number {
  const size = Math.abs(z);
  const density = Math.exp((-size * size) / 2) / Math.sqrt(2 * Math.PI);
  if (size < 2.5) {
    const half = density * oddSeries(size);
    return z < 0 ? 0.5 - half : 0.5 + half;
  }
  const tail = density * millsRatio(size);
  return z < 0 ? tail : 1 - tail;
}

/** z + z^3/3 + z^5/(3*5) + ... */
function oddSeries(z: number): number {
  let term = z;
  let sum = z;
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= (z * z) / odd;
    sum += term;
  }
  return sum;
}

/** 1 / (z + 1 / (z + 2 / (z + 3 / ...))), from the bottom; 150 levels suffice from z = 2.5. */
function millsRatio(z: number): number {
  let value = z;
  for (let level = 150; level > 0; level--) value = z + level / value;
  return 1 / value;
}

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
