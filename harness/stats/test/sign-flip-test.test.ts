import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRandom } from '../../core/random.ts';
import { signFlipTest } from './sign-flip-test.ts';
import { toLattice } from './to-lattice.ts';

// Fisher, The Design of Experiments (1935), section 21: 1726 of 32768 for Darwin's maize.
it.each([
  [[49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48], 1726 / 32768],
  [[0.2, 0.4, -0.1, 0.3, 0.25], 0.125],
  [[1, 1, 1, 0, -1], 0.625],
  [[0.31, 0.17, -0.05, 0.44, 0.29, 0.08, -0.21], 0.140625],
  [[Math.E, Math.PI, -Math.SQRT2], 0.5],
  [[0, 0], 1],
  [[], 1],
])('%j has p %d', (differences, p) => {
  expect(signFlipTest(differences).p).toBeCloseTo(p, 14);
  expect(signFlipTest(differences).method).toBe('exact');
});

it('says the smallest p that the moved clusters can give', () => {
  for (const moved of [1, 2, 6, 12, 40]) {
    const differences = [0, ...Array.from({ length: moved }, () => -0.2), 0];
    const result = signFlipTest(differences);
    expect(result).toMatchObject({ moved, smallestP: 2 ** (1 - moved) });
    expect(result.p / result.smallestP).toBeCloseTo(1, 12);
  }
});

const rates = fc.array(
  fc
    .tuple(fc.integer({ min: -6, max: 6 }), fc.constantFrom(1, 2, 3, 4, 5, 6))
    .map(([a, b]) => a / b),
  { maxLength: 9 },
);

/** All patterns, one by one. */
function byHand(differences: readonly number[]): number {
  const all = differences.reduce((sum, value) => sum + Math.abs(value), 0);
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0)) - all * 1e-12;
  const patterns = 2 ** differences.length;
  let extreme = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    const sum = differences.reduce((s, value, i) => s + ((pattern >> i) & 1 ? value : -value), 0);
    if (Math.abs(sum) >= observed) extreme += 1;
  }
  return extreme / patterns;
}

it('is what all patterns give, for rates and for any numbers', () => {
  const numbers = fc.array(fc.double({ min: -3, max: 3, noNaN: true }), { maxLength: 9 });
  fc.assert(
    fc.property(fc.oneof(rates, numbers), (differences) => {
      expect(signFlipTest(differences).p).toBeCloseTo(byHand(differences), 10);
    }),
  );
});

it('does not care about scale, order and direction', () => {
  fc.assert(
    fc.property(rates, (differences) => {
      const { p } = signFlipTest(differences);
      expect(signFlipTest(differences.toReversed()).p).toBeCloseTo(p, 12);
      expect(signFlipTest(differences.map((value) => value * -3)).p).toBeCloseTo(p, 12);
      expect(signFlipTest(differences.map((value) => value * Math.PI)).p).toBeCloseTo(p, 12);
    }),
  );
});

it('draws flips where it cannot count them, and counts the observed one', () => {
  const differences = Array.from({ length: 30 }, (_, i) => Math.sqrt(i + 2) / 10);
  const result = signFlipTest(differences, { random: createRandom(2), resamples: 999 });
  expect(result).toEqual({ p: 1 / 1000, method: 'monte-carlo', moved: 30, smallestP: 2 ** -29 });
});

it('a number of exactly a half flips a sign, one below does not', () => {
  const differences = Array.from({ length: 30 }, (_, i) => Math.sqrt(i + 2) / 10);
  const draw = (first: number): number => {
    let drawn = 0;
    const next = (): number => (drawn++ % 30 === 0 ? first : 0.2);
    return signFlipTest(differences, { random: { next }, resamples: 9 }).p;
  };
  // All resamples are the observed signs, or all have one other.
  expect([draw(0.499), draw(0.5)]).toEqual([1, 0.1]);
});

it('draws 9999 resamples from a generator with a fixed seed by default', () => {
  const differences = Array.from(
    { length: 24 },
    (_, i) => Math.sqrt(i + 2) * (i % 3 === 0 ? -1 : 1),
  );
  const { p } = signFlipTest(differences);
  expect(signFlipTest(differences, { random: createRandom(1), resamples: 9999 }).p).toBe(p);
  expect(p * 10_000).toBeCloseTo(Math.round(p * 10_000), 9);
  expect(signFlipTest(differences, { random: createRandom(2) }).p).not.toBe(p);
});

it('draws near the exact answer', () => {
  const rough = Array.from({ length: 26 }, (_, i) => ((i % 7) - 2.2) / 10);
  const exact = signFlipTest(rough);
  const drawn = signFlipTest(rough.map((value, i) => value + Math.sin(i) * 1e-7));
  expect(exact.method).toBe('exact');
  expect(drawn.method).toBe('monte-carlo');
  expect(Math.abs(drawn.p - exact.p)).toBeLessThan(0.015);
});

it.each([
  [[0.2, -0.4, 1], { steps: [1, 2, 5], sum: 8 }],
  [[1 / 3, 0.25], { steps: [4, 3], sum: 7 }],
  [[600, -900], { steps: [2, 3], sum: 5 }],
  [[Math.PI, 1], null],
  [[1e-12, 1], null],
  [[1 / 1000, 1], { steps: [1, 1000], sum: 1001 }],
  [[1 / 1009, 1], null],
  // A common step of a millionth is the finest.
  [[1 / 1000, 1 / 999], { steps: [999, 1000], sum: 1999 }],
  [[1 / 1000, 1 / 999, 1 / 7], null],
])('%j lies on the lattice %j', (values, lattice) => {
  expect(toLattice(values)).toEqual(lattice);
});
