import fc from 'fast-check';
import { expect, it } from 'vitest';
import { assign } from './assign.ts';

type Weights = readonly (readonly (number | null)[])[];

/** Tries every assignment. */
function findBestTotal(weights: Weights, row = 0, used: ReadonlySet<number> = new Set()): number {
  if (row === weights.length) return 0;
  let best = findBestTotal(weights, row + 1, used);
  weights[row]?.forEach((weight, column) => {
    if (weight === null || used.has(column)) return;
    best = Math.max(best, weight + findBestTotal(weights, row + 1, new Set([...used, column])));
  });
  return best;
}

const anyWeights = fc
  .tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 6 }))
  .chain(([rows, columns]) =>
    fc.array(
      fc.array(fc.option(fc.integer({ min: 1, max: 50 })), {
        minLength: columns,
        maxLength: columns,
      }),
      { minLength: rows, maxLength: rows },
    ),
  );

it('finds the largest total, and uses no column twice and none that is forbidden', () => {
  fc.assert(
    fc.property(anyWeights, (weights) => {
      const columns = assign(weights);
      const taken = columns.filter((column) => column !== null);
      expect(new Set(taken).size).toBe(taken.length);
      const total = columns.reduce<number>((sum, column, row) => {
        if (column === null) return sum;
        const weight = weights[row]?.[column] ?? null;
        expect(weight).not.toBeNull();
        return sum + (weight ?? 0);
      }, 0);
      expect(total).toBe(findBestTotal(weights));
    }),
  );
});

it.each<[Weights, readonly (number | null)[]]>([
  [[], []],
  [[[]], [null]],
  [[[null, null]], [null]],
  [
    [
      [5, 9],
      [null, 8],
    ],
    [0, 1],
  ],
  [
    [
      [1, null],
      [3, null],
    ],
    [null, 0],
  ],
])('assigns %j as %j', (weights, expected) => {
  expect(assign(weights)).toEqual(expected);
});
