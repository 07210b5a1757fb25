import { expect, it } from 'vitest';

import type { MetricName } from '../../core/score/metric.ts';
import { makeScoreRecord, makeScoreRecords } from '../../testing/score-records.ts';
import type { MetricComparison } from '../comparison.ts';
import { pairTrials } from '../pair/pair-trials.ts';
import { judgeMetric, type JudgeContext } from './judge-metric.ts';
import { measureMetric, type MetricRule } from './measure-metric.ts';

interface Judged extends Partial<JudgeContext>, Partial<MetricRule> {
  readonly before: readonly (number | null)[];
  readonly after: readonly (number | null)[];
}

function judge({ before, after, ...more }: Judged): MetricComparison {
  const { metric = 'task.success', gated = true, deciding = true, margin = 0.05 } = more;
  const { adjustedP = null, identical = false } = more;
  const { pairs } = pairTrials(
    makeScoreRecords(metric, before),
    makeScoreRecords(metric, after),
    'variant',
  );
  const measured = measureMetric(pairs, { metric, gated, deciding, margin });
  return judgeMetric(measured, { adjustedP, clustersPlanned: before.length, identical });
}

const fill = (...parts: readonly (readonly [value: number, count: number])[]): readonly number[] =>
  parts.flatMap(([value, count]) => Array.from({ length: count }, () => value));

it.each([
  { name: 'unmoved in enough', before: fill([1, 59]), after: fill([1, 59]), verdict: 'PASS' },
  {
    name: 'unmoved in too few',
    before: fill([1, 58]),
    after: fill([1, 58]),
    verdict: 'INCONCLUSIVE',
  },
  {
    name: 'unmoved in too few, with the same transcripts',
    before: fill([1, 3]),
    after: fill([1, 3]),
    identical: true,
    verdict: 'PASS',
  },
  {
    name: 'unmoved in too few, of a metric that does not decide',
    before: fill([1, 3]),
    after: fill([1, 3]),
    deciding: false,
    verdict: 'PASS',
  },
  {
    name: 'one lost, of a metric that does not decide',
    before: fill([1, 8]),
    after: fill([1, 7], [0, 1]),
    deciding: false,
    verdict: 'INCONCLUSIVE',
  },
  {
    name: 'worse by p',
    before: fill([1, 20]),
    after: fill([1, 12], [0, 8]),
    verdict: 'REGRESSION',
  },
  {
    name: 'worse by its own p, and not by the adjusted one',
    before: fill([1, 20]),
    after: fill([1, 12], [0, 8]),
    adjustedP: 0.05,
    verdict: 'INCONCLUSIVE',
  },
  { name: 'one cluster', before: [1], after: [0], verdict: 'INCONCLUSIVE' },
  { name: 'nothing judged', before: [null], after: [null], verdict: 'INVALID' },
] as const)('the verdict on a metric: $name', ({ verdict, name: _name, ...judged }) => {
  expect(judge(judged).verdict).toBe(verdict);
});

it.each([
  { metric: 'effects.double', before: 0, verdict: 'REGRESSION' },
  { metric: 'effects.double', before: 1, verdict: 'INCONCLUSIVE' },
  { metric: 'effects.missing', before: 0, verdict: 'INCONCLUSIVE' },
] as const)('the first doubled effect is a regression at once: $metric from $before', (row) => {
  const { metric, before, verdict } = row;
  const judged = judge({
    metric,
    before: fill([before, 1], [0, 9]),
    after: fill([before, 1], [0, 8], [1, 1]),
  });
  expect(judged.verdict).toBe(verdict);
});

it('says how many clusters would decide it, and what so few leave open', () => {
  const few = judge({ before: fill([1, 6]), after: fill([1, 6]) });
  // 1 - 0.05^(1/6) = 0.393: the share that may get worse although none of six did.
  expect([few.verdict, few.clustersToDecide, few.moved]).toEqual(['INCONCLUSIVE', 59, 0]);
  expect(few.worseShareBound).toBeCloseTo(0.393, 3);
  expect(few.exactLoss).toBeCloseTo(0.393, 3);
  const enough = judge({ before: fill([1, 60]), after: fill([1, 60]) });
  expect([enough.verdict, enough.clustersToDecide]).toEqual(['PASS', undefined]);
});

it('tells the exact loss of a deciding metric where few moved, and of no other', () => {
  const gained = { before: fill([0, 1], [1, 39]), after: fill([1, 40]) };
  const deciding = judge(gained);
  expect([deciding.verdict, deciding.exactLoss !== undefined]).toEqual(['INCONCLUSIVE', true]);
  expect(deciding.clustersToDecide).toBeGreaterThan(40);
  const other = judge({ ...gained, deciding: false });
  expect([other.verdict, other.exactLoss, other.clustersToDecide]).toEqual([
    'PASS',
    undefined,
    undefined,
  ]);
  const shown = judge({ before: fill([1, 20]), after: fill([1, 12], [0, 8]) });
  expect([shown.exactLoss, shown.worseShareBound, shown.clustersToDecide]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

it('gives no interval where all moved alike, and none beyond what shares can differ', () => {
  const alike = judge({ before: fill([1, 8]), after: fill([0, 8]) });
  expect(alike.difference).toEqual({ value: -1, low: null, high: null });
  expect(alike.verdict).toBe('REGRESSION');
  const wide = judge({ before: [1, 0], after: [0, 0] });
  expect(wide.difference).toEqual({ value: -0.5, low: -1, high: 1 });
  const tokens = judge({ metric: 'cost.input_tokens', before: [100, 0], after: [0, 0] });
  expect(tokens.difference.low).toBeLessThan(-600);
});

it('says nothing of a metric that was judged nowhere', () => {
  const nothing = judge({ before: [null, 1], after: [1, null] });
  expect(nothing.difference).toEqual({ value: null, low: null, high: null });
  expect([nothing.clusters, nothing.p, nothing.method, nothing.worseShareBound]).toEqual([
    0,
    null,
    null,
    undefined,
  ]);
  expect(nothing).not.toHaveProperty('naive');
  expect(nothing).not.toHaveProperty('trialMeans');
});

const ups = { before: fill([0, 3], [1, 7]), after: fill([1, 3], [0, 1], [1, 6]) };
it.each([
  { metric: 'task.success', better: 3, worse: 1 },
  { metric: 'effects.missing', better: 1, worse: 3 },
] as const)('counts moves by which way is better: $metric', ({ metric, better, worse }) => {
  // Of four discordant pairs, one and three: 2 x 5/16.
  expect(judge({ metric, ...ups }).naive).toEqual({ better, worse, p: 0.625 });
});

it('counts no moves of values that are not all or nothing', () => {
  expect(judge({ metric: 'selection.f1', ...ups }).naive).toBeDefined();
  expect(judge({ metric: 'selection.f1', before: [0.5, 1], after: [1, 1] }).naive).toBeUndefined();
  expect(
    judge({ metric: 'cost.input_tokens', before: [2, 1], after: [1, 1] }).naive,
  ).toBeUndefined();
});

const inClusters = (metric: MetricName, values: readonly number[]) =>
  values.map((value, place) =>
    makeScoreRecord({
      scenario: `s${place}`,
      cluster: place < 3 ? 'big' : 'small',
      values: { [metric]: value },
    }),
  );
it.each([
  { name: 'of the baseline', before: [1, 1, 1, 0], after: [1, 1, 1, 1], means: [0.75, 1] },
  { name: 'of the candidate', before: [1, 1, 1, 1], after: [1, 1, 1, 0], means: [1, 0.75] },
])('names plain means where those $name differ from the means over clusters', (row) => {
  const { before, after, means } = row;
  const { pairs } = pairTrials(
    inClusters('selection.f1', before),
    inClusters('selection.f1', after),
    'variant',
  );
  const rule = { metric: 'selection.f1', gated: true, deciding: true, margin: 0.05 } as const;
  const context = { adjustedP: null, clustersPlanned: 2, identical: false };
  const judged = judgeMetric(measureMetric(pairs, rule), context);
  expect(judged.trialMeans).toEqual({ baseline: means[0], candidate: means[1] });
  expect([judged.baseline.value, judged.candidate.value]).toContain(0.5);
  expect(judge({ before, after })).not.toHaveProperty('trialMeans');
});

it('gives advice on what would decide it, and none on what is decided or identical', () => {
  const open = { before: fill([1, 8]), after: fill([1, 7], [0, 1]) };
  expect(judge(open).advice).toEqual(expect.any(String));
  expect(judge({ ...open, identical: true }).advice).toBeNull();
  expect(judge({ before: fill([1, 20]), after: fill([1, 12], [0, 8]) }).advice).toBeNull();
});

it('rounds and keeps p, adjusted and not, beside its method', () => {
  const judged = judge({ before: fill([1, 8]), after: fill([0, 6], [1, 2]), adjustedP: 0.0625 });
  expect([judged.p, judged.adjustedP, judged.method]).toEqual([
    2 ** -5,
    0.0625,
    'sign-flip, exact',
  ]);
  expect([judged.margin, judged.clusters, judged.clustersPlanned, judged.deciding]).toEqual([
    0.05,
    8,
    8,
    true,
  ]);
  expect(judge({ before: [1], after: [1], deciding: false })).not.toHaveProperty('deciding');
});
