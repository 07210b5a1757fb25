import { expect, it } from 'vitest';

import { makeScoreRecord } from '../../testing/score-records.ts';
import { pairTrials } from '../pair/pair-trials.ts';
import { compareReliability, estimateReliability } from './compare-reliability.ts';

type Values = readonly (number | null)[];

/** Repeats of scenarios on both sides. */
const compare = (
  ...scenarios: readonly {
    readonly before: Values;
    readonly after: Values;
    readonly plan?: string;
  }[]
) => {
  const side = (which: 'before' | 'after') =>
    scenarios.flatMap((one, place) =>
      one[which].map((value, repeat) =>
        makeScoreRecord({
          scenario: one.plan === undefined ? `s${place}` : 's',
          plan: one.plan ?? 'none',
          repeat: repeat + 1,
          values: { 'task.success': value },
          verdict: 'passed',
        }),
      ),
    );
  return compareReliability(pairTrials(side('before'), side('after'), 'variant').pairs);
};

it('tells pass^k and pass@k of both sides, averaged over scenarios', () => {
  // One scenario always fails before and always succeeds after; the other succeeds in one of two on both sides.
  const found = compare({ before: [0, 0], after: [1, 1] }, { before: [1, 0], after: [0, 1] });
  expect(found).toEqual([
    { k: 1, all: { baseline: 0.25, candidate: 0.75 }, any: { baseline: 0.25, candidate: 0.75 } },
    { k: 2, all: { baseline: 0, candidate: 0.5 }, any: { baseline: 0.5, candidate: 1 } },
  ]);
});

it('says nothing where a scenario was tried once, and goes as far as the fewest repeats', () => {
  expect(compare({ before: [1], after: [1] })).toEqual([]);
  expect(compare({ before: [1, 1], after: [1, 1] }, { before: [1], after: [1] })).toEqual([]);
  const three = { before: [1, 1, 1], after: [1, 1, 1] };
  const two = { before: [1, 1], after: [1, 1] };
  expect(compare(three, two).map(({ k }) => k)).toEqual([1, 2]);
  expect(compare()).toEqual([]);
});

it('counts up to ten attempts', () => {
  const many = Array.from({ length: 12 }, () => 1);
  expect(compare({ before: many, after: many }).map(({ k }) => k)).toEqual([
    1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
  ]);
});

it('leaves pairs out that were not judged on a side, and takes half a success for none', () => {
  const found = compare({ before: [1, null, 1, 1], after: [1, 1, null, 0.5] });
  expect(found).toEqual([
    { k: 1, all: { baseline: 1, candidate: 0.5 }, any: { baseline: 1, candidate: 0.5 } },
    { k: 2, all: { baseline: 1, candidate: 0 }, any: { baseline: 1, candidate: 1 } },
  ]);
});

it('takes plans of one scenario apart', () => {
  const found = compare(
    { plan: 'a', before: [1, 1], after: [1, 1] },
    { plan: 'b', before: [0, 0], after: [1, 1] },
  );
  expect(found.at(-1)).toEqual({
    k: 2,
    all: { baseline: 0.5, candidate: 1 },
    any: { baseline: 0.5, candidate: 1 },
  });
});

it.each([
  { cells: [], figures: [] },
  { cells: [[1, 1]], figures: [] },
  {
    cells: [
      [3, 1],
      [1, 1],
    ],
    figures: [],
  },
  {
    cells: [[2, 1]],
    figures: [
      [1, 0.5, 0.5],
      [2, 0, 1],
    ],
  },
  {
    cells: [
      [3, 3],
      [2, 1],
    ],
    figures: [
      [1, 0.75, 0.75],
      [2, 0.5, 1],
    ],
  },
])('estimates one side alone, as far as the fewest attempts: $cells', ({ cells, figures }) => {
  const found = estimateReliability(
    cells.map(([trials = 0, successes = 0], at) => ({ cluster: `c${at}`, trials, successes })),
  );
  expect(found.map(({ k, all, any }) => [k, all, any])).toEqual(figures);
});

it('estimates one side alone for up to ten attempts', () => {
  const found = estimateReliability([{ cluster: 'c', trials: 12, successes: 12 }]);
  expect(found.map(({ k, all, any }) => [k, all, any])).toEqual(
    Array.from({ length: 10 }, (_, place) => [place + 1, 1, 1]),
  );
});

it('bounds pass^k over clusters, not over scenarios and plans', () => {
  const plans = (cluster: string, successes: number) =>
    Array.from({ length: 3 }, () => ({ cluster, trials: 2, successes }));
  const [, two] = estimateReliability([...plans('a', 2), ...plans('b', 1), ...plans('c', 1)]);
  // Wilson for one success in three clusters: the nine cells would be bounded by 0.12 and 0.65.
  expect(two).toEqual({
    k: 2,
    all: expect.closeTo(1 / 3, 6),
    any: 1,
    estimate: {
      value: expect.closeTo(1 / 3, 6),
      low: expect.closeTo(0.0615, 4),
      high: expect.closeTo(0.7923, 4),
    },
  });
});
