import { expect, it } from 'vitest';

import type { ScoreRecord } from '../../core/trial/trial.ts';
import { planPassRate } from '../../stats/plan/plan-pass-rate.ts';
import { planPower } from '../../stats/plan/plan-power.ts';
import { makeScoreRecord } from '../../testing/score-records.ts';
import type { RunSource } from '../pair/run-source.ts';
import { planFromAssumptions, planFromRun, type PlannedComparison } from './plan-comparison.ts';

const planned: PlannedComparison = {
  clusters: 8,
  repeats: 2,
  drop: 0.2,
  power: 0.7,
  metric: 'task.success',
};
const assumed = { rate: 0.8, icc: 0.4, interaction: 0.25 };

/** A run whose variants have these outcomes: a list of repeats for each scenario. */
function toSource(
  variants: Readonly<Record<string, readonly (readonly (number | null)[])[]>>,
): RunSource {
  const records = (variant: string): readonly ScoreRecord[] =>
    (variants[variant] ?? []).flatMap((repeats, place) =>
      repeats.map((value, index) =>
        makeScoreRecord({
          scenario: `s${place}`,
          variant,
          repeat: index + 1,
          values: { 'task.success': value },
        }),
      ),
    );
  return {
    suite: 'made',
    label: 'this run',
    variants: Object.keys(variants).map((name) => ({
      name,
      model: 'm',
      toolset: 't',
      loop: 'l',
      settings: '',
      prompt: '',
      params: '',
    })),
    load: async (name) =>
      await Promise.resolve({
        suite: 'made',
        side: { name, model: 'm', nature: 'real', about: null, toolset: 't', loop: 'l' },
        tools: [],
        records: records(name),
        refusals: [],
      }),
    trials: null,
  };
}

const plan = async (
  source: RunSource,
  pair: readonly [string, string] | null = null,
  change: Partial<PlannedComparison> = {},
): ReturnType<typeof planFromRun> =>
  await planFromRun({ ...planned, ...change }, source, { pair, assumed });

it('plans from assumptions as the statistics do, and says what they are', () => {
  const { basis, repeatsKnown, hopeless, ...figures } = planFromAssumptions(planned, assumed);
  expect(figures).toEqual(
    planPassRate(
      { scenarios: 8, repeats: 2, model: assumed },
      { drop: 0.2, power: 0.7, alpha: 0.05 },
    ),
  );
  expect([basis, repeatsKnown, hopeless]).toEqual([
    'assumed: pass rate 80 %, correlation of repeats 0.40, 25 % of the scenarios react in their own way',
    true,
    false,
  ]);
});

it.each([
  [5, true],
  [6, false],
])('%d clusters can never call a regression: %s', (clusters, hopeless) => {
  expect(planFromAssumptions({ ...planned, clusters }, assumed).hopeless).toBe(hopeless);
});

it('plans from one variant by its rate and the correlation of its repeats', async () => {
  // Within (0 + 1/2 + 0) / 3 = 1/6; means 1, 1/2, 0: variance 1/4, less 1/12: 1/6 of 1/3.
  const found = await plan(toSource({ a: [[1, 1], [1, 0], [0, 0], [null]], b: [[0], [0]] }));
  const { basis, repeatsKnown, hopeless, ...figures } = found;
  expect(figures).toEqual(
    planPassRate(
      { scenarios: 8, repeats: 2, model: { rate: 0.5, icc: 0.5, interaction: 0.25 } },
      { drop: 0.2, power: 0.7, alpha: 0.05 },
    ),
  );
  expect([repeatsKnown, hopeless]).toEqual([true, false]);
  expect(basis).toBe(
    'from this run, variant a: task.success 50 %, correlation of repeats 0.50; assumed that 25 % of the scenarios react in their own way',
  );
});

it.each([
  [[[1], [1]], '99 %', '0.40 assumed, since none were run'],
  [[[0], [0]], '1 %', '0.40 assumed, since none were run'],
  [
    [
      [1, 1],
      [0, 0],
    ],
    '50 %',
    '0.99',
  ],
] as const)('keeps rate and correlation inside their limits: %j', async (a, rate, icc) => {
  const { basis } = await plan(toSource({ a }));
  expect(basis).toContain(`task.success ${rate}, correlation of repeats ${icc};`);
});

it('plans from two variants by the variances of their pairs', async () => {
  const source = toSource({
    a: [
      [1, 1],
      [1, 0],
      [0, 0],
    ],
    b: [
      [1, 1],
      [0, 0],
      [1, 1],
    ],
  });
  const { basis, repeatsKnown, ...found } = await plan(source, ['a', 'b']);
  // Within (1/2) / 6 = 1/12; differences 0, -1/2, 1: variance 7/12; less 1/12, halved: 1/4.
  const components = { interaction: 1 / 4, within: 1 / 12 };
  const wanted = planPower(
    { scenarios: 8, repeats: 2, components },
    { drop: 0.2, power: 0.7, alpha: 0.05 },
  );
  expect(found.power).toBeCloseTo(wanted.power, 9);
  expect(found.smallestDrop).toBeCloseTo(wanted.smallestDrop ?? 0, 9);
  expect(found.repeatsForDrop).toBe(wanted.repeatsForDrop);
  expect([basis, repeatsKnown]).toEqual([
    "from 3 clusters of both variants: variance between scenarios' reactions 0.2500, within repeats 0.0833",
    true,
  ]);
});

it('knows nothing of repeats where none were run', async () => {
  const source = toSource({ a: [[1], [1], [0]], b: [[1], [0], [0]] });
  const found = await plan(source, ['a', 'b'], { drop: 0.9, clusters: 5 });
  expect(found).toMatchObject({
    repeatsForDrop: null,
    repeatsKnown: false,
    hopeless: true,
    basis:
      "from 3 clusters of both variants: variance between scenarios' reactions 0.1667, no repeats",
  });
});

it.each([
  [
    'one that was judged nowhere',
    toSource({ a: [[null]] }),
    null,
    'Cannot plan from this run: task.success was judged in no trial',
  ],
  [
    'two with one cluster in common',
    toSource({ a: [[1], [1]], b: [[1]] }),
    ['a', 'b'] as const,
    'Cannot plan from a run with fewer than two clusters that have task.success on both sides',
  ],
])('refuses variants: %s', async (...[, source, pair, message]) => {
  await expect(plan(source, pair)).rejects.toThrow(message);
});
