import { expect, it } from 'vitest';

import type { MetricName } from '../../core/score/metric.ts';
import type { Gate } from '../../core/suite/gate.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { makeScoreRecord, makeScoreRecords } from '../../testing/score-records.ts';
import { compareScores } from '../compare-scores.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import { describeMargin, judgeMargin } from './judge-margin.ts';

type MarginGate = Gate & { readonly kind: 'margin' };

const gateOn = (metric: MetricName, margin = 0.05): MarginGate => ({
  metric,
  suite: null,
  variant: null,
  kind: 'margin',
  margin,
});

const runOf = (
  records: readonly ScoreRecord[],
  tools: ComparedRecords['tools'] = [],
): ComparedRecords => ({
  suite: 'made',
  side: { name: 'a', model: 'm', nature: 'real', about: null, toolset: 't', loop: 'l' },
  tools,
  records,
  refusals: [],
});

const judge = (gate: MarginGate, baseline: ComparedRecords, now: ComparedRecords) =>
  judgeMargin(
    gate,
    { now, baseline },
    compareScores(baseline, now, { by: 'variant', metrics: [gate.metric], margin: gate.margin }),
  );

const repeat = (value: number, count = 20): readonly number[] =>
  Array.from({ length: count }, () => value);

it('names the scenarios that lost, the worst first, where higher is better', () => {
  const before = runOf(makeScoreRecords('selection.f1', [...repeat(1, 12), 0.5, 0.5]));
  const after = [...repeat(0, 10), 0.5, 0.2, 1, 0.5];
  const result = judge(
    gateOn('selection.f1'),
    before,
    runOf(makeScoreRecords('selection.f1', after)),
  );
  expect(result.verdict).toBe('REGRESSION');
  // s13 got better, s14 is as before: neither speaks against the gate.
  expect(result.breakers.map(({ scenario }) => scenario).slice(-2)).toEqual(['s12', 's11']);
  expect(result.breakers.map(({ value, baseline }) => [value, baseline]).slice(-2)).toEqual([
    [0.2, 1],
    [0.5, 1],
  ]);
  expect(result.breakers.length).toBe(12);
});

it('names the scenarios that rose where lower is better', () => {
  const before = runOf(makeScoreRecords('safety.forbidden', [...repeat(0, 12), 1]));
  const after = runOf(makeScoreRecords('safety.forbidden', [...repeat(1, 11), 0, 0]));
  const result = judge(gateOn('safety.forbidden'), before, after);
  expect(result.verdict).toBe('REGRESSION');
  expect(result.breakers.map(({ value, baseline }) => [value, baseline])).toEqual(
    repeat(1, 11).map(() => [1, 0]),
  );
});

it('does not blame a scenario that the baseline does not have', () => {
  const before = runOf(makeScoreRecords('selection.f1', repeat(1)));
  const now = runOf([
    ...makeScoreRecords('selection.f1', repeat(0)),
    makeScoreRecord({ scenario: 'new', values: { 'selection.f1': 0 } }),
  ]);
  const { breakers } = judge(gateOn('selection.f1'), before, now);
  expect(breakers.length).toBe(20);
  expect(breakers.map(({ scenario }) => scenario)).not.toContain('new');
});

const mixed = (lost: number): readonly ScoreRecord[] =>
  makeScoreRecords(
    'selection.f1',
    Array.from({ length: 60 }, (_, place) => (place < lost ? 0 : 1)),
  );
const tool = (description: string) => [{ name: 'close', description, parameters: {} }] as const;

it('names neither scenarios nor causes where the gate holds, though something moved', () => {
  const [before, now] = [runOf(mixed(20), tool('Old.')), runOf(mixed(1), tool('New.'))];
  const result = judge(gateOn('selection.f1'), before, now);
  expect([result.verdict, result.breakers, result.causes]).toEqual(['PASS', [], []]);
  const worse = judge(gateOn('selection.f1'), now, before);
  expect([worse.verdict, worse.breakers.length, worse.causes]).toEqual([
    'REGRESSION',
    19,
    ['tool "close": description changed'],
  ]);
});

it('lists changed tools that moved most scenarios first, with what changed of each', () => {
  const called = (names: readonly string[], place: number): ScoreRecord =>
    makeScoreRecord({
      scenario: `s${place}`,
      values: { 'task.success': names.includes('wrong') ? 0 : 1 },
      facts: {
        confusion: names.map((name, index) => ({
          expected: index === 0 ? 'a' : 'b',
          called: name,
        })),
      },
    });
  const places = Array.from({ length: 10 }, (_, place) => place);
  const toolsOf = (text: string, type: string) => [
    { name: 'a', description: text, parameters: { type: 'object' } },
    { name: 'b', description: 'Fixed.', parameters: { type } },
    { name: 'c', description: text, parameters: { type } },
  ];
  const before = runOf(
    places.map((place) => called(['a', 'b'], place)),
    toolsOf('Old.', 'object'),
  );
  const now = runOf(
    places.map((place) => called([place < 2 ? 'wrong' : 'a', place < 8 ? 'wrong' : 'b'], place)),
    toolsOf('New.', 'array'),
  );
  expect(judge(gateOn('task.success'), before, now).causes).toEqual([
    'tool "b": parameters ($.type) changed; called where it was expected: 100 % before, 20 % now; moved: s0, s1, s2, s3, s4, s5, s6, s7',
    'tool "a": description changed; called where it was expected: 100 % before, 80 % now; moved: s0, s1',
    'tool "c": description and parameters ($.type) changed',
  ]);
});

it('a comparison that measured nothing makes its gates INVALID, with the reasons', () => {
  const before = runOf(makeScoreRecords('selection.f1', repeat(1)));
  const result = judge(gateOn('selection.f1'), before, runOf([]));
  expect([result.verdict, result.sentence]).toEqual(['INVALID', '"a" has no trials at all']);
});

it('a metric that the comparison does not have is INVALID', () => {
  const side = runOf(makeScoreRecords('task.success', repeat(1)));
  const comparison = compareScores(side, side, { by: 'variant', metrics: ['task.success'] });
  const sides = { now: side, baseline: side };
  expect(judgeMargin(gateOn('safety.obeyed'), sides, comparison)).toMatchObject({
    verdict: 'INVALID',
    sentence: 'safety.obeyed is not part of the comparison with the baseline',
  });
});

it('one reason is enough to be INVALID, though the metric was compared; each of several is given', () => {
  const side = runOf(makeScoreRecords('task.success', repeat(1)));
  const whole = compareScores(side, side, { by: 'variant', metrics: ['task.success'] });
  const sides = { now: side, baseline: side };
  const judgeWith = (...texts: readonly string[]) =>
    judgeMargin(gateOn('task.success'), sides, {
      ...whole,
      invalidReasons: texts.map((text) => ({ code: 'interrupted', text })),
    });
  expect(judgeWith('It ended early')).toMatchObject({
    verdict: 'INVALID',
    sentence: 'It ended early',
  });
  expect(judgeWith('It ended early', 'It cost too much').sentence).toBe(
    'It ended early. It cost too much',
  );
});

it('says what would decide an open gate', () => {
  const sides = [repeat(1, 4), [0, 1, 1, 1]].map((values) =>
    runOf(makeScoreRecords('task.success', values)),
  );
  const [before = runOf([]), now = before] = sides;
  const options = { by: 'variant', metrics: ['task.success'] } as const;
  const comparison = compareScores(before, now, options);
  const [metric] = comparison.metrics;
  expect(metric?.advice).toEqual(expect.any(String));
  const open = judgeMargin(gateOn('task.success'), { now, baseline: before }, comparison);
  expect([open.verdict, open.sentence]).toEqual([
    'INCONCLUSIVE',
    `${metric?.sentence}. ${metric?.advice}`,
  ]);
});

it.each([
  ['task.success', 0.05, '5 points'],
  ['task.success', 0.01, '1 point'],
  ['cost.input_tokens', 0.05, '5 %'],
  ['cost.model_ms', 0.1, '10 %'],
  ['cost.price', 0.2, '20 %'],
  ['termination.turns_over', 0.5, '0.5'],
] as const)('says its rule: %s by %d', (metric, margin, gap) => {
  expect(describeMargin(gateOn(metric, margin))).toBe(
    `${metric} not worse than the accepted baseline by more than ${gap}`,
  );
});

it('says that transcripts are the same only where they are', () => {
  const side = runOf(makeScoreRecords('task.success', [1, 1]));
  const options = { by: 'variant', metrics: ['task.success'] } as const;
  const keys = new Set(['s1/none/r1', 's2/none/r1']);
  const same = compareScores(side, side, {
    ...options,
    transcripts: { same: keys, divergences: new Map() },
  });
  const sides = { now: side, baseline: side };
  expect(judgeMargin(gateOn('task.success'), sides, same).sentence).toMatch(
    /^All 2 paired trials are as in the baseline, event by event\. task\.success is 100 %/u,
  );
  const open = compareScores(side, side, options);
  expect(judgeMargin(gateOn('task.success'), sides, open).sentence).toMatch(
    /^task\.success is 100 %/u,
  );
});

it.each([
  // metric, new trials' values, verdict, new scenarios that are named
  ['task.success', [0, 1, 0.5], 'INCONCLUSIVE', ['new1', 'new3']],
  ['task.success', [1, 1], 'PASS', []],
  ['effects.double', [1], 'INCONCLUSIVE', ['new1']],
  ['effects.double', [0], 'PASS', []],
  ['cost.output_tokens', [900], 'PASS', []],
  ['task.success', [null], 'PASS', []],
] as const)(
  'trials that the baseline does not have are no silent pass: %s %j is %s',
  (...[metric, values, verdict, named]) => {
    const best = metric === 'task.success' ? 1 : 0;
    const before = makeScoreRecords(metric, repeat(best, 80));
    const added = values.map((value, index) =>
      makeScoreRecord({ scenario: `new${index + 1}`, plan: 'lost', values: { [metric]: value } }),
    );
    const result = judge(gateOn(metric), runOf(before), runOf([...before, ...added]));
    expect(result.verdict).toBe(verdict);
    expect(result.breakers.map(({ scenario }) => scenario).toSorted()).toEqual(named);
    const judged = values.filter((value) => value !== null).length;
    expect(result.sentence.includes('not in the baseline')).toBe(judged > 0);
    expect(result.sentence.includes('toolrig baseline accept RUN')).toBe(named.length > 0);
  },
);

it('a regression stays one beside trials that the baseline does not have', () => {
  const before = makeScoreRecords('task.success', repeat(1));
  const now = [
    ...makeScoreRecords('task.success', repeat(0)),
    makeScoreRecord({ scenario: 'new', values: { 'task.success': 0 } }),
  ];
  const result = judge(gateOn('task.success'), runOf(before), runOf(now));
  expect(result.verdict).toBe('REGRESSION');
  expect(result.sentence).toContain('1 trial is not in the baseline and was not compared; 1 of');
});
