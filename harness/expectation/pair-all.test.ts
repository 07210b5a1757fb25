import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairAll } from './pair-all.ts';

type Options = readonly (readonly number[])[];

/** Tries every way. */
function canPair(options: Options, used: readonly number[] = []): boolean {
  const [first, ...rest] = options;
  if (first === undefined) return true;
  return first.some((at) => !used.includes(at) && canPair(rest, [...used, at]));
}

const right = [0, 1, 2, 3];

const pair = (options: Options): boolean => pairAll(options, right, (one, at) => one.includes(at));

it.each<[Options, boolean]>([
  [[], true],
  [[[]], false],
  [[[0], [0]], false],
  [[[0, 1], [0]], true],
  [
    [
      [0, 1],
      [1, 2],
      [0, 1],
    ],
    true,
  ],
  [
    [
      [0, 1],
      [0, 1],
      [0, 1],
    ],
    false,
  ],
  [[[0], [1], [2], [3], [0]], false],
])('each of %j has one of its own: %s', (options, expected) => {
  expect(pair(options)).toBe(expected);
});

it('finds a way whenever there is one', () => {
  fc.assert(
    fc.property(fc.array(fc.subarray(right), { maxLength: 5 }), (options) => {
      expect(pair(options)).toBe(canPair(options));
    }),
  );
});
