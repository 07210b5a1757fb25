import { expect, it } from 'vitest';

import type { Gate } from '../../core/suite/gate.ts';
import type { MetricName } from '../../core/score/metric.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { makeScoreRecord, makeScoreRecords } from '../../testing/score-records.ts';
import { toBaseline } from '../baseline/to-baseline.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import type { GateReport } from './gate-report.ts';
import { judgeGates } from './judge-gates.ts';

const toSide = (
  records: readonly ScoreRecord[],
  more: Partial<ComparedRecords> = {},
): ComparedRecords => ({
  suite: 'made',
  side: { name: 'a', model: 'm', nature: 'scripted', about: null, toolset: 't@1', loop: 'l' },
  tools: [{ name: 'close', description: 'Closes a case.', parameters: { type: 'object' } }],
  records,
  refusals: [],
  ...more,
});

const limit = (metric: MetricName, { min }: { readonly min: number }): Gate => ({
  metric,
  suite: null,
  variant: null,
  kind: 'limit',
  min,
  max: null,
  at: 'value',
});

const margin = (metric: MetricName): Gate => ({
  metric,
  suite: null,
  variant: null,
  kind: 'margin',
  margin: 0.05,
});

const values = (good: number, bad: number): readonly number[] => [
  ...Array.from({ length: good }, () => 1),
  ...Array.from({ length: bad }, () => 0),
];

const judge = (records: readonly ScoreRecord[], ...gates: readonly Gate[]): GateReport =>
  judgeGates([toSide(records)], gates, null);

const run = { suite: 'made', mode: 'replay', manifestHash: 'abc' } as const;

/** Twenty cases that ask for "close"; in nine of them this tool is called. */
const confused = (called: string, success: number): readonly ScoreRecord[] =>
  Array.from({ length: 20 }, (_, i) =>
    makeScoreRecord({
      scenario: `s${i + 1}`,
      values: { 'task.success': i < 9 ? success : 1 },
      facts: { confusion: [{ expected: 'close', called: i < 9 ? called : 'close' }] },
    }),
  );

const named = (name: string, records: readonly ScoreRecord[]): ComparedRecords =>
  toSide(records, { side: { ...toSide([]).side, name } });

it('a gate for one of several variants is judged on it alone, and is not idle', () => {
  const variants = [
    named('a', makeScoreRecords('task.success', values(9, 0))),
    named('b', makeScoreRecords('task.success', values(0, 9))),
  ];
  const gate = { ...limit('task.success', { min: 0.9 }), variant: 'a' };
  const report = judgeGates(variants, [gate], null);
  expect(report.results.map(({ variant, verdict }) => [variant, verdict])).toEqual([['a', 'PASS']]);
  expect([report.verdict, report.exitCode]).toEqual(['PASS', 0]);
});

it('a gate for no variant makes the report INVALID beside gates that hold', () => {
  const records = makeScoreRecords('task.success', values(9, 0));
  const idle = { ...limit('task.success', { min: 0.9 }), variant: 'gone' };
  const report = judge(records, limit('task.success', { min: 0.9 }), idle);
  expect(report.results.map(({ variant, verdict }) => [variant, verdict])).toEqual([
    ['a', 'PASS'],
    ['gone', 'INVALID'],
  ]);
  expect([report.verdict, report.exitCode]).toEqual(['INVALID', 4]);
  expect(report.results[1]?.sentence).toBe(
    'The gate on task.success applies to no variant of this run',
  );
  expect(report.results[1]?.rule).toBe('task.success of "gone"');
});

it('gates of another suite are ignored, and a suite without its own gate is INVALID', () => {
  const records = makeScoreRecords('task.success', values(9, 0));
  const foreign = { ...limit('task.success', { min: 2 }), suite: 'other' };
  const report = judge(records, limit('task.success', { min: 0.9 }), foreign);
  expect([report.verdict, report.results.length]).toEqual(['PASS', 1]);
});

it('a refusal of any variant makes the report INVALID, reported once', () => {
  const refusals = [{ code: 'provider_error', text: 'Gone' }];
  const variants = ['a', 'b'].map((name) => ({
    ...named(name, makeScoreRecords('task.success', values(9, 0))),
    refusals,
  }));
  const report = judgeGates(variants, [limit('task.success', { min: 0.9 })], null);
  expect([report.verdict, report.exitCode, report.invalidReasons]).toEqual([
    'INVALID',
    4,
    refusals,
  ]);
});

it.each([
  { name: 'failed on both sides', before: {}, now: {}, known: true },
  { name: 'failed now alone', before: { values: { 'task.success': 1 } }, now: {}, known: false },
  { name: 'failed before alone', before: {}, now: { values: { 'task.success': 1 } }, known: false },
  {
    name: 'failed by its verdict, with nothing else to say so',
    before: { verdict: 'failed', values: { 'task.success': null } },
    now: { verdict: 'failed', values: { 'task.success': null } },
    known: true,
  },
  {
    name: 'failed by its score alone, as in older baselines',
    before: { verdict: 'passed' },
    now: { verdict: 'passed' },
    known: true,
  },
  {
    name: 'without a score, and passed',
    before: { verdict: 'passed', values: { 'task.success': null } },
    now: { verdict: 'passed', values: { 'task.success': null } },
    known: false,
  },
  { name: 'failed in another repeat', before: { repeat: 2 }, now: {}, known: false },
  { name: 'failed under another plan', before: { plan: 'f' }, now: {}, known: false },
] as const)('a failure is known only where the baseline has it too: $name', (row) => {
  const make = (trial: typeof row.before | typeof row.now): readonly ScoreRecord[] => [
    makeScoreRecord({ values: { 'task.success': 0 }, ...trial }),
    makeScoreRecord({ scenario: 's2' }),
  ];
  const accepted = toBaseline(run, [toSide(make(row.before))], ['task.success']);
  const report = judgeGates([toSide(make(row.now))], [margin('task.success')], accepted);
  expect(report.knownFailures).toEqual(row.known ? ['made/s1/a/none/r1'] : []);
});

it('gives no verdict on tools where the comparison itself is INVALID', () => {
  const accepted = toBaseline(run, [toSide(confused('close', 1))], ['task.success']);
  const now = toSide(confused('open', 0), { refusals: [{ code: 'interrupted', text: 'Stopped' }] });
  const report = judgeGates([now], [margin('task.success')], accepted);
  expect(report.results.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['task.success not worse than the accepted baseline by more than 5 points', 'INVALID'],
  ]);
});

it('leaves gates with a margin undecided for a variant that the baseline does not have', () => {
  const accepted = toBaseline(run, [toSide(confused('close', 1))], ['task.success']);
  const report = judgeGates(
    [toSide(confused('close', 1)), named('b', confused('close', 1))],
    [margin('task.success'), limit('task.success', { min: 0.5 })],
    accepted,
  );
  expect(
    report.results.map(({ variant, rule, verdict }) => [variant, rule.slice(0, 16), verdict]),
  ).toEqual([
    ['a', 'task.success at ', 'PASS'],
    ['a', 'task.success not', 'INCONCLUSIVE'],
    ['b', 'task.success at ', 'PASS'],
    ['b', 'task.success not', 'INCONCLUSIVE'],
  ]);
  expect(report.comparisons.length).toBe(1);
});

it.each([
  { size: 0.05, verdict: 'INCONCLUSIVE' },
  { size: 0.9, verdict: 'PASS' },
] as const)('a gate against the baseline has a margin of its own: $size is $verdict', (row) => {
  const records = makeScoreRecords('task.success', values(20, 0));
  const accepted = toBaseline(run, [toSide(records)], ['task.success']);
  const gate = { ...margin('task.success'), margin: row.size };
  const report = judgeGates([toSide(records)], [gate], accepted);
  expect(report.results.map(({ verdict }) => verdict)).toEqual([row.verdict]);
  expect(report.comparisons[0]?.metrics.find(({ gated }) => gated)?.margin).toBe(row.size);
});
