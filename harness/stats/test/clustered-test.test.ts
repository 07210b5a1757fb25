import { expect, it } from 'vitest';

import { clusteredTest } from './clustered-test.ts';

// By hand: six values in three clusters with the totals 2, 1 and 0, mean 1/2; residuals of clusters 2 - 1, 1 - 1.5, 0 - 0.5,
// squares 1 + 0.25 + 0.25; error sqrt(1.5) / 6 = 0.204124; z = 2.44949, two-sided p 0.014306.
const clusters = [[1, 1], [1, 0, 0], [0]];

it('knows which values belong together', () => {
  const found = clusteredTest([[1, 1], [1, 0, 0], [1]]);
  expect(found?.mean).toBeCloseTo(4 / 6, 12);
  const half = clusteredTest(clusters);
  expect(half?.mean).toBe(0.5);
  expect(half?.standardError).toBeCloseTo(0.204124, 6);
  expect(half?.p).toBeCloseTo(0.014306, 6);
});

it('widens the error of few clusters where it is asked to', () => {
  const half = clusteredTest(clusters, { smallSample: true });
  expect(half?.standardError).toBeCloseTo(0.204124 * Math.sqrt(3 / 2), 6);
  expect(clusteredTest(clusters, { smallSample: false })).toEqual(clusteredTest(clusters));
});

it('leaves empty clusters out, and says nothing of fewer than two', () => {
  expect(clusteredTest([...clusters, []])).toEqual(clusteredTest(clusters));
  expect([clusteredTest([]), clusteredTest([[1, 0]]), clusteredTest([[1], []])]).toEqual([
    null,
    null,
    null,
  ]);
});

it('a mean of 0 has p 1, whatever its error, and signs make no difference', () => {
  expect(clusteredTest([[1], [-1]])?.p).toBe(1);
  expect(clusteredTest([[0], [0]])?.p).toBe(1);
  const negative = clusters.map((values) => values.map((value) => -value));
  expect(clusteredTest(negative)?.p).toBe(clusteredTest(clusters)?.p);
});
