/** A seeded source of numbers; the only randomness in the harness. */
export interface Random {
  /** The next number in [0, 1). */
  next(): number;
}

/**
 * Creates a generator that gives the same numbers for the same seed on every machine.
 * Source: sfc32 by Chris Doty-Humphrey (PractRand), seeded by FNV-1a over the text.
 */
export function createRandom(seed: string | number): Random {
  let a = hashText(`${seed}/a`);
  let b = hashText(`${seed}/b`);
  let c = hashText(`${seed}/c`);
  let counter = 1;
  const next = (): number => {
    const sum = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 4_294_967_296;
  };
  for (let round = 0; round < 12; round += 1) next();
  return { next };
}

function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}
