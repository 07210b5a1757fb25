import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bootstrapInterval } from '../interval/bootstrap-interval.ts';
import { clopperPearsonInterval } from '../interval/clopper-pearson-interval.ts';
import { clusterInterval } from '../interval/cluster-interval.ts';
import { clusteredTest } from './clustered-test.ts';
import { createRandom } from '../../core/random.ts';
import type { Interval } from '../interval/interval.ts';
import { newcombeInterval } from '../interval/newcombe-interval.ts';
import { newcombePairedInterval } from '../interval/newcombe-paired-interval.ts';
import { wilsonInterval } from '../interval/wilson-interval.ts';

const proportion = fc
  .integer({ min: 1, max: 300 })
  .chain((trials) =>
    fc.record({ successes: fc.integer({ min: 0, max: trials }), trials: fc.constant(trials) }),
  );
const count = fc.integer({ min: 0, max: 60 });
const counts = fc.record({ both: count, onlyFirst: count, onlySecond: count, neither: count });

// Newcombe (1998), part one, table II: 56/70 against 48/80. Clopper and Pearson: the rule of three.
it.each([
  [
    'newcombe',
    newcombeInterval({ successes: 56, trials: 70 }, { successes: 48, trials: 80 }),
    [0.0524, 0.3339],
  ],
  ['wilson', wilsonInterval({ successes: 81, trials: 263 }), [0.2553, 0.3662]],
  [
    'clopper',
    clopperPearsonInterval({ successes: 0, trials: 20 }, { confidence: 0.9 }),
    [0, 0.1391],
  ],
  [
    'paired',
    newcombePairedInterval({ both: 36, onlyFirst: 12, onlySecond: 2, neither: 0 }),
    [0.0569, 0.3404],
  ],
] as const)('%s gives the published figures', (_, interval, [lower, upper]) => {
  expect(interval.lower).toBeCloseTo(lower, 4);
  expect(interval.upper).toBeCloseTo(upper, 4);
});

it.each([
  ['wilson', wilsonInterval({ successes: 0, trials: 0 }), { lower: 0, upper: 1 }],
  ['clopper', clopperPearsonInterval({ successes: 0, trials: 0 }), { lower: 0, upper: 1 }],
  [
    'paired',
    newcombePairedInterval({ both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 }),
    { lower: -1, upper: 1 },
  ],
  [
    'newcombe',
    newcombeInterval({ successes: 0, trials: 0 }, { successes: 0, trials: 0 }),
    { lower: -Math.SQRT1_2, upper: Math.SQRT1_2 },
  ],
  ['cluster', clusterInterval([[], []]), null],
  ['cluster', clusterInterval([[0.5], []])?.interval, null],
  ['clustered', clusteredTest([[1, 1]]), null],
  ['bootstrap', bootstrapInterval([[1]], { method: 't', random: createRandom(1) }), null],
])('%s claims nothing where nothing was measured', (_, actual, wanted) => {
  expect(actual).toEqual(wanted);
});

it('keeps proportions inside [0, 1], around the rate, and mirrors them', () => {
  fc.assert(
    fc.property(proportion, ({ successes, trials }) => {
      for (const interval of [wilsonInterval, clopperPearsonInterval]) {
        const { lower, upper } = interval({ successes, trials });
        const mirrored = interval({ successes: trials - successes, trials });
        expect(lower).toBeGreaterThanOrEqual(0);
        expect(upper).toBeLessThanOrEqual(1);
        expect(lower).toBeLessThanOrEqual(successes / trials);
        expect(upper).toBeGreaterThanOrEqual(successes / trials);
        expect(mirrored.lower).toBeCloseTo(1 - upper, 10);
      }
    }),
  );
});

it('swaps the bounds of a difference when its sides are swapped', () => {
  fc.assert(
    fc.property(proportion, proportion, counts, (a, b, table) => {
      expectOpposite(newcombeInterval(a, b), newcombeInterval(b, a));
      const swapped = { ...table, onlyFirst: table.onlySecond, onlySecond: table.onlyFirst };
      expectOpposite(newcombePairedInterval(table), newcombePairedInterval(swapped));
    }),
  );
});

it('is the unpaired interval where the pairs do not correlate', () => {
  const table = { both: 12, onlyFirst: 18, onlySecond: 8, neither: 12 };
  const paired = newcombePairedInterval(table);
  const unpaired = newcombeInterval({ successes: 30, trials: 50 }, { successes: 20, trials: 50 });
  expect(paired.lower).toBeCloseTo(unpaired.lower, 12);
  expect(paired.upper).toBeCloseTo(unpaired.upper, 12);
});

// Darwin's maize, in Fisher, The Design of Experiments (1935), section 17: t = 2.148 on 14 degrees.
it('gives the t interval of a textbook', () => {
  const maize = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48];
  const estimate = clusterInterval(maize.map((difference) => [difference]));
  expect(estimate?.p).toBeCloseTo(0.049702944021800866, 12);
  expect(estimate?.interval?.lower).toBeCloseTo(0.031193318392979563, 10);
  expect(estimate?.interval?.upper).toBeCloseTo(41.83547334827369, 10);
});

it('p of a mean of 0 is 1, also without spread, and that of any other mean follows from t', () => {
  expect(clusterInterval([[0], [0]])?.p).toBe(1);
  expect(clusterInterval([[1], [1]])?.p).toBe(0);
  // t = 2 on 1 degree: p = 2 / pi * atan(1 / 2).
  expect(clusterInterval([[0.5], [1.5]])?.p).toBeCloseTo((2 / Math.PI) * Math.atan(0.5), 12);
});

// Wilson's interval of 5 of 10 is 0.2366 to 0.7634; of nothing, one is as far from its middle as can be.
it('compares a rate with nothing', () => {
  const none = { successes: 0, trials: 0 };
  const half = { successes: 5, trials: 10 };
  const reach = Math.hypot(0.5, 0.26341);
  for (const interval of [newcombeInterval(none, half), newcombeInterval(half, none)]) {
    expect(interval.lower).toBeCloseTo(-reach, 5);
    expect(interval.upper).toBeCloseTo(reach, 5);
  }
});

const clusters = fc.array(
  fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 4 }),
  {
    minLength: 3,
    maxLength: 12,
  },
);

it('does not care about the order of clusters, nor of values in them', () => {
  fc.assert(
    fc.property(clusters, (values) => {
      const turned = values.map((cluster) => cluster.toReversed()).toReversed();
      const first = clusterInterval(values);
      const second = clusterInterval(turned);
      expect(second?.mean).toBeCloseTo(first?.mean ?? Number.NaN, 12);
      expect(second?.standardError).toBeCloseTo(first?.standardError ?? Number.NaN, 12);
      expect(clusteredTest(turned)?.standardError).toBeCloseTo(
        clusteredTest(values)?.standardError ?? Number.NaN,
        12,
      );
    }),
  );
});

it('weighs a cluster once in one mean and each value once in the other', () => {
  const values = [[1, 1, 1, 1], [0]];
  expect(clusterInterval(values)?.mean).toBe(0.5);
  expect(clusteredTest(values)?.mean).toBe(0.8);
});

it('makes bootstrap-t wider than percentile for few skewed clusters', () => {
  const values = [0, 0, 0, 0, 0.1, 0.1, 0.2, 0.9].map((value) => [value]);
  const width = (method: 't' | 'percentile'): number => {
    const interval = bootstrapInterval(values, { method, random: createRandom(3) });
    return (interval?.upper ?? 0) - (interval?.lower ?? 0);
  };
  expect(width('t')).toBeGreaterThan(1.5 * width('percentile'));
});

it('gives the same bootstrap for the same seed, and another for another', () => {
  const values = Array.from({ length: 15 }, (_, i) => [Math.sin(i)]);
  const by = (seed: number): Interval | null =>
    bootstrapInterval(values, { method: 't', random: createRandom(seed), resamples: 500 });
  expect(by(4)).toEqual(by(4));
  expect(by(5)).not.toEqual(by(4));
});

it('leaves bootstrap-t no width where nothing varies', () => {
  const options = { method: 't', random: createRandom(1) } as const;
  expect(bootstrapInterval([[0.5], [0.5], [0.5]], options)).toEqual({ lower: 0.5, upper: 0.5 });
});

function expectOpposite(first: Interval, second: Interval): void {
  expect(second.lower).toBeCloseTo(-first.upper, 10);
  expect(second.upper).toBeCloseTo(-first.lower, 10);
}
