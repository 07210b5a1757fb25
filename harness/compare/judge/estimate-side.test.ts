import { expect, it } from 'vitest';

import { estimateSide } from './estimate-side.ts';

const none = { value: null, low: null, high: null };

it.each([
  // By Wilson (J. Am. Stat. Assoc. 22, 1927, 209-212): 18 of 20.
  {
    name: 'clusters that are all or nothing',
    clusters: [...Array.from({ length: 18 }, () => [1]), [0], [0]],
    unit: 'share',
    wanted: [0.9, 0.699, 0.972],
  },
  {
    name: 'repeats that agree are still all or nothing',
    clusters: [...Array.from({ length: 18 }, () => [1, 1]), [0, 0], [0]],
    unit: 'share',
    wanted: [0.9, 0.699, 0.972],
  },
  // Half of four clusters, as nothing in [0, 1] varies more.
  {
    name: 'equal shares',
    clusters: [
      [1, 0],
      [0, 1],
      [1, 0],
      [0, 1],
    ],
    unit: 'share',
    wanted: [0.5, 0.15, 0.85],
  },
  // By t over 0.5 and 1: mean 0.75, error 0.25, t(1) 12.706; shares end at 0 and 1.
  { name: 'shares past their ends', clusters: [[1, 0], [1]], unit: 'share', wanted: [0.75, 0, 1] },
  // By t over 0.4, 0.5, 0.6: mean 0.5, error 0.0577, t(2) 4.3027.
  {
    name: 'shares by t',
    clusters: [[0.4], [0.5], [0.6]],
    unit: 'share',
    wanted: [0.5, 0.252, 0.748],
  },
  // The same over tokens: nothing ends at 1, and none are below 0.
  {
    name: 'tokens by t',
    clusters: [[40], [50], [60]],
    unit: 'tokens',
    wanted: [50, 25.159, 74.841],
  },
  { name: 'tokens end at 0', clusters: [[0], [100]], unit: 'tokens', wanted: [50, 0, 685.31] },
  {
    name: 'whole tokens are no shares',
    clusters: [[0], [1]],
    unit: 'tokens',
    wanted: [0.5, 0, 6.853],
  },
  { name: 'counts by t', clusters: [[0], [1], [2]], unit: 'count', wanted: [1, 0, 3.484] },
  { name: 'equal tokens', clusters: [[7], [7], [7]], unit: 'tokens', wanted: [7, null, null] },
  { name: 'one cluster of tokens', clusters: [[7, 9]], unit: 'tokens', wanted: [8, null, null] },
  {
    name: 'one mixed cluster of shares',
    clusters: [[1, 0]],
    unit: 'share',
    wanted: [0.5, null, null],
  },
  { name: 'one whole cluster of shares', clusters: [[1, 1]], unit: 'share', wanted: [1, 0.207, 1] },
  {
    name: 'a cluster without values',
    clusters: [[1], [], [1]],
    unit: 'share',
    wanted: [1, 0.342, 1],
  },
] as const)('a mean with its 95 % interval: $name', ({ clusters, unit, wanted }) => {
  const { value, low, high } = estimateSide(clusters, unit);
  const round = (figure: number | null): number | null =>
    figure === null ? null : Math.round(figure * 1000) / 1000;
  expect([value, round(low), round(high)]).toEqual(wanted);
});

it.each([[[]], [[[], []]]])('nothing was judged: neither value nor bounds, not 0', (clusters) => {
  expect(estimateSide(clusters, 'share')).toEqual(none);
});
