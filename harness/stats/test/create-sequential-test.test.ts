import fc from 'fast-check';
import { expect, it } from 'vitest';
import { betLowerBound } from './bet-lower-bound.ts';
import { createBet } from './create-bet.ts';
import { createSequentialTest, type SequentialState } from './create-sequential-test.ts';
import { normalQuantile } from '../distribution/normal-cdf.ts';
import { spendingLevels } from './spending-levels.ts';

function play(
  differences: readonly number[],
  budget = differences.length,
): SequentialState | undefined {
  const test = createSequentialTest({ budget });
  return differences.map((difference) => test.add(difference)).at(-1);
}

// Bounds of the program of Lan and DeMets for five looks at 2.5 %, one-sided.
it('spends like the published O-Brien-Fleming bounds', () => {
  const published = [4.877, 3.357, 2.68, 2.29, 2.031];
  for (const [look, level] of spendingLevels(5, 0.025).entries()) {
    const bound = -normalQuantile(level);
    expect(bound).toBeGreaterThan((published[look] ?? 0) - 0.002);
    expect(bound).toBeLessThan((published[look] ?? 0) + 0.002);
  }
});

it('spends all at a single look, and grows from look to look', () => {
  expect(spendingLevels(1, 0.025)[0]).toBeCloseTo(0.025, 4);
  const levels = spendingLevels(40, 0.025);
  expect(levels.every((level, i) => level >= (levels[i - 1] ?? 0))).toBe(true);
});

it.each([
  ['all worse', Array.from({ length: 20 }, () => -1), 'REGRESSION'],
  ['clearly worse', Array.from({ length: 40 }, (_, i) => (i % 3 === 0 ? 0 : -0.6)), 'REGRESSION'],
  ['all better', Array.from({ length: 20 }, () => 0.8), 'PASS'],
  ['nothing moves for 200', Array.from({ length: 200 }, () => 0), 'PASS'],
  ['nothing moves for 20', Array.from({ length: 20 }, () => 0), null],
  ['to and fro', Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 0.5 : -0.5)), null],
])('%s', (_, differences, verdict) => {
  expect(play(differences)?.verdict).toBe(verdict);
});

it('stops early for a big drop, and keeps its verdict', () => {
  const differences = Array.from({ length: 40 }, (_, i) => (i % 5 === 0 ? -0.2 : -0.9));
  const early = play(differences.slice(0, 25), 40);
  const late = play([...differences.slice(0, 25), ...Array.from({ length: 15 }, () => 1)]);
  expect(early?.decidedAt).toBeLessThan(25);
  expect(late).toMatchObject({ verdict: 'REGRESSION', decidedAt: early?.decidedAt });
});

it('needs six that moved, as the fixed rule does', () => {
  expect(play(Array.from({ length: 6 }, () => -1))?.verdict).toBe('REGRESSION');
  expect(play(Array.from({ length: 5 }, () => -1))?.verdict).toBeNull();
});

it('refuses what it cannot judge', () => {
  const test = createSequentialTest({ budget: 1 });
  expect(() => test.add(1.5)).toThrow(RangeError);
  expect(() => test.add(Number.NaN)).toThrow(RangeError);
  test.add(0);
  expect(() => test.add(0)).toThrow('the budget is 1');
});

const differences = fc.array(
  fc.integer({ min: -4, max: 4 }).map((quarters) => quarters / 4),
  {
    minLength: 1,
    maxLength: 40,
  },
);

it('has an interval that agrees with the verdict while it is reached', () => {
  fc.assert(
    fc.property(differences, (values) => {
      const test = createSequentialTest({ budget: values.length });
      for (const value of values) {
        const { verdict, decidedAt, clusters, worse, mean } = test.add(value);
        const { lower, upper } = test.interval();
        expect(lower).toBeLessThanOrEqual(mean);
        expect(upper).toBeGreaterThanOrEqual(mean);
        if (decidedAt !== clusters) continue;
        if (verdict === 'PASS') expect(lower).toBeGreaterThan(-0.05 - 1e-6);
        if (verdict === 'REGRESSION') {
          expect(upper).toBeLessThan(1e-9);
          expect(worse.p).toBeLessThanOrEqual(worse.level);
        }
      }
    }),
    { numRuns: 30 },
  );
});

it('is a fair game when the mean is as supposed', () => {
  for (const [supposed, chance] of [
    [0, 0.5],
    [-0.05, 0.475],
  ] as const) {
    // All 2^8 sequences of -1 and 1, weighted by their chance at that mean.
    let expected = 0;
    for (let pattern = 0; pattern < 256; pattern++) {
      const bet = createBet(supposed);
      let weight = 1;
      let capital = 1;
      for (let i = 0; i < 8; i++) {
        const isUp = ((pattern >> i) & 1) === 1;
        weight *= isUp ? chance : 1 - chance;
        capital = bet.play(isUp ? 1 : -1);
      }
      expected += weight * capital;
    }
    expect(expected).toBeCloseTo(1, 12);
  }
});

it('bounds the mean from below, more tightly with more data', () => {
  const half = Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 0.4 : 0.6));
  expect(betLowerBound([], 40)).toBe(-1);
  const few = betLowerBound(half.slice(0, 10), 40);
  const many = betLowerBound(half, 40);
  expect(few).toBeLessThan(many);
  expect(many).toBeLessThan(0.5);
  expect(many).toBeGreaterThan(0.2);
});

it('passes as soon as the capital reaches what is needed, and not before', () => {
  const levels = Array.from({ length: 60 }, () => 0);
  const open = createSequentialTest({ budget: 60, levels, alpha: 1e-9 });
  const capitals = levels.map(() => open.add(0).notWorse.capital);
  const exact = capitals.flatMap((capital, place) =>
    2 / (2 / capital) === capital && capital > 2 ? [{ capital, place }] : [],
  );
  expect(exact.length).toBeGreaterThan(0);
  for (const { capital, place } of exact) {
    const test = createSequentialTest({ budget: 60, levels, alpha: 2 / capital });
    const states = levels.map(() => test.add(0));
    expect(states[place]?.notWorse).toEqual({ capital, needed: capital });
    expect(states.findIndex(({ verdict }) => verdict === 'PASS')).toBe(place);
    expect(states.at(-1)?.decidedAt).toBe(place + 1);
  }
});

it('is a regression at its level, to the last bit, and no higher', () => {
  const losses = [-0.5, -0.4, -0.6, -0.5, -0.4, -0.6];
  const playAt = (level: number): ReturnType<ReturnType<typeof createSequentialTest>['add']> => {
    const levels = losses.map((_, place) => (place === losses.length - 1 ? level : 0));
    const test = createSequentialTest({ budget: losses.length, levels });
    return losses.map((loss) => test.add(loss)).at(-1) ?? test.add(0);
  };
  const { p } = playAt(1).worse;
  expect(playAt(p).verdict).toBe('REGRESSION');
  expect(playAt(p * 0.999).verdict).toBeNull();
});

it('its upper bound is that of t at the level of the look', () => {
  const differences = [-0.5, -0.1, -0.4, -0.2];
  const test = createSequentialTest({ budget: 4, levels: [0.025, 0.025, 0.025, 0.025] });
  const uppers = differences.map((difference) => {
    test.add(difference);
    return test.interval().upper;
  });
  // Means -0.5, -0.3, -1/3, -0.3; errors by hand 0.2, 0.120185, 0.0912871; t(.975) 12.7062, 4.30265, 3.18245.
  expect(uppers[0]).toBe(1);
  expect(uppers[1]).toBe(1);
  expect(uppers[2]).toBeCloseTo(-1 / 3 + 4.30265 * 0.120185, 4);
  expect(uppers[3]).toBeCloseTo(-0.3 + 3.18245 * 0.0912871, 4);
});

it('has an upper bound below 1 from the second look on, and above 1 never', () => {
  const test = createSequentialTest({ budget: 2, levels: [0.025, 0.025] });
  expect(test.interval()).toEqual({ lower: -1, upper: 1 });
  test.add(-0.5);
  expect(test.interval().upper).toBe(1);
  test.add(-0.5001);
  expect(test.interval().upper).toBeCloseTo(-0.50005 + 12.7062 * 0.00005, 8);
});

it('p is 1 at the first look and where the mean is not a loss', () => {
  const playAt = (level: number): readonly number[] => {
    const test = createSequentialTest({ budget: 4, levels: [level, level, level, level] });
    return [-1, 1, -0.2, -0.4].map((difference) => test.add(difference).worse.p);
  };
  // By sign flips 1 and 3/4, halved, where t reaches the level; by t alone (scipy) where it does not.
  expect(playAt(0.5)).toEqual([1, 1, 0.5, 0.375]);
  const byT = playAt(0.1);
  expect(byT.slice(0, 2)).toEqual([1, 1]);
  expect(byT[2]).toBeCloseTo(0.459577395827, 10);
  expect(byT[3]).toBeCloseTo(0.372120706128, 10);
});

// Worked out apart from this code, in numpy with a root finder of scipy 1.17.
it.each([
  [
    Array.from({ length: 20 }, (_, i) => [-0.3, -0.4, -0.2, -0.35, -0.25][i % 5] ?? 0),
    -0.490371021282,
  ],
  [Array.from({ length: 30 }, (_, i) => (i % 2 === 0 ? 0.4 : 0.6)), 0.213960633158],
  [[0.5], -0.990072032663],
  [[-0.9, -0.9], -0.993690278929],
  [[-1, -1, -1, -1, -1], -1],
])('the bet on %j leaves means from %d on', (values, bound) => {
  expect(betLowerBound(values, 40)).toBeCloseTo(bound, 8);
});

// The same recursion in numpy with steps from -8 to 8 and cells of 0.02 (0.03 for 150 looks).
it.each([
  [2, 1, 0.0015246403],
  [2, 2, 0.0244963856],
  [30, 15, 0.0011635967],
  [30, 30, 0.0160644275],
  [60, 30, 0.001048982],
  [60, 60, 0.0150018125],
  [150, 75, 0.0009431006],
  [150, 150, 0.0140661669],
])('of %d looks the level of look %d is %d', (looks, look, level) => {
  const found = spendingLevels(looks, 0.025)[look - 1] ?? 0;
  expect(Math.abs(found / level - 1)).toBeLessThan(0.006);
});

// t = -0.5 / (0.2 / sqrt(2)) at one degree of freedom; of two clusters the sign flips give 1/4 at best.
it('judges from the second cluster on, and bounds by the spread that it has seen', () => {
  const test = createSequentialTest({ budget: 2, levels: [0.3, 0.3] });
  expect(test.add(-0.3).worse).toEqual({ p: 1, level: 0.3 });
  expect(test.interval().upper).toBe(1);
  const second = test.add(-0.7);
  expect(second.worse.p).toBeCloseTo(0.25, 10);
  expect(second).toMatchObject({ verdict: 'REGRESSION', decidedAt: 2, mean: -0.5 });
  // tQuantile(0.7, 1) is tan(0.2 pi); the standard error is 0.2.
  expect(test.interval().upper).toBeCloseTo(-0.5 + Math.tan(0.2 * Math.PI) * 0.2, 8);
});

it('spends no more than alpha in all, and something at every look', () => {
  for (const looks of [2, 7, 31, 125]) {
    const levels = spendingLevels(looks, 0.05);
    expect(levels).toHaveLength(looks);
    expect(Math.min(...levels)).toBeGreaterThanOrEqual(0);
    expect(levels.at(-1)).toBeGreaterThan(0.025);
    expect(levels.at(-1)).toBeLessThan(0.05);
  }
});
