import { expect, it } from 'vitest';

import type { MetricName } from '../../core/score/metric.ts';
import type { Gate } from '../../core/suite/gate.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { makeScoreRecord, makeScoreRecords } from '../../testing/score-records.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import { judgeLimit } from './judge-limit.ts';

type LimitGate = Gate & { readonly kind: 'limit' };

const limit = (
  metric: MetricName,
  rule: { min?: number; max?: number; at?: LimitGate['at'] },
): LimitGate => {
  const { min = null, max = null, at = 'value' } = rule;
  return { metric, suite: null, variant: null, kind: 'limit', min, max, at };
};

const runOf = (records: readonly ScoreRecord[]): ComparedRecords => ({
  suite: 'made',
  side: { name: 'a', model: 'm', nature: 'real', about: null, toolset: 't', loop: 'l' },
  tools: [],
  records,
  refusals: [],
});

/** So many scenarios with a success, and so many without. */
const outcomes = (good: number, bad: number): readonly ScoreRecord[] =>
  makeScoreRecords(
    'task.success',
    Array.from({ length: good + bad }, (_, place) => (place < good ? 1 : 0)),
  );

/** One cluster of two scenarios, one of them lost: 50 % without an interval. */
const oneCluster = [1, 0].map((value, place) =>
  makeScoreRecord({ scenario: `s${place}`, cluster: 'only', values: { 'task.success': value } }),
);

const tokens = (...values: readonly number[]): readonly ScoreRecord[] =>
  makeScoreRecords('cost.input_tokens', values);

// Intervals of shares are those of Wilson: 18 of 20 is 69.9 % to 97.2 %.
const half = 'one cluster, or the same figure in each, gives no interval';
it.each([
  {
    name: 'the value is at the minimum',
    gate: limit('task.success', { min: 0.9 }),
    records: outcomes(18, 2),
    verdict: 'PASS',
    sentence: 'task.success is 90 % (95 % interval 69.9 % to 97.2 %): the gate holds',
  },
  {
    name: 'the value is below the minimum',
    gate: limit('task.success', { min: 0.901 }),
    records: outcomes(18, 2),
    verdict: 'FAIL',
    sentence: 'task.success is 90 % (95 % interval 69.9 % to 97.2 %): the gate is broken',
  },
  {
    name: 'the value is at the maximum',
    gate: limit('task.success', { max: 0.9 }),
    records: outcomes(18, 2),
    verdict: 'PASS',
    sentence: 'task.success is 90 % (95 % interval 69.9 % to 97.2 %): the gate holds',
  },
  {
    name: 'the value is above the maximum, and keeps the minimum',
    gate: limit('task.success', { min: 0.5, max: 0.8 }),
    records: outcomes(18, 2),
    verdict: 'FAIL',
    sentence: 'task.success is 90 % (95 % interval 69.9 % to 97.2 %): the gate is broken',
  },
  {
    name: 'the lower bound keeps the minimum',
    gate: limit('task.success', { min: 0.69, at: 'lower' }),
    records: outcomes(18, 2),
    verdict: 'PASS',
    sentence: 'task.success is 90 % (95 % interval 69.9 % to 97.2 %): the gate holds',
  },
  {
    name: 'only the upper bound keeps the minimum',
    gate: limit('task.success', { min: 0.7, at: 'lower' }),
    records: outcomes(18, 2),
    verdict: 'INCONCLUSIVE',
    sentence:
      'task.success is 90 % (95 % interval 69.9 % to 97.2 %): the value may keep the limit, but this few trials do not show it',
  },
  {
    name: 'no bound keeps the minimum',
    gate: limit('task.success', { min: 0.98, at: 'lower' }),
    records: outcomes(18, 2),
    verdict: 'FAIL',
    sentence: 'task.success is 90 % (95 % interval 69.9 % to 97.2 %): the gate is broken',
  },
  {
    name: 'the upper bound keeps the maximum',
    gate: limit('task.success', { max: 0.98, at: 'upper' }),
    records: outcomes(18, 2),
    verdict: 'PASS',
    sentence: 'task.success is 90 % (95 % interval 69.9 % to 97.2 %): the gate holds',
  },
  {
    name: 'only the lower bound keeps the maximum',
    gate: limit('task.success', { max: 0.97, at: 'upper' }),
    records: outcomes(18, 2),
    verdict: 'INCONCLUSIVE',
    sentence:
      'task.success is 90 % (95 % interval 69.9 % to 97.2 %): the value may keep the limit, but this few trials do not show it',
  },
  {
    name: 'one cluster keeps the limit by its value, which is not what the gate asks',
    gate: limit('task.success', { min: 0.4, at: 'lower' }),
    records: oneCluster,
    verdict: 'INCONCLUSIVE',
    sentence: `task.success is 50 %: ${half}, so the gate cannot be judged at a bound`,
  },
  {
    name: 'one cluster breaks the limit by its value, which is not what the gate asks',
    gate: limit('task.success', { max: 0.4, at: 'upper' }),
    records: oneCluster,
    verdict: 'INCONCLUSIVE',
    sentence: `task.success is 50 %: ${half}, so the gate cannot be judged at a bound`,
  },
  {
    name: 'one cluster, by its value',
    gate: limit('task.success', { min: 0.5 }),
    records: oneCluster,
    verdict: 'PASS',
    sentence: 'task.success is 50 %: the gate holds',
  },
  {
    name: 'the same tokens everywhere have no interval',
    gate: limit('cost.input_tokens', { max: 200, at: 'upper' }),
    records: tokens(100, 100, 100),
    verdict: 'INCONCLUSIVE',
    sentence: `cost.input_tokens is 100 tokens: ${half}, so the gate cannot be judged at a bound`,
  },
  {
    name: 'a figure that is not finite',
    gate: limit('cost.input_tokens', { max: 200 }),
    records: tokens(100, Infinity),
    verdict: 'INVALID',
    sentence: expect.stringContaining('cost.input_tokens is ') as unknown,
  },
  {
    name: 'nothing judged',
    gate: limit('recovery.handled', { min: 0 }),
    records: outcomes(3, 0),
    verdict: 'INVALID',
    sentence: 'recovery.handled was judged in no trial',
  },
  {
    name: 'nothing to judge in any trial, which is not 0',
    gate: limit('effects.double', { max: 0 }),
    records: makeScoreRecords('effects.double', [null, null]),
    verdict: 'INVALID',
    sentence: 'effects.double was judged in no trial',
  },
])('a limit: $name', ({ gate, records, verdict, sentence }) => {
  const result = judgeLimit(gate, runOf(records));
  expect([result.verdict, result.sentence]).toEqual([verdict, sentence]);
});

it.each([
  ['value', 'task.success at least 50 % and at most 90 %'],
  ['lower', 'task.success at least 50 % and at most 90 % at its lower bound'],
  ['upper', 'task.success at least 50 % and at most 90 % at its upper bound'],
] as const)('says its rule: at %s', (at, rule) => {
  const gate = limit('task.success', { min: 0.5, max: 0.9, at });
  expect(judgeLimit(gate, runOf(outcomes(3, 1))).rule).toBe(rule);
});

it('leaves trials without a value out of the mean, and counts none of them as 0', () => {
  const records = makeScoreRecords('selection.f1', [1, null, 1, null]);
  expect(judgeLimit(limit('selection.f1', { min: 1 }), runOf(records)).verdict).toBe('PASS');
});

it('counts only trials that were measured, not invalid or skipped ones', () => {
  const records = [
    makeScoreRecord({ scenario: 'good' }),
    ...(['invalid', 'skipped'] as const).map((verdict) =>
      makeScoreRecord({ scenario: verdict, verdict, values: { 'task.success': 0 }, facts: {} }),
    ),
  ];
  const result = judgeLimit(limit('task.success', { min: 1 }), runOf(records));
  expect([result.verdict, result.breakers]).toEqual(['PASS', []]);
});

it('averages within a cluster first, whatever the number of its trials', () => {
  const records = [
    makeScoreRecord({ scenario: 'a', cluster: 'one', values: { 'task.success': 0 } }),
    makeScoreRecord({ scenario: 'b', cluster: 'two' }),
    makeScoreRecord({ scenario: 'c', cluster: 'two' }),
    makeScoreRecord({ scenario: 'd', cluster: 'two' }),
  ];
  const result = judgeLimit(limit('task.success', { min: 0.51 }), runOf(records));
  expect([result.verdict, result.sentence]).toEqual([
    'FAIL',
    expect.stringMatching(/^task\.success is 50 % /u),
  ]);
});

it('names scenarios that broke a maximum, the worst first, and none where the gate holds', () => {
  const records = tokens(120, 90, 300);
  const broken = judgeLimit(limit('cost.input_tokens', { max: 100 }), runOf(records));
  expect(broken.breakers.map(({ scenario, value }) => [scenario, value])).toEqual([
    ['s3', 300],
    ['s1', 120],
  ]);
  const held = judgeLimit(limit('cost.input_tokens', { max: 200 }), runOf(records));
  expect([held.verdict, held.breakers]).toEqual(['PASS', []]);
});

it('names scenarios by how far they are past a limit of both kinds', () => {
  const records = makeScoreRecords('selection.f1', [0.1, 0.5, 0.9]);
  const gate = limit('selection.f1', { min: 0.3, max: 0.4 });
  expect(judgeLimit(gate, runOf(records)).breakers.map(({ scenario }) => scenario)).toEqual([
    's3',
    's1',
    's2',
  ]);
});
