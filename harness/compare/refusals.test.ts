import { expect, it } from 'vitest';

import type { ScoreRecord } from '../core/trial/trial.ts';
import { makeScoreRecord, makeScoreRecords } from '../testing/score-records.ts';
import { compareScores, type CompareOptions } from './compare-scores.ts';
import type { ComparedRecords } from './pair/compared-records.ts';

interface Way {
  readonly code: string;
  readonly baseline: readonly ScoreRecord[];
  readonly candidate: readonly ScoreRecord[];
  readonly options?: Partial<CompareOptions>;
  readonly refusals?: ComparedRecords['refusals'];
}

const ten = Array.from({ length: 10 }, () => 1);
const good = makeScoreRecords('task.success', ten);
const mark = (
  records: readonly ScoreRecord[],
  verdict: ScoreRecord['verdict'],
): readonly ScoreRecord[] =>
  records.map((record) => ({ ...record, verdict, scores: {}, facts: null }));
const elsewhere = good.map((record) => ({
  ...record,
  lane: { ...record.lane, scenario: `other-${record.lane.scenario}` },
}));
const unjudged = makeScoreRecords(
  'task.success',
  ten.map(() => null),
);
const withF1 = (value: number | null): readonly ScoreRecord[] =>
  makeScoreRecords(
    'selection.f1',
    ten.map(() => value),
  );

const twice = [...good, ...makeScoreRecords('task.success', ten, { repeat: 2 })];
const halfInvalid = [
  ...good,
  ...mark(makeScoreRecords('task.success', ten, { repeat: 2 }), 'invalid'),
];
const faulted = makeScoreRecords('task.success', ten, { plan: 'standard/http@model.1' });
const broken = (value: number): readonly ScoreRecord[] =>
  makeScoreRecords(
    'task.success',
    ten.map(() => value),
  );
const refused = (code: string): Way => ({
  code,
  baseline: good,
  candidate: good,
  refusals: [{ code, text: `The run says ${code}` }],
});

const ways: readonly Way[] = [
  { code: 'no_trials', baseline: [], candidate: [] },
  { code: 'no_trials', baseline: [], candidate: good },
  { code: 'no_trials', baseline: good, candidate: [] },
  { code: 'all_skipped', baseline: mark(good, 'skipped'), candidate: mark(good, 'skipped') },
  { code: 'no_common_trial', baseline: good, candidate: mark(good, 'skipped') },
  { code: 'all_invalid', baseline: good, candidate: mark(good, 'invalid') },
  { code: 'all_invalid', baseline: mark(good, 'invalid'), candidate: good },
  { code: 'no_common_scenario', baseline: good, candidate: elsewhere },
  {
    code: 'no_common_trial',
    baseline: good,
    candidate: makeScoreRecords('task.success', ten, { repeat: 2 }),
  },
  { code: 'no_common_trial', baseline: good, candidate: faulted },
  { code: 'coverage_too_small', baseline: good, candidate: good.slice(0, 7) },
  { code: 'coverage_too_small', baseline: good.slice(0, 7), candidate: good },
  { code: 'too_many_invalid', baseline: twice, candidate: halfInvalid },
  { code: 'doubled_trials', baseline: [...good, makeScoreRecord()], candidate: good },
  { code: 'nothing_judged', baseline: unjudged, candidate: unjudged },
  { code: 'nothing_judged', baseline: good, candidate: good, options: { metrics: [] } },
  { code: 'judged_on_one_side', baseline: withF1(1), candidate: withF1(null) },
  { code: 'judged_on_one_side', baseline: withF1(null), candidate: withF1(1) },
  {
    code: 'metric_not_judged',
    baseline: good,
    candidate: good,
    options: { metrics: ['task.success', 'recovery.handled'] },
  },
  { code: 'not_finite', baseline: good, candidate: broken(Number.NaN) },
  { code: 'not_finite', baseline: good, candidate: broken(Infinity) },
  refused('interrupted'),
  refused('budget_cut'),
  refused('fault_never_fired'),
];

it.each(ways)(
  'measures nothing: $code is exit 4',
  ({ code, baseline, candidate, options = {}, refusals = [] }) => {
    const side = {
      name: 'a',
      model: 'm',
      nature: 'real',
      about: null,
      toolset: 't',
      loop: 'l',
    } as const;
    const comparison = compareScores(
      { suite: 'made', side, tools: [], records: baseline, refusals: [] },
      { suite: 'made', side, tools: [], records: candidate, refusals },
      { by: 'variant', ...options },
    );
    expect([comparison.verdict, comparison.exitCode]).toEqual(['INVALID', 4]);
    expect(comparison.invalidReasons.map((reason) => reason.code)).toEqual([code]);
    expect(comparison.sentence).toContain(comparison.invalidReasons[0]?.text ?? 'a reason');
  },
);

it('is a verdict, not a refusal, when a candidate that calls nothing has no arguments to judge', () => {
  const side = (f1: number, valid: number | null): readonly ScoreRecord[] =>
    ten.map((_, i) =>
      makeScoreRecord({
        scenario: `s${i}`,
        values: { 'task.success': f1, 'selection.f1': f1, 'arguments.valid_first': valid },
      }),
    );
  const named = {
    name: 'a',
    model: 'm',
    nature: 'real',
    about: null,
    toolset: 't',
    loop: 'l',
  } as const;
  const toSide = (records: readonly ScoreRecord[]): ComparedRecords => ({
    suite: 'made',
    side: named,
    tools: [],
    records,
    refusals: [],
  });
  const comparison = compareScores(toSide(side(1, 1)), toSide(side(0, null)), { by: 'variant' });
  expect([comparison.verdict, comparison.exitCode]).toEqual(['REGRESSION', 1]);
});
