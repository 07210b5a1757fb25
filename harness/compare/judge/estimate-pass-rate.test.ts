import { expect, it } from 'vitest';

import { estimatePassRate } from './estimate-pass-rate.ts';

// By hand: means of clusters, their variance less the part of the repeats, over the sum of both.
it.each([
  ['nothing', [], null],
  ['only empty clusters', [[], []], null],
  ['one cluster', [[1, 0]], { rate: 0.5, icc: null }],
  ['no repeats', [[1], [0], [0], []], { rate: 1 / 3, icc: null }],
  [
    'repeats that agree',
    [
      [1, 1],
      [0, 0],
    ],
    { rate: 0.5, icc: 1 },
  ],
  // Variance within 1/2; of the means 0.
  [
    'repeats that only disagree',
    [
      [1, 0],
      [0, 1],
    ],
    { rate: 0.5, icc: 0 },
  ],
  [
    'repeats that are all the same everywhere',
    [
      [1, 1],
      [1, 1],
    ],
    { rate: 1, icc: null },
  ],
  // Within (0 + 1/2) / 2 = 1/4; of the means 1, 1/2 it is 1/8; less 1/4 x 1/2: nothing is left.
  [
    'one of two that disagrees',
    [
      [1, 1],
      [1, 0],
    ],
    { rate: 0.75, icc: 0 },
  ],
  // Within (0 + 2/3) / (1 + 2) = 2/9; means 0, 1/3, 1: variance 7/27; shares 1/2, 1/3, 1: mean 11/18.
  [
    'clusters of unequal size',
    [[0, 0], [1, 0, 0], [1]],
    { rate: 4 / 9, icc: (7 / 27 - 11 / 81) / (7 / 27 - 11 / 81 + 2 / 9) },
  ],
] as const)('of %s', (_, clusters, wanted) => {
  const found = estimatePassRate(clusters);
  if (wanted === null) {
    expect(found).toBeNull();
    return;
  }
  expect(found?.rate).toBeCloseTo(wanted.rate, 12);
  if (wanted.icc === null) expect(found?.icc).toBeNull();
  else expect(found?.icc).toBeCloseTo(wanted.icc, 12);
});
