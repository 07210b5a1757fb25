import { expect, it } from 'vitest';

import type { ScoreRecord } from '../core/trial/trial.ts';
import { createRandom } from '../core/random.ts';
import { makeScoreRecord, makeScoreRecords } from '../testing/score-records.ts';
import { compareScores, compareTogether, draftComparison } from './compare-scores.ts';
import { compare, metricOf, ones, toSide, zerosFirst } from '../testing/compare-bench.ts';

it.each([
  { clusters: 1, verdict: 'INCONCLUSIVE', says: 'up to 95 % of clusters like these' },
  { clusters: 2, verdict: 'INCONCLUSIVE', says: 'up to 78 % of clusters like these' },
  {
    clusters: 6,
    verdict: 'INCONCLUSIVE',
    says: 'up to 40 % of clusters like these could still get worse; 59 clusters without a change would decide it',
  },
  { clusters: 58, verdict: 'INCONCLUSIVE', says: '59 clusters without a change' },
  { clusters: 59, verdict: 'PASS', says: 'Nothing that decides got worse' },
])('$clusters clusters where nothing moved: $verdict', ({ clusters, verdict, says }) => {
  const records = makeScoreRecords(
    'task.success',
    Array.from({ length: clusters }, () => 1),
  );
  const result = compare(records, records);
  const metric = metricOf(result, 'task.success');
  expect(result.verdict).toBe(verdict);
  expect(result.sentence).toContain(says);
  expect(metric.worseShareBound).toBeCloseTo(1 - 0.05 ** (1 / clusters), 8);
  expect(metric.difference).toEqual({ value: 0, low: null, high: null });
  expect(metric.clustersToDecide).toBe(verdict === 'PASS' ? undefined : 59);
});

it('lets a metric that does not decide rest where it did not move, and says its bound', () => {
  const records = Array.from({ length: 60 }, (_, i) =>
    makeScoreRecord({
      scenario: `s${i}`,
      values: { 'task.success': 1, 'selection.f1': i < 3 ? 1 : null },
    }),
  );
  const result = compare(records, records);
  const f1 = metricOf(result, 'selection.f1');
  expect([result.verdict, f1.verdict, f1.deciding]).toEqual(['PASS', 'PASS', undefined]);
  expect(f1.sentence).toContain('up to 64 % of clusters like these could still get worse');
});

it.each([
  { name: 'the suite names it', side: { decides: ['selection.f1'] }, options: {} },
  { name: 'it is the only one', side: {}, options: { metrics: ['selection.f1'] } },
  {
    name: 'it is named',
    side: {},
    options: { metrics: ['task.success', 'selection.f1'], deciding: ['selection.f1'] },
  },
] as const)('another metric decides: $name', ({ side, options }) => {
  const records = Array.from({ length: 60 }, (_, i) =>
    makeScoreRecord({
      scenario: `s${i}`,
      values: { 'task.success': 1, 'selection.f1': i < 3 ? 1 : null },
    }),
  );
  const result = compareScores(
    { ...toSide(records), ...side },
    { ...toSide(records), ...side },
    {
      by: 'variant',
      ...options,
    },
  );
  expect([result.verdict, metricOf(result, 'selection.f1').deciding]).toEqual([
    'INCONCLUSIVE',
    true,
  ]);
});

it('never passes a weak model for want of scenarios: 24 points worse in truth, six scenarios, 24 seeds', () => {
  const verdicts = Array.from({ length: 24 }, (_, seed) => {
    const random = createRandom(`weak-${seed}`);
    const draw = (chance: number): readonly ScoreRecord[] =>
      Array.from({ length: 6 }, (_unused, i) => {
        const success = random.next() < chance ? 1 : 0;
        return makeScoreRecord({
          scenario: `s${i}`,
          values: {
            'task.success': success,
            'selection.f1': success,
            'arguments.valid_first': 1,
            'effects.double': 0,
            'termination.clean': 1,
          },
        });
      });
    return compare(draw(1), draw(0.76)).verdict;
  });
  expect(verdicts.filter((verdict) => verdict === 'PASS')).toEqual([]);
});

it('adjusts p over the metrics of all candidates', () => {
  const sides = [8, 7, 0].map((lost) => makeScoreRecords('task.success', zerosFirst(lost)));
  const drafts = sides.map((side) =>
    draftComparison(toSide(makeScoreRecords('task.success', ones)), toSide(side, 'b'), {
      by: 'variant',
    }),
  );
  const together = compareTogether(drafts);
  expect(together.map((result) => metricOf(result, 'task.success').adjustedP)).toEqual([
    3 * 2 ** -7,
    2 * 2 ** -6,
    1,
  ]);
  expect(together.map((result) => result.comparedTogether)).toEqual([3, 3, 3]);
  const alone = drafts.map((draft) => compareTogether([draft])[0]);
  expect(alone.map((result) => result?.metrics[0]?.adjustedP)).toEqual([2 ** -7, 2 ** -6, 1]);
});

it('names the plain means where clusters of several sizes make them differ', () => {
  const side = (lost: boolean): readonly ScoreRecord[] =>
    Array.from({ length: 20 }, (_, i) =>
      makeScoreRecord({
        scenario: `s${i}`,
        cluster: i < 10 ? 'big' : `s${i}`,
        values: { 'task.success': lost && i < 10 ? 0 : 1 },
      }),
    );
  const metric = metricOf(compare(side(false), side(true)), 'task.success');
  expect(metric.candidate.value).toBeCloseTo(10 / 11, 8);
  expect(metric.trialMeans).toEqual({ baseline: 1, candidate: 0.5 });
});
