import { expect, it } from 'vitest';

import type { Gate } from '../../core/suite/gate.ts';
import { toLaneId } from '../../core/suite/lane.ts';
import type { MetricName } from '../../core/score/metric.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { makeScoreRecord, makeScoreRecords } from '../../testing/score-records.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import type { GateReport } from './gate-report.ts';
import { judgeGates } from './judge-gates.ts';
import { parseBaseline } from '../baseline/parse-baseline.ts';
import { toBaseline } from '../baseline/to-baseline.ts';
import { writeBaseline } from '../baseline/write-baseline.ts';

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

function limit(
  metric: MetricName,
  rule: { min?: number; max?: number; at?: 'lower' | 'upper' },
): Gate {
  const { min = null, max = null, at = 'value' } = rule;
  return { metric, suite: null, variant: null, kind: 'limit', min, max, at };
}

const margin = (metric: MetricName, size = 0.05): Gate => ({
  metric,
  suite: null,
  variant: null,
  kind: 'margin',
  margin: size,
});

const values = (good: number, bad: number): readonly number[] => [
  ...Array.from({ length: good }, () => 1),
  ...Array.from({ length: bad }, () => 0),
];

const judge = (records: readonly ScoreRecord[], ...gates: readonly Gate[]): GateReport =>
  judgeGates([toSide(records)], gates, null);

it.each([
  {
    name: 'a minimum that is kept',
    good: 19,
    bad: 1,
    gate: { min: 0.95 },
    verdict: 'PASS',
    code: 0,
  },
  {
    name: 'a minimum that is not',
    good: 18,
    bad: 2,
    gate: { min: 0.95 },
    verdict: 'FAIL',
    code: 1,
  },
  {
    name: 'a lower bound that is kept',
    good: 80,
    bad: 0,
    gate: { min: 0.95, at: 'lower' },
    verdict: 'PASS',
    code: 0,
  },
  {
    name: 'too few trials for a lower bound',
    good: 20,
    bad: 0,
    gate: { min: 0.95, at: 'lower' },
    verdict: 'INCONCLUSIVE',
    code: 3,
  },
  {
    name: 'a lower bound out of reach',
    good: 10,
    bad: 10,
    gate: { min: 0.95, at: 'lower' },
    verdict: 'FAIL',
    code: 1,
  },
  {
    name: 'a maximum at the upper bound',
    good: 0,
    bad: 80,
    gate: { max: 0.05, at: 'upper' },
    verdict: 'PASS',
    code: 0,
  },
] as const)('a limit: $name', ({ good, bad, gate, verdict, code }) => {
  const report = judge(
    makeScoreRecords('task.success', values(good, bad)),
    limit('task.success', gate),
  );
  expect([report.verdict, report.exitCode]).toEqual([verdict, code]);
});

it('names the scenarios that broke a limit, the worst first, with their reasons', () => {
  const report = judge(
    [
      makeScoreRecord({ scenario: 'fine' }),
      makeScoreRecord({ scenario: 'half', values: { 'task.success': 1 } }),
      makeScoreRecord({ scenario: 'half', repeat: 2, values: { 'task.success': 0 } }),
      makeScoreRecord({ scenario: 'lost', values: { 'task.success': 0 } }),
    ],
    limit('task.success', { min: 0.9 }),
  );
  expect(report.results[0]?.breakers).toEqual([
    {
      scenario: 'lost',
      plan: 'none',
      value: 0,
      baseline: null,
      reasons: ['missing_call: "look_up" was expected and not called'],
    },
    {
      scenario: 'half',
      plan: 'none',
      value: 0.5,
      baseline: null,
      reasons: ['missing_call: "look_up" was expected and not called'],
    },
  ]);
  expect(report.results[0]?.rule).toBe('task.success at least 90 %');
});

it.each([
  {
    name: 'a metric that was judged nowhere',
    report: judge(
      makeScoreRecords('task.success', values(9, 0)),
      limit('recovery.handled', { min: 1 }),
    ),
  },
  { name: 'a run without trials', report: judge([], limit('task.success', { min: 0.9 })) },
  {
    name: 'only invalid trials',
    report: judge(
      makeScoreRecords('task.success', values(9, 0), { verdict: 'invalid' }),
      limit('task.success', { min: 0.9 }),
    ),
  },
  { name: 'no gate at all', report: judge(makeScoreRecords('task.success', values(9, 0))) },
  {
    name: 'a gate for a variant that did not run',
    report: judge(makeScoreRecords('task.success', values(9, 0)), {
      ...limit('task.success', { min: 0.5 }),
      variant: 'other',
    }),
  },
  {
    name: 'a gate for another suite only',
    report: judge(makeScoreRecords('task.success', values(9, 0)), {
      ...limit('task.success', { min: 0.5 }),
      suite: 'other',
    }),
  },
  {
    name: 'a margin without a baseline',
    report: judge(makeScoreRecords('task.success', values(9, 0)), margin('task.success')),
  },
  {
    name: 'a run that was interrupted',
    report: judgeGates(
      [
        toSide(makeScoreRecords('task.success', values(9, 0)), {
          refusals: [{ code: 'interrupted', text: 'Stopped' }],
        }),
      ],
      [limit('task.success', { min: 0.5 })],
      null,
    ),
  },
])('gates that measured nothing are exit 4: $name', ({ report }) => {
  expect([report.verdict, report.exitCode]).toEqual(['INVALID', 4]);
});

const run = { suite: 'made', mode: 'replay', manifestHash: 'abc' } as const;
const confused = (called: string, success: number): readonly ScoreRecord[] =>
  Array.from({ length: 20 }, (_, i) =>
    makeScoreRecord({
      scenario: `s${i + 1}`,
      values: { 'task.success': i < 9 ? success : 1 },
      facts: { confusion: [{ expected: 'close', called: i < 9 ? called : 'close' }] },
    }),
  );

it('compares a run with a baseline that was read from its file, and names scenarios and changed tool', () => {
  const accepted = toBaseline(run, [toSide(confused('close', 1))], ['task.success']);
  const parsed = parseBaseline(writeBaseline(accepted));
  if (!parsed.ok) throw new Error(parsed.error);
  expect(parsed.value).toEqual(accepted);
  const same = judgeGates([toSide(confused('close', 1))], [margin('task.success')], parsed.value);
  expect([same.verdict, same.results[0]?.breakers]).toEqual(['INCONCLUSIVE', []]);
  expect(same.results[0]?.sentence).toContain('59 clusters without a change would decide it');

  const now = toSide(confused('open', 0), {
    tools: [{ name: 'close', description: 'Ends things.', parameters: { type: 'object' } }],
  });
  const worse = judgeGates([now], [margin('task.success')], parsed.value);
  expect([worse.verdict, worse.exitCode]).toEqual(['REGRESSION', 1]);
  expect(
    worse.results[0]?.breakers.map(({ scenario, value, baseline }) => [scenario, value, baseline]),
  ).toEqual(Array.from({ length: 9 }, (_, i) => [`s${i + 1}`, 0, 1]));
  expect(worse.results[0]?.causes).toEqual([
    'tool "close": description changed; called where it was expected: 100 % before, 55 % now; moved: s1, s2, s3, s4, s5, s6, s7, s8, s9',
  ]);
});

it('adjusts p over the gates against the baseline, and not over limits', () => {
  const accepted = toBaseline(
    run,
    [toSide(confused('close', 1))],
    ['task.success', 'termination.clean'],
  );
  const report = judgeGates(
    [toSide(confused('open', 0))],
    [margin('task.success'), limit('task.success', { min: 0.1 })],
    accepted,
  );
  expect(report.results.map(({ rule, verdict }) => [rule, verdict])).toEqual([
    ['task.success at least 10 %', 'PASS'],
    ['task.success not worse than the accepted baseline by more than 5 points', 'REGRESSION'],
    ['recall of tool "close" not lost against the accepted baseline', 'REGRESSION'],
  ]);
  expect(report.comparisons[0]?.metrics[0]?.adjustedP).toBe(report.comparisons[0]?.metrics[0]?.p);
});

it('writes the same text whatever the order of the trials, a line each', () => {
  const records = confused('close', 1);
  const text = writeBaseline(toBaseline(run, [toSide(records)], ['task.success']));
  expect(writeBaseline(toBaseline(run, [toSide(records.toReversed())], ['task.success']))).toBe(
    text,
  );
  expect(text.split('\n').filter((line) => line.includes('"scenario"')).length).toBe(20);
});

const good = JSON.parse(
  writeBaseline(toBaseline(run, [toSide(confused('close', 1))], ['task.success'])),
) as Record<string, unknown>;

it.each([
  ['no JSON', '{', 'it is not JSON'],
  ['a summary', JSON.stringify({ schemaVersion: 1 }), 'it is not a baseline'],
  [
    'another version',
    JSON.stringify({ ...good, schemaVersion: 99 }),
    'expected schemaVersion 1, found 99',
  ],
  [
    'no suite',
    JSON.stringify({ ...good, suite: undefined }),
    '$.suite: expected a text, found nothing',
  ],
  [
    'no trials',
    JSON.stringify({ ...good, trials: [] }),
    '$.trials: expected a list with trials in it, found an empty list',
  ],
  [
    'no metrics',
    JSON.stringify({ ...good, metrics: [] }),
    '$.metrics: expected a list with metrics in it, found an empty list',
  ],
  [
    'an unknown metric',
    JSON.stringify({ ...good, metrics: ['x'] }),
    '$.metrics[0]: expected one of "task.success"',
  ],
  [
    'a trial of no variant',
    JSON.stringify({ ...good, variants: {} }),
    '$.trials[0].variant: expected one',
  ],
  [
    'a value that is no number',
    JSON.stringify(good).replace('{"task.success":1}', '{"task.success":"1"}'),
    '$.trials[0].values[\'task.success\']: expected a number or null, found "1"',
  ],
])('refuses a baseline: %s', (_name, text, error) => {
  const parsed = parseBaseline(text);
  expect(parsed.ok ? 'read' : parsed.error.slice(0, error.length)).toBe(error);
});

const withTranscripts = (records: readonly ScoreRecord[], last: string): ComparedRecords =>
  toSide(records, {
    transcripts: new Map(
      records.map(({ lane }, place) => [
        `${lane.scenario}/${lane.plan}/r${lane.repeat}`,
        place === 0 ? last : `digest-${place}`,
      ]),
    ),
  });

it('calls a run whose transcripts are those of the baseline identical, and it passes with any number of scenarios', () => {
  const records = makeScoreRecords('task.success', [1]);
  const accepted = toBaseline(run, [withTranscripts(records, 'same')], ['task.success']);
  const parsed = parseBaseline(writeBaseline(accepted));
  if (!parsed.ok) throw new Error(parsed.error);
  const judgeAs = (last: string): GateReport =>
    judgeGates([withTranscripts(records, last)], [margin('task.success')], parsed.value);
  const same = judgeAs('same');
  expect([same.verdict, same.comparisons[0]?.identical]).toEqual(['PASS', true]);
  const other = judgeAs('other');
  expect([other.verdict, other.exitCode, other.comparisons[0]?.identical]).toEqual([
    'INCONCLUSIVE',
    3,
    false,
  ]);
});

it('adjusts p over the gates of all variants', () => {
  const variants = ['a', 'b'].map((name) => ({
    before: toSide(confused('close', 1), { side: { ...toSide([]).side, name } }),
    now: toSide(confused('open', 0), { side: { ...toSide([]).side, name } }),
  }));
  const accepted = toBaseline(
    run,
    variants.map(({ before }) => before),
    ['task.success'],
  );
  // Records of this test are all of variant "a": each side brings its own.
  const { trials } = toBaseline(run, [toSide(confused('close', 1))], ['task.success']);
  const baseline = {
    ...accepted,
    trials: ['a', 'b'].flatMap((variant) => trials.map((trial) => ({ ...trial, variant }))),
  };
  const report = judgeGates(
    variants.map(({ now }) => now),
    [margin('task.success')],
    baseline,
  );
  expect(report.comparisons.map(({ metrics }) => [metrics[0]?.p, metrics[0]?.adjustedP])).toEqual([
    [2 ** -8, 2 ** -7],
    [2 ** -8, 2 ** -7],
  ]);
});

it('judges limits without a baseline, and leaves what needs one undecided', () => {
  const records = makeScoreRecords('task.success', values(9, 1));
  const judgeLimitOf = (min: number): GateReport =>
    judge(records, limit('task.success', { min }), margin('task.success'));
  const [held, broken] = [judgeLimitOf(0.9), judgeLimitOf(0.95)];
  expect([held.results.map(({ verdict }) => verdict), held.exitCode]).toEqual([
    ['PASS', 'INCONCLUSIVE'],
    3,
  ]);
  expect([broken.verdict, broken.exitCode]).toEqual(['FAIL', 1]);
  expect(held.results[1]?.sentence).toContain('There is no accepted baseline');
});

it('refuses a gate of a kind that it does not know', () => {
  const strange = { metric: 'task.success', suite: null, variant: null, kind: 'trend' };
  expect(() =>
    // Such a gate can only be made by hand.
    judge(
      makeScoreRecords('task.success', values(9, 0)),
      limit('task.success', { min: 0.5 }),
      strange as unknown as Gate,
    ),
  ).toThrow(
    'Cannot judge the gate on task.success: its kind is "trend"; expected "limit" or "margin"',
  );
});

it('tells failures that the baseline has too from new ones', () => {
  const before = makeScoreRecords('task.success', [0, 1, 1, 1], {});
  const now = makeScoreRecords('task.success', [0, 0, 1, 1], {});
  const accepted = toBaseline(run, [toSide(before)], ['task.success']);
  const report = judgeGates([toSide(now)], [margin('task.success')], accepted);
  const [known] = now;
  expect(report.knownFailures).toEqual([known === undefined ? '' : toLaneId(known.lane)]);
});
