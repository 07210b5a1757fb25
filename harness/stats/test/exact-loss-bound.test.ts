import fc from 'fast-check';
import { expect, it } from 'vitest';

import { createRandom } from '../../core/random.ts';
import { clustersForBound, countLosses, exactLossBound } from './exact-loss-bound.ts';

const repeat = (count: number, value: number): readonly number[] =>
  Array.from({ length: count }, () => value);

// scipy: 1 - 0.05 ** (1 / n) without movement; beta.ppf(0.95, 3, 98) for two of 100.
it.each([
  ['six unmoved', repeat(6, 0), 0.393038],
  ['58 unmoved', repeat(58, 0), 0.050338],
  ['59 unmoved', repeat(59, 0), 0.049507],
  ['two of 100 lost whole', [...repeat(2, -1), ...repeat(98, 0)], 0.061621],
  ['two of 100 lost a tenth', [...repeat(2, -0.1), ...repeat(98, 0)], 0.0061621 + 0.9 * 0.029513],
  ['five of five won', repeat(5, 1), 0.45072 - 0.54928],
  ['nothing', [], 1],
])('bounds what is left open: %s', (_name, gains, bound) => {
  expect(exactLossBound(countLosses(gains))).toBeCloseTo(bound, 5);
});

it.each([
  { name: 'nothing moved', gains: repeat(6, 0), margin: 0.05, wanted: 59 },
  { name: 'a wider margin', gains: repeat(6, 0), margin: 0.2, wanted: 14 },
  { name: 'one lost', gains: [-1, ...repeat(19, 0)], margin: 0.05, wanted: 93 },
  { name: 'there are enough', gains: repeat(80, 0), margin: 0.05, wanted: 80 },
  { name: 'no margin', gains: repeat(6, 0), margin: 0, wanted: null },
])('says how many clusters would do: $name', ({ gains, margin, wanted }) => {
  expect(clustersForBound(countLosses(gains), { margin })).toBe(wanted);
});

it('covers the true mean loss in at least 95 % of draws of rare losses', () => {
  const random = createRandom(7);
  for (const [clusters, chance] of [
    [20, 0.1],
    [40, 0.05],
    [100, 0.05],
  ] as const) {
    let missed = 0;
    for (let round = 0; round < 2000; round++) {
      const gains = repeat(clusters, 0).map(() => (random.next() < chance ? -1 : 0));
      if (exactLossBound(countLosses(gains)) < chance) missed += 1;
    }
    expect(missed / 2000).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt((0.05 * 0.95) / 2000));
  }
});

it('grows with what is lost and shrinks with more clusters', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 0, max: 5 }), (size, worse) => {
      const bound = (clusters: number, lost: number): number =>
        exactLossBound(countLosses([...repeat(lost, -1), ...repeat(clusters, 0)]));
      expect(bound(size, worse + 1)).toBeGreaterThan(bound(size + 1, worse));
      expect(bound(size + 1, worse)).toBeLessThan(bound(size, worse));
    }),
  );
});
