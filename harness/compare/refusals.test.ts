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

const made = {
  name: 'a',
  model: 'm',
  nature: 'real',
  about: null,
  toolset: 't',
  loop: 'l',
} as const;
const codesOf = (
  baseline: readonly ScoreRecord[],
  candidate: readonly ScoreRecord[],
  minCoverage?: number,
): readonly string[] => {
  const toRecords = (records: readonly ScoreRecord[]): ComparedRecords => ({
    suite: 'made',
    side: made,
    tools: [],
    records,
    refusals: [],
  });
  const options = minCoverage === undefined ? {} : { minCoverage };
  const compared = compareScores(toRecords(baseline), toRecords(candidate), {
    by: 'variant',
    ...options,
  });
  return compared.invalidReasons.map(({ code }) => code);
};
it('says on which side a metric was judged, and on which it was not', () => {
  const textOf = (before: number | null, after: number | null): string | undefined => {
    const sides = [before, after].map((value) => ({
      suite: 'made',
      side: made,
      tools: [],
      records: withF1(value),
      refusals: [],
    }));
    const [first, second] = sides;
    if (first === undefined || second === undefined) throw new Error('no sides');
    return compareScores(first, second, { by: 'variant' }).invalidReasons[0]?.text;
  };
  expect([textOf(1, null), textOf(null, 1)]).toEqual([
    'selection.f1 was judged on the side of the baseline and nowhere on that of the candidate',
    'selection.f1 was judged on the side of the candidate and nowhere on that of the baseline',
  ]);
});

it('is identical where all scores are, what was not judged included, and never where nothing was paired', () => {
  const isIdentical = (before: number | null, after: number | null, more: object = {}): boolean => {
    const toRecords = (value: number | null, trial: object): ComparedRecords => ({
      suite: 'made',
      side: made,
      tools: [],
      records: [makeScoreRecord({ values: { 'selection.f1': value }, ...trial })],
      refusals: [],
    });
    const transcripts = { same: new Set(['s1/none/r1']), divergences: new Map() };
    return compareScores(toRecords(before, {}), toRecords(after, more), {
      by: 'variant',
      transcripts,
    }).identical;
  };
  expect([isIdentical(1, 1), isIdentical(null, null)]).toEqual([true, true]);
  expect([isIdentical(null, 0), isIdentical(0, null), isIdentical(1, 0.5)]).toEqual([
    false,
    false,
    false,
  ]);
  expect(isIdentical(1, 1, { verdict: 'failed' })).toBe(false);
  expect(isIdentical(1, 1, { scenario: 's2' })).toBe(false);
});

const many = (count: number): readonly ScoreRecord[] =>
  makeScoreRecords(
    'task.success',
    Array.from({ length: count }, () => 1),
  );

it.each([
  { common: 8, of: 10, share: undefined, refused: false },
  { common: 7, of: 10, share: undefined, refused: true },
  { common: 4, of: 5, share: 0.8, refused: false },
  { common: 11, of: 20, share: 0.55, refused: false },
  { common: 10, of: 20, share: 0.55, refused: true },
  { common: 20, of: 20, share: 1, refused: false },
  { common: 19, of: 20, share: 1, refused: true },
  { common: 1, of: 20, share: 0, refused: false },
])('the share that both sides must have is enough: $common of $of at $share', (row) => {
  const { common, of, share, refused: isRefused } = row;
  const [all, some] = [many(of), many(of).slice(0, common)];
  const wanted = isRefused ? ['coverage_too_small'] : [];
  expect(codesOf(all, some, share)).toEqual(wanted);
  expect(codesOf(some, all, share)).toEqual(wanted);
  const repeats = many(of).map((record, place) => ({
    ...record,
    lane: { ...record.lane, scenario: 's1', repeat: place + 1 },
  }));
  const half = [...repeats.slice(0, common), ...mark(repeats.slice(common), 'invalid')];
  expect(codesOf(repeats, half, share)).toEqual(isRefused ? ['too_many_invalid'] : []);
});

it.each([
  { values: { 'selection.precision': 1.0001 }, damaged: true },
  { values: { 'selection.precision': -0.0001 }, damaged: true },
  { values: { 'selection.precision': 1 }, damaged: false },
  { values: { 'selection.precision': 0 }, damaged: false },
  { values: { 'cost.input_tokens': -1 }, damaged: true },
  { values: { 'cost.input_tokens': 5000 }, damaged: false },
  { values: { 'termination.turns_over': 3 }, damaged: false },
  { values: { 'effects.weighted': -1 }, damaged: true },
] as const)(
  'scores outside of what their metric can be are damage: $values',
  ({ values, damaged }) => {
    const odd = many(10).map((record, place) =>
      place === 3 ? makeScoreRecord({ scenario: record.lane.scenario, values }) : record,
    );
    expect(codesOf(odd, many(10))).toEqual(damaged ? ['damaged_scores'] : []);
    expect(codesOf(many(10), odd)).toEqual(damaged ? ['damaged_scores'] : []);
  },
);

it('says why trials could not be measured, where the runs know', () => {
  const side = {
    name: 'a',
    model: 'm',
    nature: 'real',
    about: null,
    toolset: 't',
    loop: 'l',
  } as const;
  const shared = { suite: 'made', side, tools: [], refusals: [] };
  const { invalidReasons } = compareScores(
    { ...shared, records: mark(good, 'invalid'), causes: ['suite_reply: no reply', 'other: x'] },
    { ...shared, records: good },
    { by: 'variant' },
  );
  expect(invalidReasons).toEqual([
    {
      code: 'all_invalid',
      text: expect.stringMatching(/on both\. suite_reply: no reply$/u) as string,
    },
  ]);
});

const tone = {
  name: 'tone.polite',
  label: 'polite',
  better: 'higher',
  unit: 'share',
  meaning: 'The answer is polite.',
} as const;
const toneTen = makeScoreRecords('tone.polite', ten);

it.each([
  { name: 'only the baseline has it', before: [tone], after: [], codes: ['metric_missing'] },
  { name: 'both have it', before: [tone], after: [tone], codes: [] },
  { name: 'only the candidate has it', before: [], after: [tone], codes: [] },
  {
    name: 'only the baseline has it, and other metrics decide by name',
    before: [tone],
    after: [],
    metrics: ['task.success'] as const,
    codes: [],
  },
])('a metric of a team itself: $name', ({ before, after, metrics, codes }) => {
  const [baseline, candidate] = [before, after].map((own) => ({
    suite: 'made',
    side: made,
    tools: [],
    records: own.length === 0 ? good : toneTen,
    refusals: [],
    own,
  }));
  if (baseline === undefined || candidate === undefined) throw new Error('no sides');
  const options = metrics === undefined ? {} : { metrics };
  const { invalidReasons } = compareScores(baseline, candidate, { by: 'variant', ...options });
  expect(invalidReasons.map(({ code }) => code)).toEqual(codes);
  for (const { text } of invalidReasons) {
    expect(text).toContain('The candidate lacks the metric tone.polite, which the baseline has');
  }
});
