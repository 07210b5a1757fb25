import { expect, it } from 'vitest';
import { advise } from './advise.ts';
import { comparePaired } from '../test/compare-paired.ts';
import { neededClusters } from './needed-clusters.ts';
import { sampleVariance } from '../interval/mean.ts';

function singles(...groups: readonly (readonly [count: number, value: number])[]): number[][] {
  return groups.flatMap(([count, value]) => Array.from({ length: count }, () => [value]));
}

const open = singles([6, 0.4], [6, -0.4], [18, 0]);
const split = { scenario: 0.1, interaction: 0.03, within: 0.01, separable: true };

it('says how many more scenarios would detect a drop of the margin', () => {
  const standardDeviation = Math.sqrt(sampleVariance(open.flat()));
  const more = (neededClusters({ standardDeviation, drop: 0.05 }) ?? 0) - 30;
  const advice = advise(comparePaired(open));
  expect(advice).toEqual({
    moreClusters: more,
    moreClustersAsObserved: more,
    repeats: null,
    betweenShare: null,
    sentences: [`${more} more scenarios like these would detect a drop of 5 points`],
  });
});

it('says when more repeats would not help, and when they would', () => {
  const comparison = comparePaired(open);
  const stuck = advise(comparison, { components: split, repeats: 2 });
  expect(stuck.sentences.at(-1)).toBe(
    'More repeats would not help: 86 % of the variance is between scenarios',
  );
  const noisy = { ...split, interaction: 0.0005, within: 0.07 };
  const helped = advise(comparison, { components: noisy, repeats: 2 });
  expect(helped.repeats).toBeGreaterThan(2);
  expect(helped.sentences.at(-1)).toBe(
    `${helped.repeats} repeats instead of 2 would do as well: 1 % of the variance is between scenarios`,
  );
  const single = advise(comparison, { components: { ...split, separable: false } });
  expect(single.sentences.at(-1)).toBe(
    'With one trial of each scenario, it cannot be said whether more repeats would help',
  );
});

it('says when too few scenarios moved for any p', () => {
  const { sentences } = advise(comparePaired(singles([5, -1], [15, 0])));
  expect(sentences[0]).toBe(
    'Only 5 scenarios moved, and the smallest p that can give is 0.0625: it takes 6 that move to call a regression',
  );
});

it('says what nothing moved leaves open', () => {
  expect(advise(comparePaired(singles([20, 0]))).sentences).toEqual([
    'Nothing moved in 20 scenarios; up to 14 % of scenarios like these could still get worse',
    '59 scenarios without a change would decide it',
  ]);
  expect(advise(comparePaired(singles([80, 0]))).sentences).toEqual([
    'Nothing moved in 80 scenarios; up to 4 % of scenarios like these could still get worse',
  ]);
});

it('has no numbers where nothing moved, nor where there is one cluster', () => {
  const none = {
    moreClusters: null,
    moreClustersAsObserved: null,
    repeats: null,
    betweenShare: null,
  };
  expect(advise(comparePaired(singles([20, 0])))).toMatchObject(none);
  expect(advise(comparePaired([[-1, -0.5]]), { components: split })).toMatchObject(none);
});

it('knows what repeats would do from two clusters on', () => {
  const two = comparePaired([[-0.4], [0.4]]);
  expect(advise(two, { components: split, repeats: 2 }).betweenShare).toBeCloseTo(0.06 / 0.07, 12);
});

it('says what little movement leaves open', () => {
  // beta.ppf of scipy: 1 of 40 better by a whole: 1 - 0.05 ** (1 / 40) - beta.ppf(0.05, 1, 40) = 0.07216 - 0.00128.
  expect(advise(comparePaired(singles([1, 1], [39, 0]))).sentences).toEqual([
    '1 of 40 scenarios moved: by the exact bound, up to 7.1 points could still be lost',
    '58 scenarios would decide it if no more of them move',
  ]);
  const unbounded = comparePaired(singles([1, 1], [19, 0]), {
    bounded: false,
    margin: 9,
    shareMargin: 0,
  });
  expect(advise(unbounded).sentences).toEqual([
    '1 of 20 scenarios moved: by the exact bound, up to 14 % of scenarios like these could get worse',
  ]);
});

it.each([
  [
    [-1],
    0.05,
    'Only 1 scenario moved, and the smallest p that can give is 1: it takes 6 that move to call a regression',
  ],
  [
    [-1, -1],
    0.05,
    'Only 2 scenarios moved, and the smallest p that can give is 0.5: it takes 6 that move to call a regression',
  ],
  // 2 ** (1 - 5) = 1 / 16 is not below 1 / 16.
  [
    [-1, -1, -1, -1, -1],
    1 / 16,
    'Only 5 scenarios moved, and the smallest p that can give is 0.0625: it takes 6 that move to call a regression',
  ],
] as const)('says how many must move: %j at %d', (moved, alpha, sentence) => {
  const clusters = [...moved.map((value) => [value]), ...singles([14, 0])];
  expect(advise(comparePaired(clusters, { alpha })).sentences[0]).toBe(sentence);
});

it('aims at the power that is asked for', () => {
  const comparison = comparePaired(open);
  const standardDeviation = Math.sqrt(sampleVariance(open.flat()));
  const needed = neededClusters({ standardDeviation, drop: 0.05 }, { power: 0.5 }) ?? 0;
  expect(advise(comparison, { power: 0.5 }).moreClusters).toBe(needed - 30);
  const noisy = { ...split, interaction: 0.0005, within: 0.07 };
  const repeats = [0.5, 0.8].map(
    (power) => advise(comparison, { components: noisy, power }).repeats,
  );
  expect(repeats[0]).toBeLessThan(repeats[1] ?? 0);
});

it('is the same for a metric that is better when lower', () => {
  const up = singles([20, 0.13], [20, -0.08]);
  const mirrored = comparePaired(up, { better: 'lower' });
  const straight = comparePaired(singles([20, -0.13], [20, 0.08]));
  expect(advise(mirrored)).toEqual(advise(straight));
});

it('says when the difference is too close to a limit', () => {
  const near = comparePaired(singles([20, -0.13], [20, 0.08]));
  expect(near).toMatchObject({ verdict: 'INCONCLUSIVE', reason: 'too_wide' });
  const { moreClusters, moreClustersAsObserved, sentences } = advise(near);
  expect(moreClusters).toBe(0);
  expect(moreClustersAsObserved).toBeGreaterThan(50);
  expect(sentences).toEqual([
    'These 40 scenarios are enough to detect a drop of 5 points, but the difference is too close to one of the limits',
    `${moreClustersAsObserved} more scenarios would decide it if the difference stays as it is`,
  ]);
});

it.each([
  ['nothing to compare', []],
  ['a pass', singles([10, 0.5], [10, 0.4])],
  ['a regression', singles([12, -1], [8, 0])],
])('has no advice for %s', (_, clusters) => {
  expect(advise(comparePaired(clusters)).sentences).toEqual([]);
});

it('writes differences as asked', () => {
  const format = (difference: number): string => `${difference * 1000} tokens`;
  const { sentences } = advise(comparePaired(open), { format });
  expect(sentences[0]).toMatch(/would detect a drop of 50 tokens$/);
});
