import { expect, it } from 'vitest';

import { newcombePairedInterval } from './newcombe-paired-interval.ts';

/** A table as both, only first, only second, neither; then the bounds at 95 and at 90 %. */
type Row = readonly [
  name: string,
  table: readonly [number, number, number, number],
  at95: readonly [number, number],
  at90: readonly [number, number],
];

// Worked out apart from this code, by method 10 of Newcombe (1998) with normal quantiles of scipy 1.17.
const rows: readonly Row[] = [
  [
    'that agree',
    [20, 9, 3, 18],
    [-0.016731383867, 0.24821742149],
    [0.004593463974, 0.229281220427],
  ],
  [
    'that disagree',
    [3, 11, 8, 2],
    [-0.217954497141, 0.43731350174],
    [-0.166901602371, 0.39440339565],
  ],
  // 10 x 4 - 6 x 5 = 10 is less than 25 / 2: after the correction nothing is left of it, and it does not turn negative.
  [
    'that hardly agree',
    [10, 6, 5, 4],
    [-0.215925634111, 0.288816752435],
    [-0.178227157698, 0.25302209517],
  ],
  [
    'of which the first always succeeds',
    [12, 8, 0, 0],
    [0.157528580512, 0.613418499238],
    [0.202413775067, 0.581444149707],
  ],
  [
    'of which the first always fails',
    [0, 0, 8, 12],
    [-0.613418499238, -0.157528580512],
    [-0.581444149707, -0.202413775067],
  ],
  [
    'of which the second always fails',
    [0, 14, 0, 6],
    [0.4281353062, 0.854522755132],
    [0.480951152615, 0.836140584648],
  ],
  [
    'that always agree',
    [30, 0, 0, 20],
    [-0.040380331583, 0.040380331583],
    [-0.033646211588, 0.033646211588],
  ],
];

it.each(rows)('pairs %s give the interval of the source', (...[, table, at95, at90]) => {
  const [both, onlyFirst, onlySecond, neither] = table;
  const counts = { both, onlyFirst, onlySecond, neither };
  for (const [wanted, options] of [
    [at95, {}],
    [at90, { confidence: 0.9 }],
  ] as const) {
    const { lower, upper } = newcombePairedInterval(counts, options);
    expect(lower).toBeCloseTo(wanted[0], 10);
    expect(upper).toBeCloseTo(wanted[1], 10);
  }
});
