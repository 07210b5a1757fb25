/** A source of random numbers. `core` has an interface of the same shape, so either fits. */
export interface Random {
  /** The next number in [0, 1). */
  next(): number;
}

/**
 * A small seeded generator: the same whole-numbered seed gives the same numbers
 * on every engine.
 *
 * Source: xoshiro128** 1.1 (Blackman and Vigna, ACM TOMS 47(4), 2021), its state filled by a
 * 32-bit SplitMix (Steele, Lea and Flood, OOPSLA 2014) as its authors advise. 53 bits a number.
 */
export function createRandom(seed: number): Random {
  let mix = Math.imul(seed | 0, 0x9e3779b1) ^ Math.floor(seed / 0x1_0000_0000);
  const fill = (): number => {
    mix = (mix + 0x9e3779b9) | 0;
    let z = mix;
    z = Math.imul(z ^ (z >>> 16), 0x85ebca6b);
    z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35);
    return z ^ (z >>> 16);
  };
  let a = fill();
  let b = fill();
  let c = fill();
  let d = fill();
  const bits = (): number => {
    const scaled = Math.imul(b, 5);
    const result = Math.imul((scaled << 7) | (scaled >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };
  return { next: () => ((bits() >>> 5) * 0x4000000 + (bits() >>> 6)) / 0x20000000000000 };
}
