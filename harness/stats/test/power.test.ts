import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRandom } from '../../core/random.ts';
import { detectionPower } from '../plan/detection-power.ts';
import { drawPassRates } from '../plan/draw-pass-rates.ts';
import { mean, sampleVariance } from '../interval/mean.ts';
import { neededClusters } from '../plan/needed-clusters.ts';
import { passRateComponents } from '../plan/pass-rate-components.ts';
import { planPassRate } from '../plan/plan-pass-rate.ts';
import { planPower } from '../plan/plan-power.ts';
import { smallestDrop } from '../plan/smallest-drop.ts';
import { varianceComponents } from '../interval/variance-components.ts';

// Cohen (1988): a paired t test that finds d = 0.5 with power 0.80 needs 34 pairs; d = 0.2, 199.
it.each([
  [0.5, 34],
  [0.2, 199],
  [0.8, 15],
])('finds d = %d with %d pairs', (drop, pairs) => {
  expect(neededClusters({ standardDeviation: 1, drop })).toBe(pairs);
});

// (1.959964 + 0.841621)^2 / drop^2 and half of 1.96^2: the normal approximation, which is close for so many.
it.each([
  [0.0035, 640_727],
  [0.00281, 994_022],
])('finds d = %d up to a million clusters', (drop, clusters) => {
  const needed = neededClusters({ standardDeviation: 1, drop }) ?? 0;
  expect(Math.abs(needed - clusters)).toBeLessThan(3);
});

it.each([
  ['no drop', { clusters: 20, standardDeviation: 0.3, drop: 0 }, 0.025],
  ['a gain', { clusters: 20, standardDeviation: 0.3, drop: -0.1 }, 0],
  ['no spread', { clusters: 20, standardDeviation: 0, drop: 0.1 }, 1],
  ['five clusters, whose p is 1/16 at best', { clusters: 5, standardDeviation: 0.01, drop: 1 }, 0],
  ['a huge drop', { clusters: 6, standardDeviation: 0.01, drop: 1 }, 1],
])('has its limits: %s', (_, detection, power) => {
  expect(detectionPower(detection)).toBe(power);
});

it.each([
  ['too few clusters', smallestDrop({ clusters: 5, standardDeviation: 0.1 }), null],
  ['too much spread', smallestDrop({ clusters: 6, standardDeviation: 2 }), null],
  [
    'a spread that a drop of 1 is too small for',
    smallestDrop({ clusters: 6, standardDeviation: 0.8 }),
    null,
  ],
  ['no spread', smallestDrop({ clusters: 6, standardDeviation: 0 }), 0],
  ['no drop to find', neededClusters({ standardDeviation: 1, drop: 0 }), null],
  ['a drop too small', neededClusters({ standardDeviation: 1, drop: 0.0028 }), null],
])('says so when there is no answer: %s', (_, actual, wanted) => {
  expect(actual).toBe(wanted);
});

const spread = fc.double({ min: 0.02, max: 0.5, noNaN: true });

it('finds the drop that is called with the wanted power, and the clusters for it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 6, max: 200 }), spread, (clusters, standardDeviation) => {
      const drop = smallestDrop({ clusters, standardDeviation }) ?? 1;
      fc.pre(drop < 1);
      expect(detectionPower({ clusters, standardDeviation, drop })).toBeCloseTo(0.8, 6);
      expect(neededClusters({ standardDeviation, drop: drop * 1.0001 })).toBeLessThanOrEqual(
        clusters,
      );
      expect(neededClusters({ standardDeviation, drop: drop * 0.97 })).toBeGreaterThan(
        clusters - 1,
      );
    }),
  );
});

it('plans: repeats reduce only the variance within scenarios', () => {
  const components = { interaction: 0.02, within: 0.1 };
  const plan = planPower({ scenarios: 40, repeats: 5, components }, { drop: 0.1 });
  expect(plan).toEqual({
    scenarios: 40,
    repeats: 5,
    smallestDrop: expect.closeTo(0.1286, 3),
    drop: 0.1,
    power: expect.closeTo(0.5874, 3),
    scenariosForDrop: 65,
    repeatsForDrop: 24,
    betweenShare: 0.5,
    smallestP: 2 ** -39,
  });
  const stuck = planPower({ scenarios: 20, repeats: 5, components }, { drop: 0.05 });
  expect(stuck.repeatsForDrop).toBeNull();
});

it('plans a drop of yes-or-no outcomes that simulation confirms', () => {
  const design = { scenarios: 20, repeats: 1, model: { rate: 0.7, icc: 0.3, interaction: 1 } };
  const plan = planPassRate(design, { simulations: 1000 });
  const drop = plan.smallestDrop ?? 0;
  const confirmed = planPassRate(design, { drop, seed: 2, simulations: 2000 });
  expect(Math.abs(confirmed.power - 0.8)).toBeLessThan(0.04);
  expect(plan).toEqual(planPassRate(design, { simulations: 1000 }));
});

it.each([
  ['five scenarios', { scenarios: 5, repeats: 5, model: { rate: 0.7, icc: 0.3, interaction: 0 } }],
  ['no scenario', { scenarios: 0, repeats: 1, model: { rate: 0.7, icc: 0.3, interaction: 0 } }],
  [
    'a rate with no room to fall',
    { scenarios: 20, repeats: 1, model: { rate: 0.1, icc: 0.3, interaction: 0 } },
  ],
])('plans no drop for %s', (_, design) => {
  expect(planPassRate(design, { simulations: 200 }).smallestDrop).toBeNull();
});

// The same question gets the same answer, on every machine and in every version.
it.each([
  [
    { scenarios: 20, repeats: 1, model: { rate: 0.7, icc: 0.3, interaction: 1 } },
    {},
    0.01666667,
    0.46676702,
  ],
  [
    { scenarios: 12, repeats: 3, model: { rate: 0.9, icc: 0.5, interaction: 0.3 } },
    { drop: 0.2 },
    0.41666667,
    0.33359839,
  ],
  [
    { scenarios: 30, repeats: 2, model: { rate: 0.6, icc: 0, interaction: 0 } },
    { seed: 4, alpha: 0.1, power: 0.6 },
    0.1,
    0.18951502,
  ],
  [
    { scenarios: 40, repeats: 5, model: { rate: 0.5, icc: 0.2, interaction: 0.5 } },
    { drop: 0.6 },
    0,
    0.16313959,
  ],
  [
    { scenarios: 7, repeats: 2, model: { rate: 0.8, icc: 0.9, interaction: 0.2 } },
    { power: 0.5 },
    0,
    0.60804676,
  ],
] as const)('plans %j with %j as before', (...[design, options, power, smallestDrop]) => {
  const plan = planPassRate(design, { ...options, simulations: 300 });
  expect(plan.power).toBeCloseTo(power, 7);
  expect(plan.smallestDrop).toBeCloseTo(smallestDrop, 7);
});

it('draws suites with the moments that the model states', () => {
  const model = { rate: 0.7, icc: 0.4, interaction: 0.25 };
  const drop = 0.2;
  const options = { scenarios: 40_000, repeats: 3, drop, random: createRandom(11) };
  const { baseline, candidate } = drawPassRates(model, options);
  const differences = Array.from(candidate, (rate, i) => rate - (baseline[i] ?? 0));
  const { interaction, within } = passRateComponents(model, drop);
  expect(mean(Array.from(baseline))).toBeCloseTo(0.7, 2);
  expect(mean(differences)).toBeCloseTo(-drop, 2);
  expect(sampleVariance(differences) / (2 * (interaction + within / 3))).toBeCloseTo(1, 1);
});

it('recovers the components of drawn trials', () => {
  const random = createRandom(5);
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
  const scenarios = Array.from({ length: 4000 }, (_, i) => {
    const scenario = 0.5 * normal();
    const side = (count: number): number[] => {
      const own = scenario + 0.3 * normal();
      return Array.from({ length: count }, () => own + 0.4 * normal());
    };
    return { baseline: side(2 + (i % 3)), candidate: side(3) };
  });
  expect(varianceComponents(scenarios)).toEqual({
    scenario: expect.closeTo(0.25, 1),
    interaction: expect.closeTo(0.09, 2),
    within: expect.closeTo(0.16, 2),
    separable: true,
  });
});

it.each([
  ['one scenario', [{ baseline: [1, 0], candidate: [1, 1] }], null],
  [
    'one side missing',
    [
      { baseline: [1], candidate: [] },
      { baseline: [1], candidate: [1] },
    ],
    null,
  ],
  [
    'a side that is missing beside two that are not',
    [
      { baseline: [1], candidate: [0] },
      { baseline: [], candidate: [1] },
      { baseline: [1, 1], candidate: [] },
      { baseline: [0], candidate: [0] },
    ],
    { scenario: 0, interaction: 0.25, within: 0, separable: false },
  ],
  [
    // Differences 0 and -1/2 of means 1/2, 1 and 1/2, 1/2; within (1/2 + 0 + 1/2 + 2/3) / 6; shares 1, 1/2 + 1/4.
    'repeats of unequal number',
    [
      { baseline: [0, 1], candidate: [1, 0] },
      { baseline: [1, 1], candidate: [1, 0, 1, 0] },
    ],
    {
      scenario: 0,
      interaction: 0,
      within: expect.closeTo((0.5 + 0.5 + 4 * 0.25) / 6, 12),
      separable: true,
    },
  ],
  [
    'one trial each',
    [
      { baseline: [1], candidate: [0] },
      { baseline: [0], candidate: [0] },
    ],
    { scenario: 0, interaction: 0.25, within: 0, separable: false },
  ],
  [
    'no noise',
    [
      { baseline: [1, 1], candidate: [1, 1] },
      { baseline: [0, 0], candidate: [0, 0] },
    ],
    { scenario: 0.5, interaction: 0, within: 0, separable: true },
  ],
])('splits by hand: %s', (_, scenarios, wanted) => {
  expect(varianceComponents(scenarios)).toEqual(wanted);
});

it('a p that is not below alpha calls nothing: 5 scenarios give 2/32 at best', () => {
  const design = { scenarios: 5, repeats: 8, model: { rate: 0.95, icc: 0, interaction: 0 } };
  const powerAt = (alpha: number): number =>
    planPassRate({ ...design }, { alpha, drop: 0.9, simulations: 100 }).power;
  expect(powerAt(0.0625)).toBe(0);
  expect(powerAt(0.0626)).toBeGreaterThan(0.5);
});

it('no number of clusters calls a drop that is none, even for a power below alpha', () => {
  expect(neededClusters({ standardDeviation: 1, drop: 0 }, { power: 0.01 })).toBeNull();
  expect(neededClusters({ standardDeviation: 1, drop: -0.1 }, { power: 0 })).toBeNull();
});

// Sums of squares 2 and 0.5 at 2 and 1 degrees of freedom.
it('the variance within scenarios is that of cells with two trials or more', () => {
  const cells = [
    { baseline: [0, 1, 2], candidate: [1] },
    { baseline: [3], candidate: [1, 2] },
  ];
  expect(varianceComponents(cells)).toMatchObject({ within: 2.5 / 3, separable: true });
  const single = cells.map(() => ({ baseline: [1], candidate: [0] }));
  expect(varianceComponents(single)).toMatchObject({ within: 0, separable: false });
});
