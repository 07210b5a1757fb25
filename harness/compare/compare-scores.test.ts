import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { ScoreRecord } from '../core/trial/trial.ts';
import { createRandom } from '../core/random.ts';
import { makeScoreRecord, makeScoreRecords } from '../testing/score-records.ts';
import type { MetricName } from '../core/score/metric.ts';
import { compare, metricOf, ones, toSide, zerosFirst } from '../testing/compare-bench.ts';
import { compareScores } from './compare-scores.ts';
import type { ComparedRecords } from './pair/compared-records.ts';

it.each([
  {
    name: 'the same everywhere, in too few',
    before: 0,
    after: 0,
    verdict: 'INCONCLUSIVE',
    exitCode: 3,
  },
  { name: 'twelve of twenty lost', before: 0, after: 12, verdict: 'REGRESSION', exitCode: 1 },
  { name: 'twelve of twenty won', before: 12, after: 0, verdict: 'PASS', exitCode: 0 },
  { name: 'two of twenty lost', before: 0, after: 2, verdict: 'INCONCLUSIVE', exitCode: 3 },
  {
    name: 'five lost: the interval lies below 0 and p is not small enough',
    before: 0,
    after: 5,
    verdict: 'INCONCLUSIVE',
    exitCode: 3,
  },
])('task success: $name', ({ before, after, verdict, exitCode }) => {
  const result = compare(
    makeScoreRecords('task.success', zerosFirst(before)),
    makeScoreRecords('task.success', zerosFirst(after)),
  );
  expect([result.verdict, result.exitCode]).toEqual([verdict, exitCode]);
  expect(result.flips.length).toBe(Math.abs(before - after));
});

it('gives values, difference and p of a known case', () => {
  const result = compare(
    makeScoreRecords('task.success', zerosFirst(0)),
    makeScoreRecords('task.success', zerosFirst(12)),
  );
  const metric = metricOf(result, 'task.success');
  // Wilson of 20 of 20 and of 8 of 20; differences -1 (12 times) and 0 (8 times): s = 0.5026, t(19) = 2.093.
  expect(metric.baseline).toEqual({ value: 1, low: 0.838874842, high: 1 });
  expect(metric.candidate).toEqual({ value: 0.4, low: 0.218806532, high: 0.613418499 });
  expect(metric.difference.value).toBe(-0.6);
  expect(metric.difference.low).toBeCloseTo(-0.8352, 4);
  expect(metric.p).toBe(2 ** -11);
  expect(metric.adjustedP).toBe(2 ** -11);
  expect(metric.naive).toEqual({ better: 0, worse: 12, p: 2 ** -11 });
  expect(result.sentence).toBe(
    'task.success fell from 100 % to 40 % (95 % interval -83.5 to -36.5 points, p 0.0005, 20 clusters): worse',
  );
});

it('adjusts p over the gated metrics that were judged, and leaves the others alone', () => {
  const values = (count: number): readonly ScoreRecord[] =>
    ones.map((_, i) =>
      makeScoreRecord({
        scenario: `s${i}`,
        values: {
          'task.success': i < count ? 0 : 1,
          'selection.f1': i < count + 1 ? 0 : 1,
          'selection.first': i < count ? 0 : 1,
          'effects.double': null,
        },
      }),
    );
  const result = compare(values(0), values(6));
  const [success, f1, first] = (['task.success', 'selection.f1', 'selection.first'] as const).map(
    (name) => metricOf(result, name),
  );
  expect([success?.p, success?.adjustedP]).toEqual([2 ** -5, 2 * 2 ** -5]);
  expect([f1?.p, f1?.adjustedP]).toEqual([2 ** -5, 2 * 2 ** -5]);
  expect([first?.p, first?.adjustedP, first?.gated]).toEqual([2 ** -5, null, false]);
  expect(metricOf(result, 'effects.double').verdict).toBe('INVALID');
});

it.each([
  {
    name: 'the first double is a regression without any statistics',
    before: 0,
    after: 1,
    verdict: 'REGRESSION',
  },
  { name: 'none on either side', before: 0, after: 0, verdict: 'PASS' },
  { name: 'fewer than before', before: 5, after: 0, verdict: 'PASS' },
  { name: 'as many as before', before: 5, after: 5, verdict: 'PASS' },
])('double effects: $name', ({ before, after, verdict }) => {
  const side = (count: number): readonly ScoreRecord[] =>
    ones.map((_, i) =>
      makeScoreRecord({ scenario: `s${i}`, values: { 'effects.double': i < count ? 1 : 0 } }),
    );
  expect(metricOf(compare(side(before), side(after)), 'effects.double').verdict).toBe(verdict);
});

it('pairs by scenario, plan and repeat, and counts what only one side has', () => {
  const baseline = [
    makeScoreRecord({ repeat: 1 }),
    makeScoreRecord({ repeat: 2 }),
    makeScoreRecord({ plan: 'standard/http@model.1' }),
    makeScoreRecord({ scenario: 's2' }),
    makeScoreRecord({ scenario: 's3', verdict: 'skipped' }),
  ];
  const candidate = [
    makeScoreRecord({ repeat: 1 }),
    makeScoreRecord({ plan: 'standard/http@model.2' }),
    makeScoreRecord({ scenario: 's2', verdict: 'invalid', values: { 'task.success': null } }),
    makeScoreRecord({ scenario: 's3' }),
  ];
  expect(compare(baseline, candidate).coverage).toEqual({
    pairedTrials: 1,
    onlyBaseline: 2,
    onlyCandidate: 2,
    invalid: 1,
    clusters: 1,
    scenarios: 1,
    scenariosPlanned: 3,
  });
});

it('pairs each faulted trial with the clean one of its scenario when plans are compared', () => {
  const clean = ones.map((_, i) => makeScoreRecord({ scenario: `s${i}` }));
  const faulted = ones.flatMap((_, i) =>
    ['standard/http@model.1', 'standard/timeout@x.1'].map((plan) =>
      makeScoreRecord({
        scenario: `s${i}`,
        plan,
        values: { 'task.success': plan.endsWith('x.1') ? 0 : 1 },
      }),
    ),
  );
  const result = compare(clean, faulted, { by: 'plan' });
  expect(result.coverage.pairedTrials).toBe(40);
  expect(metricOf(result, 'task.success').difference.value).toBe(-0.5);
  expect(result.flips.map((flip) => flip.plan)).toEqual(ones.map(() => 'standard/timeout@x.1'));
});

it('averages within clusters first, so that a cluster with many scenarios weighs as one', () => {
  const side = (lost: boolean): readonly ScoreRecord[] => [
    ...ones.map((_, i) =>
      makeScoreRecord({
        scenario: `s${i}`,
        cluster: 'big',
        values: { 'task.success': lost ? 0 : 1 },
      }),
    ),
    makeScoreRecord({ scenario: 'x', cluster: 'small' }),
  ];
  const metric = metricOf(compare(side(false), side(true)), 'task.success');
  expect([metric.clusters, metric.difference.value]).toEqual([2, -0.5]);
});

it('calls two sides identical only on the word of their transcripts', () => {
  const side = makeScoreRecords('task.success', ones);
  const keys = new Set(side.map((record) => `${record.lane.scenario}/none/r1`));
  const same = compare(side, side, { transcripts: { same: keys, divergences: new Map() } });
  expect([same.identical, same.verdict, same.exitCode]).toEqual([true, 'PASS', 0]);
  expect(same.sentence).toBe(
    'Identical: all 20 paired trials are the same, event by event. Bound: where nothing moved (task.success), up to 14 % of clusters like these could still get worse',
  );
  expect(compare(side, side).identical).toBe(false);
  keys.delete('s7/none/r1');
  expect(
    compare(side, side, { transcripts: { same: keys, divergences: new Map() } }).identical,
  ).toBe(false);
});

it('counts confusions, argument errors, end reasons and recovery on both sides', () => {
  const fault = (handled: boolean): ScoreRecord['faults'] => [
    {
      name: 'f',
      kind: 'http',
      address: { on: 'model', turn: 1, attempt: 1 },
      fired: 1,
      noticed: true,
      handled,
    },
  ];
  const side = (called: string | null, handled: boolean): readonly ScoreRecord[] =>
    ones.map((_, i) =>
      makeScoreRecord({
        scenario: `s${i}`,
        faults: fault(handled),
        facts: {
          stopReason: handled ? 'answered' : 'max_turns',
          confusion: [{ expected: 'close', called }],
          argumentErrors: handled ? [] : [{ tool: 'close', path: '$.id', code: 'wrong_type' }],
        },
      }),
    );
  const result = compare(side('open', false), side('close', true));
  expect(result.confusion).toEqual([
    { expected: 'close', called: 'close', baseline: 0, candidate: 20 },
    { expected: 'close', called: 'open', baseline: 20, candidate: 0 },
  ]);
  expect(result.argumentErrors).toEqual([
    { name: 'close $.id: wrong_type', baseline: 20, candidate: 0 },
  ]);
  expect(result.endReasons).toEqual([
    { name: 'answered', baseline: 0, candidate: 20 },
    { name: 'max_turns', baseline: 20, candidate: 0 },
  ]);
  expect(
    result.recovery.map(({ kind, baseline, candidate }) => [kind, baseline.value, candidate.value]),
  ).toEqual([['http', 0, 1]]);
});

it('leaves out of a mean what could not be measured, and says over how many it went (B139, B140)', () => {
  const values = [0.6, 0.9, null, 0.75, 0.75];
  const side = makeScoreRecords('selection.f1', values);
  const metric = metricOf(compare(side, side), 'selection.f1');
  expect([metric.candidate.value, metric.clusters, metric.clustersPlanned]).toEqual([0.75, 4, 5]);
  const none = makeScoreRecords('selection.f1', [null, null]);
  expect(metricOf(compare(none, none), 'selection.f1').candidate).toEqual({
    value: null,
    low: null,
    high: null,
  });
});

it('tells pass^k from pass@k, by the unbiased estimators, and tells neither without repeats (B142)', () => {
  const attempts = (successes: readonly number[]): readonly ScoreRecord[] =>
    successes.map((value, i) =>
      makeScoreRecord({ repeat: i + 1, values: { 'task.success': value } }),
    );
  const result = compare(attempts([1, 0, 1, 1]), attempts([1, 1, 1, 1]));
  expect(result.reliability?.[1]).toEqual({
    k: 2,
    all: { baseline: 0.5, candidate: 1 },
    any: { baseline: 1, candidate: 1 },
  });
  expect(result.reliability?.map(({ k }) => k)).toEqual([1, 2, 3, 4]);
  expect(compare(attempts([1]), attempts([1])).reliability).toEqual([]);
});

it('means the opposite when the sides are swapped', () => {
  const value = fc.constantFrom(0, 0.5, 1);
  fc.assert(
    fc.property(fc.array(fc.tuple(value, value), { minLength: 2, maxLength: 12 }), (pairs) => {
      const before = makeScoreRecords(
        'task.success',
        pairs.map(([first]) => first),
      );
      const after = makeScoreRecords(
        'task.success',
        pairs.map(([, second]) => second),
      );
      const there = metricOf(compare(before, after), 'task.success');
      const back = metricOf(compare(after, before), 'task.success');
      expect(back.p).toBe(there.p);
      expect(back.difference.value).toBe(0 - (there.difference.value ?? 0));
      const { high } = there.difference;
      expect(back.difference.low).toBe(high === null ? null : 0 - high);
    }),
    { numRuns: 60 },
  );
});

it('does not depend on the order of the records', () => {
  const random = createRandom('order');
  const side = (lost: number): readonly ScoreRecord[] =>
    makeScoreRecords('task.success', zerosFirst(lost));
  const shuffle = (records: readonly ScoreRecord[]): readonly ScoreRecord[] =>
    records
      .map((record) => ({ record, rank: random.next() }))
      .toSorted((a, b) => a.rank - b.rank)
      .map(({ record }) => record);
  expect(compare(shuffle(side(1)), shuffle(side(9)))).toEqual(compare(side(1), side(9)));
});

it('calls at most 5 % of noisy A/A pairs a regression, two Monte-Carlo errors allowed', () => {
  const random = createRandom('noise');
  const draw = (): readonly ScoreRecord[] =>
    Array.from({ length: 60 }, (_, i) =>
      makeScoreRecord({
        scenario: `s${i % 20}`,
        repeat: 1 + Math.floor(i / 20),
        values: {
          'task.success': random.next() < 0.7 ? 1 : 0,
          'selection.f1': random.next() < 0.8 ? 1 : 0.5,
          'effects.double': 0,
        },
      }),
    );
  let alarms = 0;
  for (let round = 0; round < 100; round += 1) {
    if (compare(draw(), draw()).verdict === 'REGRESSION') alarms += 1;
  }
  expect(alarms).toBeLessThanOrEqual(100 * (0.05 + 2 * Math.sqrt((0.05 * 0.95) / 100)));
});

it('calls nothing identical whose scores differ, though transcripts do not', () => {
  const before = makeScoreRecords('selection.f1', ones);
  const transcripts = {
    same: new Set(before.map(({ lane }) => `${lane.scenario}/${lane.plan}/r${lane.repeat}`)),
    divergences: new Map(),
  };
  const after = makeScoreRecords('selection.f1', zerosFirst(1));
  expect(compare(before, before, { transcripts }).identical).toBe(true);
  expect(compare(before, after, { transcripts }).identical).toBe(false);
});

it('calls nothing identical whose verdicts differ, though transcripts and scores do not', () => {
  const before = makeScoreRecords('selection.f1', ones);
  const transcripts = {
    same: new Set(before.map(({ lane }) => `${lane.scenario}/${lane.plan}/r${lane.repeat}`)),
    divergences: new Map(),
  };
  const after = before.map((record, place) =>
    place === 5 ? { ...record, verdict: 'failed' as const, expectFail: 'a reason' } : record,
  );
  expect(compare(before, after, { transcripts }).identical).toBe(false);
  expect(compare(after, before, { transcripts }).identical).toBe(false);
  expect(compare(after, after, { transcripts }).identical).toBe(true);
});

it.each([-0.1, 1.5, Infinity])('a share of %d is damage', (value) => {
  const good = makeScoreRecords('selection.exact', ones);
  const result = compare(good, makeScoreRecords('selection.exact', [value, ...ones.slice(1)]));
  expect([result.verdict, result.exitCode]).toEqual(['INVALID', 4]);
  expect(result.invalidReasons.map(({ code }) => code)).toContain('damaged_scores');
});

it('the tokens of descriptions are given where they differ', () => {
  const records = makeScoreRecords('task.success', ones);
  const sideOf = (name: string, description: string): ComparedRecords => ({
    ...toSide(records, name),
    tools: [{ name: 'f', description, parameters: {} }],
  });
  const tokensOf = (first: string, second: string): unknown =>
    compareScores(sideOf('a', first), sideOf('b', second), { by: 'variant' }).descriptionTokens;
  expect(tokensOf('Finds it.', 'Finds it.')).toBeUndefined();
  const told = tokensOf('Finds it.', 'Finds an order by its number, and by nothing else.');
  expect(told).toMatchObject({ baseline: expect.any(Number), candidate: expect.any(Number) });
  const { baseline, candidate } = told as { baseline: number; candidate: number };
  expect(candidate).toBeGreaterThan(baseline);
});

it.each([
  ['neither side', undefined, undefined, undefined, ['task.success']],
  ['the baseline', ['effects.double'], undefined, undefined, ['effects.double']],
  ['the candidate', ['effects.double'], ['termination.clean'], undefined, ['termination.clean']],
  ['the call', ['effects.double'], ['termination.clean'], ['task.success'], ['task.success']],
] as const)('what decides is said by %s', (...[, before, after, asked, deciding]) => {
  const records = makeScoreRecords('task.success', ones);
  const sideOf = (decides: readonly MetricName[] | undefined): ComparedRecords => ({
    ...toSide(records),
    ...(decides === undefined ? {} : { decides }),
  });
  const { metrics } = compareScores(sideOf(before), sideOf(after), {
    by: 'variant',
    ...(asked === undefined ? {} : { deciding: asked }),
  });
  expect(metrics.filter((metric) => metric.deciding).map(({ metric }) => metric)).toEqual(deciding);
});

it('a metric that only one side was given says nothing against being identical', () => {
  const both = [makeScoreRecord({ values: { 'task.success': 1, 'selection.f1': 0.5 } })];
  const one = [makeScoreRecord({ values: { 'task.success': 1 } })];
  const same = new Set(['s1/none/r1']);
  const transcripts = { same, divergences: new Map() };
  for (const [before, after] of [
    [both, one],
    [one, both],
  ] as const) {
    expect(compare(before, after, { transcripts }).identical).toBe(true);
  }
  const other = [makeScoreRecord({ values: { 'task.success': 1, 'selection.f1': 0.4 } })];
  expect(compare(both, other, { transcripts }).identical).toBe(false);
});

it('a metric that nothing was judged by has no bounds', () => {
  const records = makeScoreRecords('task.success', ones);
  const metric = metricOf(compare(records, records), 'arguments.valid_first');
  expect(metric).not.toHaveProperty('worseShareBound');
  expect(metric).not.toHaveProperty('clustersToDecide');
});
