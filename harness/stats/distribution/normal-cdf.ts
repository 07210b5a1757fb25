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
