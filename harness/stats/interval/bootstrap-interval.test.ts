import { expect, it } from 'vitest';

import type { Random } from '../../core/random.ts';
import { type BootstrapMethod, bootstrapInterval } from './bootstrap-interval.ts';
import type { Interval } from './interval.ts';

/** Draws every resample of so many clusters once: the bootstrap without its chance. */
function createEach(count: number): { readonly random: Random; readonly resamples: number } {
  const resamples = count ** count;
  let drawn = 0;
  const next = (): number => {
    const place = drawn % count;
    const resample = Math.floor(drawn / count);
    drawn += 1;
    return ((Math.floor(resample / count ** place) % count) + 0.5) / count;
  };
  return { random: { next }, resamples };
}

// Means 0, 1 and 3; a cluster without values is none.
const three = [[0], [1, 1], [], [2, 4]];
const four = [[0], [0, 0], [0.5, 1.5], [4]];

type Row = readonly [BootstrapMethod, readonly (readonly number[])[], number, Interval];

// Worked out apart from this code over all resamples, with quantiles of numpy 2 and normal ones of scipy 1.17.
const rows: readonly Row[] = [
  ['percentile', three, 0.8, { lower: 1 / 3, upper: 7 / 3 }],
  ['percentile', three, 0.95, { lower: 0.216666666667, upper: 2.566666666667 }],
  ['basic', three, 0.8, { lower: 1 / 3, upper: 7 / 3 }],
  ['basic', three, 0.95, { lower: 0.1, upper: 2.45 }],
  ['basic', four, 0.95, { lower: -0.5, upper: 2.5 }],
  ['bca', three, 0.8, { lower: 0.444170853597, upper: 7 / 3 }],
  ['bca', three, 0.95, { lower: 1 / 3, upper: 2.766589652317 }],
  ['bca', four, 0.95, { lower: 0.186450892735, upper: 3.25 }],
  ['t', three, 0.8, { lower: 0.010457677801, upper: 3.979084644398 }],
  ['t', four, 0.8, { lower: 0.331774943218, upper: 5.0359388972 }],
  // A resample without spread is infinitely far off: the interval is open where such a one is at the quantile.
  ['t', three, 0.95, { lower: -Infinity, upper: Infinity }],
  ['t', four, 0.95, { lower: -0.406348267525, upper: Infinity }],
];

it.each(rows)('%s over all resamples of %j at %d', (...[method, clusters, confidence, wanted]) => {
  const count = clusters.filter((values) => values.length > 0).length;
  const options = { method, confidence, ...createEach(count) };
  const found = bootstrapInterval(clusters, options);
  expect(found?.lower).toBeCloseTo(wanted.lower, 10);
  expect(found?.upper).toBeCloseTo(wanted.upper, 10);
  if (confidence !== 0.95) return;
  // 95 % is the default.
  expect(bootstrapInterval(clusters, { method, ...createEach(count) })).toEqual(found);
});

it.each(['t', 'percentile', 'basic', 'bca'] as const)(
  '%s has no width where nothing varies, and takes two clusters',
  (method) => {
    const options = { method, ...createEach(2) };
    expect(bootstrapInterval([[0.5], [0.5]], options)).toEqual({ lower: 0.5, upper: 0.5 });
    expect(bootstrapInterval([[0.5], []], options)).toBe(null);
  },
);

it('draws 9999 resamples unless another number is given', () => {
  const count = (resamples?: number): number => {
    let drawn = 0;
    const next = (): number => (drawn++ % 7) / 7;
    const options = { method: 'percentile', random: { next } } as const;
    bootstrapInterval(
      [[0], [1], [2]],
      resamples === undefined ? options : { ...options, resamples },
    );
    return drawn;
  };
  expect([count(), count(10)]).toEqual([3 * 9999, 30]);
});
