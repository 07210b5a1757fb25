import { createRandom, type Random } from '../../core/random.ts';
import { toLattice } from './to-lattice.ts';

/** How a p value of the sign-flip test was found. */
export type SignFlipMethod = 'exact' | 'monte-carlo';

/** Result of the sign-flip test. */
export interface SignFlipResult {
  /** Two-sided. 1 when nothing moved. */
  readonly p: number;
  readonly method: SignFlipMethod;
  /** Clusters whose difference is not 0: only they can be flipped. */
  readonly moved: number;
  /** The smallest p that this many moved clusters can give: 2^(1 - moved), at most 1. */
  readonly smallestP: number;
}

/** Settings for the case that is too big for the exact answer. */
export interface SignFlipOptions {
  /** By default a generator with a fixed seed. */
  readonly random?: Random;
  /** By default 9999. */
  readonly resamples?: number;
}

const maxEnumerated = 20;
const maxLatticeWork = 2e7;

/**
 * Tests whether paired cluster differences are symmetric around 0: under that hypothesis both signs are equally likely.
 *
 * Exact where that is cheap: by dynamic programming over sums when the differences are multiples
 * of one step (rates are), else by enumeration up to 20 moved clusters; else by random flips,
 * counting the observed one too, so that p is never 0.
 *
 * Source: Fisher, The Design of Experiments (1935), section 21; sums by Pagano and Tritchler, JASA
 * 78 (1983) 435-440; the +1 of Phipson and Smyth, Stat. Appl. Genet. Mol. Biol. 9 (2010) 39.
 */
export function signFlipTest(
  differences: readonly number[],
  options: SignFlipOptions = {},
): SignFlipResult {
  const moving = differences.filter((difference) => difference !== 0);
  const moved = moving.length;
  const smallestP = Math.min(1, 2 ** (1 - moved));
  const lattice = toLattice(moving);
  if (lattice !== null && lattice.sum * moved <= maxLatticeWork) {
    return { p: bySums(lattice.steps, moving), method: 'exact', moved, smallestP };
  }
  if (moved <= maxEnumerated) {
    return { p: byEnumeration(moving), method: 'exact', moved, smallestP };
  }
  return { p: byDrawing(moving, options), method: 'monte-carlo', moved, smallestP };
}

/** Chances of each sum of the steps that happen to be positive; both tails are alike. */
function bySums(steps: readonly number[], moving: readonly number[]): number {
  const total = steps.reduce((sum, step) => sum + step, 0);
  const positive = steps
    .filter((_, i) => Number(moving[i]) > 0)
    .reduce((sum, step) => sum + step, 0);
  const extreme = Math.max(positive, total - positive);
  const chances = new Float64Array(total + 1);
  chances[0] = 1;
  let reached = 0;
  for (const step of steps) {
    reached += step;
    for (let sum = reached; sum >= step; sum--) {
      chances[sum] = ((chances[sum] ?? 0) + (chances[sum - step] ?? 0)) / 2;
    }
    for (let sum = step - 1; sum >= 0; sum--) chances[sum] = (chances[sum] ?? 0) / 2;
  }
  let tail = 0;
  for (let sum = total; sum >= extreme; sum--) tail += chances[sum] ?? 0;
  return Math.min(1, 2 * tail);
}

/** All sign patterns in Gray-code order, with the last sign fixed since both tails are alike. */
function byEnumeration(moving: readonly number[]): number {
  const { sizes, observed } = toExtreme(moving);
  const signs = sizes.map(() => 1);
  const patterns = 2 ** (sizes.length - 1);
  let sum = sizes.reduce((partial, size) => partial + size, 0);
  let extreme = 0;
  for (let pattern = 1; ; pattern++) {
    if (Math.abs(sum) >= observed) extreme += 1;
    if (pattern === patterns) break;
    const flipped = 31 - Math.clz32(pattern & -pattern);
    const sign = signs[flipped] ?? 0;
    sum -= 2 * sign * (sizes[flipped] ?? 0);
    signs[flipped] = -sign;
  }
  return extreme / patterns;
}

function byDrawing(moving: readonly number[], options: SignFlipOptions): number {
  const random = options.random ?? createRandom(1);
  const resamples = options.resamples ?? 9999;
  const { sizes, observed } = toExtreme(moving);
  let extreme = 0;
  for (let i = 0; i < resamples; i++) {
    let sum = 0;
    for (const size of sizes) sum += random.next() < 0.5 ? size : -size;
    if (Math.abs(sum) >= observed) extreme += 1;
  }
  return (extreme + 1) / (resamples + 1);
}

/** Sizes, and the sum to reach: a hair below the observed one, since sums are rounded. */
function toExtreme(moving: readonly number[]): { sizes: readonly number[]; observed: number } {
  const sizes = moving.map(Math.abs);
  const all = sizes.reduce((sum, size) => sum + size, 0);
  const observed = Math.abs(moving.reduce((sum, difference) => sum + difference, 0));
  return { sizes, observed: observed - all * 1e-12 };
}
