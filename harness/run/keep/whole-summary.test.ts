import { expect, it } from 'vitest';

import type { Score } from '../../core/score/score.ts';
import type { ScoreRecord, TrialOutcome, TrialRecord } from '../../core/trial/trial.ts';
import { SummaryFold } from './summarise.ts';

const finished: TrialOutcome = { status: 'finished', stopReason: 'answered' };

function sum(fold: SummaryFold): ReturnType<SummaryFold['toSummary']> {
  return fold.toSummary({
    suite: 's',
    mode: 'replay',
    variants: [],
    models: [],
    manifestHash: 'h',
  });
}

const score = (value: number): Score => ({ value, count: value, of: 1, losses: [] });

type Trial = Partial<Omit<TrialRecord, 'lane' | 'events'>> & {
  readonly scenario: string;
  readonly variant?: string;
  readonly plan?: string;
  readonly guards?: readonly string[];
  readonly verdict?: ScoreRecord['verdict'];
  readonly scores?: ScoreRecord['scores'];
};

function addTrial(fold: SummaryFold, trial: Trial): void {
  const { scenario, variant = 'v', plan = 'none', guards = [], faults = [], scores = {} } = trial;
  const lane = { suite: 's', scenario, variant, plan, repeat: 1 };
  const { outcome = finished, tier = null, watched } = trial;
  const verdict = trial.verdict ?? (outcome.status === 'finished' ? 'passed' : outcome.status);
  const events = guards.map((guard, seq) => ({
    type: 'guard' as const,
    guard,
    text: `Text of ${guard}`,
    seq,
    atMs: 0,
  }));
  fold.add(
    {
      lane,
      cluster: scenario,
      outcome,
      tier,
      faults,
      events,
      ...(watched === undefined ? {} : { watched }),
    },
    { lane, cluster: scenario, verdict, expectFail: null, scores, facts: null, faults },
  );
}

const faultOf = (
  kind: string,
  fired: number,
  more: {
    readonly noticed?: boolean;
    readonly handled?: boolean | null;
    readonly name?: string;
  } = {},
): TrialRecord['faults'][number] => ({
  name: more.name ?? 'f',
  kind,
  address: { on: 'model', turn: 1, attempt: 1 },
  fired,
  noticed: more.noticed ?? false,
  handled: more.handled ?? null,
});

const unreachable: TrialOutcome = { status: 'skipped', code: 'unreachable', cause: 'No place' };
const variantOf = (name: string, model: string) => ({ name, model, toolset: 't@1', loop: 'l' });

it('a summary holds the counts of the run, of each variant and of each kind of fault', () => {
  const fold = new SummaryFold();
  const loss = { code: 'missing_call', event: null, text: 'Not called' };
  addTrial(fold, {
    scenario: 'a',
    scores: { 'task.success': score(1), 'cost.tokens': score(0.1) },
  });
  addTrial(fold, {
    scenario: 'b',
    verdict: 'failed',
    faults: [
      faultOf('http', 1, { noticed: true, handled: true }),
      faultOf('empty', 2, { noticed: true, handled: false }),
    ],
    scores: {
      'task.success': { value: 0, count: 0.1, of: 0.2, losses: [loss, { ...loss, code: 'x' }] },
    },
  });
  addTrial(fold, { scenario: 'c', variant: 'w', verdict: 'failed' });
  addTrial(fold, {
    scenario: 'd',
    variant: 'w',
    outcome: unreachable,
    faults: [faultOf('http', 0)],
    scores: { 'task.success': score(0) },
  });
  addTrial(fold, {
    scenario: 'e',
    variant: 'w',
    outcome: { status: 'invalid', code: 'provider_error', cause: 'Gone', detail: ['why', 'how'] },
  });
  fold.refuse('interrupted', 'x');
  const counts = { planned: 0, passed: 0, failed: 0, invalid: 0, skipped: 0 };
  const faults = { planned: 1, fired: 1, noticed: 1, handled: 0, unreachable: 0 };
  expect(
    fold.toSummary({
      suite: 's',
      mode: 'live',
      variants: [variantOf('v', 'm'), variantOf('w', 'n'), variantOf('x', 'm')],
      models: [{ name: 'm', nature: 'scripted', about: 'Plays' }],
      manifestHash: 'h',
      metrics: [],
    }),
  ).toEqual({
    schemaVersion: 1,
    suite: 's',
    mode: 'live',
    planned: 5,
    passed: 1,
    failed: 2,
    invalid: 1,
    skipped: 1,
    verdict: 'INVALID',
    exitCode: 4,
    faults: { planned: 3, fired: 2, noticed: 2, handled: 1, unreachable: 1 },
    faultKinds: { empty: faults, http: { ...faults, planned: 2, handled: 1, unreachable: 1 } },
    variants: {
      v: {
        ...variantOf('v', 'm'),
        name: undefined,
        nature: 'scripted',
        about: 'Plays',
        ...counts,
        planned: 2,
        passed: 1,
        failed: 1,
        scores: {
          'cost.tokens': { value: 0.1, count: 0.1, of: 1, unmeasured: 0 },
          'task.success': { value: 0.5, count: 1.1, of: 1.2, unmeasured: 0 },
        },
      },
      w: {
        ...variantOf('w', 'n'),
        name: undefined,
        nature: 'real',
        about: null,
        ...counts,
        planned: 3,
        failed: 1,
        invalid: 1,
        skipped: 1,
        scores: {},
      },
      x: {
        ...variantOf('x', 'm'),
        name: undefined,
        nature: 'scripted',
        about: 'Plays',
        ...counts,
        scores: {},
      },
    },
    invalidReasons: [
      { code: 'provider_error', text: 'Gone\nwhy\nhow', lanes: ['s/e/w/none/r1'] },
      { code: 'interrupted', text: 'x', lanes: [] },
    ],
    skips: [{ code: 'unreachable', text: 'No place', lanes: ['s/d/w/none/r1'] }],
    failures: [
      {
        lane: 's/b/v/none/r1',
        metric: 'task.success',
        code: 'missing_call',
        text: 'Not called',
      },
      { lane: 's/b/v/none/r1', metric: 'task.success', code: 'x', text: 'Not called' },
      { lane: 's/c/w/none/r1', metric: 'task.success', code: 'unexpected_pass', text: 'failed' },
    ],
    manifestHash: 'h',
  });
});

it('kinds of faults and metrics are sorted by name, and means are rounded', () => {
  const fold = new SummaryFold();
  const third = { ...score(1), count: 1 / 3, of: 2 / 3 };
  const faults = [faultOf('z', 1), faultOf('a', 1), faultOf('m', 1)];
  for (const value of [1, 0, 0]) {
    const scores = { 'task.success': { ...third, value }, 'effects.half_batch': score(value) };
    addTrial(fold, { scenario: `s${value}`, faults, scores });
  }
  const summary = fold.toSummary({
    suite: 's',
    mode: 'replay',
    variants: [variantOf('v', 'm')],
    models: [],
    manifestHash: 'h',
    metrics: [{ name: 'own', unit: 'share', better: 'higher' } as never],
  });
  expect(Object.keys(summary.faultKinds)).toEqual(['a', 'm', 'z']);
  expect(Object.keys(summary.variants['v']?.scores ?? {})).toEqual([
    'effects.half_batch',
    'task.success',
  ]);
  expect(summary.variants['v']?.scores['task.success']).toEqual({
    value: 0.333333333,
    count: 1,
    of: 2,
    unmeasured: 0,
  });
  expect(summary.metrics).toEqual([{ name: 'own', unit: 'share', better: 'higher' }]);
  expect([summary.verdict, summary.exitCode, summary.warnings]).toEqual(['PASS', 0, undefined]);
});

it('one failure makes the run FAIL with exit code 1', () => {
  const fold = new SummaryFold();
  addTrial(fold, { scenario: 'a' });
  addTrial(fold, { scenario: 'b', verdict: 'failed' });
  expect([sum(fold).verdict, sum(fold).exitCode]).toEqual(['FAIL', 1]);
});

it.each<[string, Omit<Trial, 'scenario'>, readonly string[]]>([
  ['a drift', { tier: 'loose' }, ['replayed_under_drift']],
  ['an exact replay', { tier: 'exact' }, []],
  ['a drift of a trial that did not finish', { tier: 'loose', outcome: unreachable }, []],
  ['an agent that runs its tools', { watched: 'model' }, ['model_boundary_only']],
  ['one that did not finish', { watched: 'model', outcome: unreachable }, []],
  [
    'guards that people are to see',
    {
      guards: [
        'script_unused',
        'recording_unused',
        'real_time',
        'handler_threw',
        'handler_unsettled',
        'unsafe_integer',
      ],
    },
    [
      'script_unused',
      'recording_unused',
      'real_time',
      'handler_threw',
      'handler_unsettled',
      'unsafe_integer',
    ],
  ],
  ['a guard of the loop', { guards: ['max_calls'] }, []],
])('%s is warned of or not', (_name, trial, codes) => {
  const fold = new SummaryFold();
  addTrial(fold, { scenario: 'a', ...trial });
  addTrial(fold, { scenario: 'b', ...trial });
  const warnings = sum(fold).warnings ?? [];
  expect(warnings.map(({ code }) => code)).toEqual(codes);
  for (const { lanes } of warnings) expect(lanes).toEqual(['s/a/v/none/r1', 's/b/v/none/r1']);
});

it.each<[string, readonly Trial[], readonly string[]]>([
  [
    'strikes elsewhere',
    [
      { scenario: 'a', faults: [faultOf('k', 0)] },
      { scenario: 'b', faults: [faultOf('k', 1)] },
    ],
    [],
  ],
  [
    'has no place in any conversation',
    [{ scenario: 'a', faults: [faultOf('k', 0)] }],
    ['fault_never_fired'],
  ],
  [
    'comes after another that struck',
    [{ scenario: 'a', faults: [faultOf('k', 0), faultOf('other', 1)] }],
    [],
  ],
  [
    'is of a trial that was left out for another reason',
    [
      { scenario: 'a' },
      {
        scenario: 'b',
        outcome: { status: 'skipped', code: 'broken_without_fault', cause: 'x' },
        faults: [faultOf('k', 0)],
      },
    ],
    [],
  ],
  [
    'is of a trial that could not be reached',
    [{ scenario: 'a' }, { scenario: 'b', outcome: unreachable, faults: [faultOf('k', 0)] }],
    ['fault_never_fired'],
  ],
])('a kind of fault that %s', (_name, trials, codes) => {
  const fold = new SummaryFold();
  for (const trial of trials) addTrial(fold, trial);
  expect(sum(fold).invalidReasons.map(({ code }) => code)).toEqual(codes);
});

it('a fault that was asked for by name must strike in a plan of that name', () => {
  const run = (plan: string, fired: number): readonly string[] => {
    const fold = new SummaryFold([], ['standard.http@*', 'standard.empty@*']);
    addTrial(fold, { scenario: 'a', plan: 'standard.empty@model.1', faults: [faultOf('e', 1)] });
    addTrial(fold, { scenario: 'b', plan, faults: [faultOf('k', fired), faultOf('e', 1)] });
    addTrial(fold, { scenario: 'c', plan, faults: [faultOf('k', 0)] });
    return sum(fold).invalidReasons.map(({ code, text }) => `${code}: ${text.slice(0, 24)}`);
  };
  expect(run('standard.http@model.1', 1)).toEqual([]);
  expect(run('other', 1)).toEqual(['fault_not_reached: Fault "standard.http@*" ']);
});

it.each<[TrialOutcome, string, string]>([
  [finished, 'nothing_judged', 'Nothing that the scenario requires could be judged'],
  [
    { status: 'finished', stopReason: 'cancelled' },
    'cancelled',
    'The trial stops before its end, so it has no verdict',
  ],
])('a trial without a verdict that ended as %j is invalid for %s', (outcome, code, text) => {
  const fold = new SummaryFold();
  addTrial(fold, { scenario: 'a', outcome, verdict: 'invalid' });
  expect(sum(fold).invalidReasons).toEqual([{ code, text, lanes: ['s/a/v/none/r1'] }]);
});
