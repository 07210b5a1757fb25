import { expect, it } from 'vitest';
import { createRandom } from './random.ts';

it('gives the same numbers for the same seed, and others for another', () => {
  const first = (seed: number): number[] => {
    const random = createRandom(seed);
    return Array.from({ length: 5 }, () => random.next());
  };
  expect(first(1)).toEqual(first(1));
  for (const seed of [0, 2, -1, 2 ** 32 + 1]) expect(first(seed)).not.toEqual(first(1));
});

// The tenth to twelfth numbers of sfc32 and FNV-1a, written apart from this code in Python.
it.each([
  [1, [0.5667353488970548, 0.3374008347745985, 0.013941764598712325]],
  [0, [0.29202097142115235, 0.8357163043692708, 0.3234206265769899]],
  [-1, [0.43943763454444706, 0.45930101559497416, 0.144586710492149]],
  [2 ** 40 + 5, [0.5282735512591898, 0.14962055394425988, 0.6356065636500716]],
  ['a/b', [0.14909465378150344, 0.05717592337168753, 0.9305251350160688]],
])('seed %s gives the numbers of the source', (seed, wanted) => {
  const random = createRandom(seed);
  const numbers = Array.from({ length: 12 }, () => random.next());
  expect(numbers.slice(9)).toEqual(wanted);
});

// Chi-squared over 64 cells: 63 degrees, 0.1 % beyond 103.4; its own lag as well.
it('fills [0, 1) evenly', () => {
  const random = createRandom(42);
  const cells = Array.from({ length: 64 }, () => 0);
  let last = 0;
  let product = 0;
  const count = 64_000;
  for (let i = 0; i < count; i++) {
    const value = random.next();
    cells[Math.floor(value * 64)] = (cells[Math.floor(value * 64)] ?? 0) + 1;
    product += (value - 0.5) * (last - 0.5);
    last = value;
  }
  const chi = cells.reduce((sum, seen) => sum + (seen - 1000) ** 2 / 1000, 0);
  expect(chi).toBeLessThan(103.4);
  expect(chi).toBeGreaterThan(30);
  expect(Math.abs((12 * product) / Math.sqrt(count))).toBeLessThan(3.3);
});
