import { expect, it } from 'vitest';

import { findRoot } from './find-root.ts';

type Row = readonly [
  name: string,
  f: (x: number) => number,
  bracket: readonly [number, number],
  exact: readonly [root: number, calls: number],
  near: readonly [root: number, calls: number],
];

// Roots and numbers of calls of scipy 1.17 (optimize.elementwise.find_root, the same method), to the last bit and to 0.001.
const rows: readonly Row[] = [
  ['a cubic', (x) => x ** 3 - 2 * x - 5, [2, 3], [2.0945514815423265, 9], [2.094728156313481, 6]],
  ['a cosine', (x) => Math.cos(x) - x, [0, 1], [0.7390851332151607, 8], [0.7389743457512304, 6]],
  ['what is flat', (x) => (x - 1) ** 9, [0, 3], [0.9999999999999998, 54], [0.999755859375, 14]],
  [
    'what falls',
    (x) => Math.exp(-20 * x) - 0.5,
    [0, 1],
    [0.03465735902799727, 13],
    [0.034563709143490516, 9],
  ],
  ['a step', (x) => (x > 0.3 ? 1 : -1), [0, 1], [0.2999999999999998, 54], [0.30078125, 12]],
  [
    'a logarithm',
    (x) => Math.log(x) + 3,
    [1e-6, 1],
    [0.049787068367863944, 12],
    [0.04983651536476402, 10],
  ],
];

function search(
  f: (x: number) => number,
  bracket: readonly [number, number],
  tolerance?: number,
): readonly [root: number, calls: number] {
  let calls = 0;
  const counted = (x: number): number => {
    calls += 1;
    return f(x);
  };
  const root = findRoot(counted, bracket, tolerance === undefined ? {} : { tolerance });
  return [root, calls];
}

it.each(rows)('finds the root of %s as the source does, in as many calls', (...row) => {
  const [, f, bracket, exact, near] = row;
  expect(search(f, bracket)).toEqual([expect.closeTo(exact[0], 15), exact[1]]);
  expect(search(f, bracket, 0.001)).toEqual([expect.closeTo(near[0], 15), near[1]]);
});

it.each([
  ['rises from its low end', (x: number) => x - 1, 1],
  ['falls from its low end', (x: number) => 1 - x, 1],
  ['rises to its high end', (x: number) => x - 3, 3],
  ['falls to its high end', (x: number) => 3 - x, 3],
] as const)('takes an end that is the root, in two calls, of what %s', (_, f, root) => {
  expect(search(f, [1, 3])).toEqual([root, 2]);
});

it('takes a root that it hits', () => {
  expect(search((x) => x - 2, [1, 3])).toEqual([2, 3]);
});

it.each([
  ['is above 0 at both ends', () => 1],
  ['is below 0 at both ends', () => -1],
  ['is no number at the low end', (x: number) => (x < 2 ? Number.NaN : 1)],
  ['is no number at the high end', (x: number) => (x < 2 ? 1 : Number.NaN)],
] as const)('refuses what %s', (_, f) => {
  expect(() => findRoot(f, [1, 3])).toThrow(
    new RangeError('Cannot find a root in [1, 3]: no change of sign'),
  );
});

it('takes infinite values of opposite sign at its ends', () => {
  const logit = (x: number): number => Math.log(x / (1 - x)) - 1;
  expect(findRoot(logit, [0, 1])).toBeCloseTo(1 / (1 + Math.exp(-1)), 14);
});

it('gives up after 200 steps, near a root that is too small for them', () => {
  expect(search((x) => (x > 1e-200 ? 1 : -1), [0, 1])).toEqual([2 ** -200, 202]);
});
