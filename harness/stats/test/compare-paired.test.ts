import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comparePaired, type PairedComparison } from './compare-paired.ts';

/** Clusters with one difference each: so many of each value. */
function singles(...groups: readonly (readonly [count: number, value: number])[]): number[][] {
  return groups.flatMap(([count, value]) => Array.from({ length: count }, () => [value]));
}

it.each([
  ['nothing', [], {}, 'INVALID', 'nothing_to_compare'],
  ['only empty clusters', [[], []], {}, 'INVALID', 'nothing_to_compare'],
  ['NaN', [[0], [Number.NaN]], {}, 'INVALID', 'not_finite'],
  ['infinity', [[0], [Infinity]], {}, 'INVALID', 'not_finite'],
  ['one cluster', [[-1, -1, -1]], {}, 'INCONCLUSIVE', 'one_cluster'],
  ['one cluster, alike', [[0, 0]], {}, 'INCONCLUSIVE', 'one_cluster'],
  ['nothing moved, in too few', singles([58, 0]), {}, 'INCONCLUSIVE', 'too_few'],
  ['nothing moved, in enough', singles([59, 0]), {}, 'PASS', 'unmoved'],
  ['nothing moved, a margin of 0', singles([500, 0]), { margin: 0 }, 'INCONCLUSIVE', 'too_few'],
  [
    'one better of 40: a t interval is narrow by luck',
    singles([1, 1], [39, 0]),
    {},
    'INCONCLUSIVE',
    'too_few',
  ],
  ['one better of 60', singles([1, 1], [59, 0]), {}, 'PASS', 'not_worse'],
  ['all better alike, in three', singles([3, 1]), {}, 'INCONCLUSIVE', 'too_few'],
  ['all better alike, in six', singles([6, 1]), {}, 'PASS', 'not_worse'],
  ['all worse alike by little, in ten', singles([10, -0.02]), {}, 'INCONCLUSIVE', 'too_few'],
  ['all worse alike', singles([6, -0.1]), {}, 'REGRESSION', 'worse'],
  [
    'values without limits: nothing moved in too few',
    singles([20, 0]),
    { bounded: false, margin: 9, shareMargin: 0.05 },
    'INCONCLUSIVE',
    'too_few',
  ],
  [
    'values without limits: nothing moved in enough',
    singles([59, 0]),
    { bounded: false, margin: 9, shareMargin: 0.05 },
    'PASS',
    'unmoved',
  ],
  ['all better', singles([18, 0.5], [2, 0.4]), {}, 'PASS', 'not_worse'],
  ['worse, but within the margin', singles([20, -0.02], [20, -0.01]), {}, 'PASS', 'not_worse'],
  ['worse', singles([12, -1], [8, 0]), {}, 'REGRESSION', 'worse'],
  [
    'worse, and better is lower',
    singles([12, 1], [8, 0]),
    { better: 'lower' },
    'REGRESSION',
    'worse',
  ],
  [
    'better, and better is lower',
    singles([12, -1], [8, 0]),
    { better: 'lower' },
    'PASS',
    'not_worse',
  ],
  [
    'worse, but p after Holm is not small',
    singles([12, -1], [8, 0]),
    { holmP: 0.06 },
    'INCONCLUSIVE',
    'not_significant',
  ],
  ['worse, and p after Holm is', singles([12, -1], [8, 0]), { holmP: 0.04 }, 'REGRESSION', 'worse'],
  [
    'five of 20 moved: no p below 1/16',
    singles([5, -1], [15, 0]),
    {},
    'INCONCLUSIVE',
    'not_significant',
  ],
  ['six of 20 moved: p = 1/32', singles([6, -1], [14, 0]), {}, 'REGRESSION', 'worse'],
  ['seven each way of 97', singles([7, 1], [7, -1], [83, 0]), {}, 'INCONCLUSIVE', 'too_wide'],
  [
    'the same with a wider margin',
    singles([7, 1], [7, -1], [83, 0]),
    { margin: 0.1 },
    'PASS',
    'not_worse',
  ],
  ['a stricter alpha', singles([6, -1], [14, 0]), { alpha: 0.01 }, 'INCONCLUSIVE', 'too_wide'],
] as const)('%s', (...[, clusters, options, verdict, reason]) => {
  expect(comparePaired(clusters, options)).toMatchObject({ verdict, reason });
});

it('tells everything about a comparison', () => {
  const comparison = comparePaired(singles([6, -1], [14, 0]));
  expect(comparison).toEqual({
    verdict: 'REGRESSION',
    reason: 'worse',
    mean: -0.3,
    interval: { lower: expect.closeTo(-0.52004, 5), upper: expect.closeTo(-0.07996, 5) },
    standardError: expect.closeTo(Math.sqrt(0.21 / 19), 12),
    p: 1 / 32,
    pMethod: 'exact',
    judgedP: 1 / 32,
    tP: expect.closeTo(0.010163, 5),
    clusters: 20,
    moved: 6,
    smallestP: 1 / 32,
    unmoved: false,
    needsExact: false,
    // scipy: beta.ppf(0.95, 7, 14)
    worseShareBound: expect.closeTo(0.507818, 5),
    // All that moved lost all there was.
    exactLoss: expect.closeTo(0.507818, 5),
    clustersToPass: 234,
    margin: 0.05,
    alpha: 0.05,
    better: 'higher',
  });
});

// scipy: beta.ppf(0.95, 2, 19), 1 - 0.05 ** (1 / 20), beta.ppf(0.9, 2, 19).
it.each([
  [singles([1, -0.1], [19, 0]), {}, 0.216106],
  [singles([1, 0.1], [19, 0]), {}, 0.139108],
  [singles([1, -0.1], [19, 0]), { alpha: 0.1 }, 0.180963],
  [singles([1, 0.1], [19, 0]), { better: 'lower' }, 0.216106],
] as const)('bounds the share that gets worse: %j', (clusters, options, bound) => {
  expect(comparePaired(clusters, options).worseShareBound).toBeCloseTo(bound, 5);
});

it.each([
  ['the smallest p is alpha', singles([6, -1], [14, 0]), { alpha: 1 / 32 }, true],
  ['the smallest p is below alpha', singles([6, -1], [14, 0]), { alpha: 1 / 31 }, false],
  ['all move alike', singles([20, -0.5]), {}, true],
  ['they move nearly alike', singles([10, -0.5], [10, -0.5001]), {}, false],
] as const)('needs the exact bound where %s', (...[, clusters, options, needsExact]) => {
  expect(comparePaired(clusters, options).needsExact).toBe(needsExact);
});

it('draws sign flips from what it is given', () => {
  const clusters = Array.from({ length: 24 }, (_, i) => [
    Math.sqrt(i + 2) * (i % 3 === 0 ? -1 : 1),
  ]);
  let drawn = 0;
  const random = { next: () => (drawn++ % 7) / 7 };
  const found = comparePaired(clusters, { bounded: false, random });
  expect(found.pMethod).toBe('monte-carlo');
  expect(drawn).toBe(24 * 9999);
  expect(found.exactLoss).toBeNull();
});

it('says nothing of what it could not compare', () => {
  expect(comparePaired([], { margin: 0.1, alpha: 0.1, better: 'lower' })).toEqual({
    verdict: 'INVALID',
    reason: 'nothing_to_compare',
    mean: null,
    interval: null,
    standardError: null,
    p: null,
    pMethod: 'exact',
    judgedP: null,
    tP: null,
    clusters: 0,
    moved: 0,
    smallestP: 1,
    unmoved: false,
    needsExact: true,
    worseShareBound: 1,
    exactLoss: null,
    clustersToPass: null,
    margin: 0.1,
    alpha: 0.1,
    better: 'lower',
  });
});

it('weighs each cluster once, however many repeats it has', () => {
  const even = comparePaired([[-1], [0], [0.5], [0]]);
  const uneven = comparePaired([[-1, -1, -1, -1], [0, 0], [1, 0], [0.25, -0.25, 0], []]);
  expect(uneven).toEqual(even);
});

const differences = fc.array(
  fc.integer({ min: -5, max: 5 }).map((fifths) => [fifths / 5]),
  {
    minLength: 2,
    maxLength: 30,
  },
);

/** The rule again, in other words. */
function toVerdict({ interval, p, needsExact, exactLoss }: PairedComparison): string {
  if (interval === null || p === null) return 'INCONCLUSIVE';
  if (interval.lower > -0.05) {
    return needsExact && (exactLoss ?? 1) >= 0.05 ? 'INCONCLUSIVE' : 'PASS';
  }
  return interval.upper < 0 && p < 0.05 ? 'REGRESSION' : 'INCONCLUSIVE';
}

it('follows the rule for any differences', () => {
  fc.assert(
    fc.property(differences, (clusters) => {
      const found = comparePaired(clusters);
      const { interval, moved } = found;
      const hasWidth = interval !== null && interval.upper - interval.lower > 1e-9;
      expect(found.verdict).toBe(toVerdict(found));
      expect(found.needsExact).toBe(moved < 6 || !hasWidth);
      expect(found.unmoved).toBe(moved === 0);
    }),
  );
});

it('passes nothing more for one gain among scenarios of which none would pass', () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 57 }), fc.integer({ min: 1, max: 5 }), (size, fifths) => {
      const still = singles([size, 0]);
      const moved = [[fifths / 5], ...still.slice(1)];
      expect([comparePaired(still).verdict, comparePaired(moved).verdict]).not.toContain('PASS');
    }),
  );
});

it('judges a metric upside down as its mirror image', () => {
  fc.assert(
    fc.property(differences, (clusters) => {
      const mirrored = clusters.map((values) => values.map((value) => -value));
      const there = comparePaired(clusters);
      const back = comparePaired(mirrored, { better: 'lower' });
      expect(back.verdict).toBe(there.verdict);
      expect(back.worseShareBound).toBe(there.worseShareBound);
      expect(back.p).toBeCloseTo(there.p ?? Number.NaN, 12);
    }),
  );
});

it('an upper bound of exactly 0 is not below 0: no regression, however small p is', () => {
  const options = { bounded: false, shareMargin: 1, holmP: 0 } as const;
  const judgeAt = (center: number, spread: number): ReturnType<typeof comparePaired> =>
    comparePaired([[center - spread], [center + spread]], options);
  // The interval around 0 reaches as far as a mean loss of the same size leaves to 0, for one spread to the last bit.
  const spreads = Array.from({ length: 200 }, (_, place) => 1 + place / 8);
  const reaches = spreads.map((spread) => ({
    spread,
    reach: judgeAt(0, spread).interval?.upper ?? 0,
  }));
  const exact = reaches.flatMap(({ spread, reach }) => {
    const found = judgeAt(-reach, spread);
    return found.interval?.upper === 0 ? [found] : [];
  });
  expect(exact.length).toBeGreaterThan(0);
  for (const { verdict, reason } of exact) {
    expect([verdict, reason]).toEqual(['INCONCLUSIVE', 'too_wide']);
  }
  for (const { spread, reach } of reaches) {
    expect(judgeAt(-reach - 1e-6, spread).verdict).toBe('REGRESSION');
  }
});

it('p at alpha is not below it, and a lower bound at -margin is not above it', () => {
  const losses = [-0.5, -0.4, -0.6, -0.5, -0.4, -0.6, -0.5, -0.5].map((value) => [value]);
  expect(comparePaired(losses, { holmP: 0.05 }).reason).toBe('not_significant');
  expect(comparePaired(losses, { holmP: 0.0499 }).reason).toBe('worse');
  const mixed = [-0.02, 0.02, -0.01, 0.03, -0.03, 0.01, -0.04, 0.02].map((value) => [value]);
  const lower = comparePaired(mixed).interval?.lower ?? 0;
  const options = { bounded: false, shareMargin: 1 } as const;
  expect(comparePaired(mixed, { ...options, margin: -lower }).reason).toBe('too_wide');
  expect(comparePaired(mixed, { ...options, margin: -lower + 1e-9 }).reason).toBe('not_worse');
});
