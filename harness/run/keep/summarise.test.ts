import { expect, it } from 'vitest';

import type { Score } from '../../core/score/score.ts';
import type { ScoreRecord, TrialOutcome, TrialRecord } from '../../core/trial/trial.ts';
import { SummaryFold } from './summarise.ts';

const finished: TrialOutcome = { status: 'finished', stopReason: 'answered' };

function add(
  fold: SummaryFold,
  scenario: string,
  { outcome = finished, ...part }: Partial<ScoreRecord> & { readonly outcome?: TrialOutcome } = {},
): void {
  const lane = { suite: 's', scenario, variant: 'v', plan: 'none', repeat: 1 };
  const trial: TrialRecord = {
    lane,
    cluster: scenario,
    outcome,
    tier: null,
    faults: part.faults ?? [],
    events: [],
  };
  fold.add(trial, {
    lane,
    cluster: scenario,
    verdict: 'passed',
    expectFail: null,
    scores: {},
    facts: null,
    faults: [],
    ...part,
  });
}

function sum(fold: SummaryFold): ReturnType<SummaryFold['toSummary']> {
  return fold.toSummary({
    suite: 's',
    mode: 'replay',
    variants: [],
    models: [],
    manifestHash: 'h',
  });
}

const score = (value: number | null): Score => ({
  value,
  count: value ?? 0,
  of: value === null ? 0 : 1,
  losses: [],
});

it('B140 what could not be judged is in no mean and no success, and is counted apart', () => {
  const fold = new SummaryFold();
  add(fold, 'one', { scores: { 'task.success': score(0.7) } });
  add(fold, 'two', { scores: { 'task.success': score(null) }, verdict: 'invalid' });
  const variant = {
    name: 'v',
    model: 'm',
    toolset: 't@1',
    systemPrompt: null,
    loop: 'reference',
    params: {},
    agent: null,
    isDefault: true,
  };
  // Only the names of a variant are read here.
  const summary = fold.toSummary({
    suite: 's',
    mode: 'replay',
    variants: [variant],
    models: [],
    manifestHash: 'h',
  });
  expect(summary.variants['v']?.scores['task.success']).toEqual({
    value: 0.7,
    count: 0.7,
    of: 1,
    unmeasured: 1,
  });
  expect([summary.passed, summary.invalid, summary.verdict, summary.exitCode]).toEqual([
    1,
    1,
    'INVALID',
    4,
  ]);
  expect(summary.invalidReasons.map((reason) => reason.code)).toEqual(['nothing_judged']);
});

it.each([
  ['nothing was planned', (): void => undefined, ['nothing_selected']],
  [
    'all was skipped',
    (fold: SummaryFold): void => {
      add(fold, 'one', {
        verdict: 'skipped',
        outcome: { status: 'skipped', code: 'unreachable', cause: 'x' },
      });
    },
    ['all_skipped'],
  ],
  [
    'a fault kind never struck',
    (fold: SummaryFold): void => {
      add(fold, 'one', {
        faults: [
          {
            name: 'f',
            kind: 'http',
            address: { on: 'model', turn: 1, attempt: 1 },
            fired: 0,
            noticed: false,
            handled: null,
          },
        ],
      });
    },
    ['fault_never_fired'],
  ],
  [
    'it was refused',
    (fold: SummaryFold): void => {
      add(fold, 'one', {});
      fold.refuse('interrupted', 'x');
    },
    ['interrupted'],
  ],
])('is INVALID when %s', (_, prepare, codes) => {
  const fold = new SummaryFold();
  prepare(fold);
  const summary = sum(fold);
  expect(summary.invalidReasons.map((reason) => reason.code)).toEqual(codes);
  expect([summary.verdict, summary.exitCode]).toEqual(['INVALID', 4]);
});

it('groups trials that are invalid for one cause and names their lanes', () => {
  const fold = new SummaryFold();
  const miss = (cause: string): TrialOutcome => ({
    status: 'invalid',
    code: 'cassette_changed',
    cause,
    detail: ['tool.x.description: recorded a, now b'],
  });
  add(fold, 'one', { verdict: 'invalid', outcome: miss('Cannot replay lane one') });
  add(fold, 'two', { verdict: 'invalid', outcome: miss('Cannot replay lane two') });
  expect(sum(fold).invalidReasons).toMatchObject([
    { lanes: ['s/one/v/none/r1', 's/two/v/none/r1'] },
  ]);
});

it('an expected failure that passed is reported as such', () => {
  const fold = new SummaryFold();
  add(fold, 'one', {
    verdict: 'failed',
    expectFail: 'known bug',
    scores: { 'task.success': score(1) },
  });
  expect(sum(fold).failures).toMatchObject([
    { code: 'unexpected_pass', text: 'Expected to fail (known bug) but passed' },
  ]);
});

it('a fault of a named plan must strike somewhere, not everywhere', () => {
  const place = {
    kind: 'http',
    address: { on: 'model', turn: 1, attempt: 1 },
    noticed: true,
    handled: true,
  } as const;
  const add3 = (fired: readonly [number, number]): SummaryFold => {
    const fold = new SummaryFold(['mine']);
    for (const [index, count] of fired.entries()) {
      const lane = { suite: 's', scenario: `n${index}`, variant: 'v', plan: 'mine', repeat: 1 };
      const faults = [
        { ...place, name: 'f', fired: count },
        { ...place, name: 'g', fired: 1 },
      ];
      const outcome: TrialOutcome =
        count > 0
          ? finished
          : { status: 'skipped', code: 'unreachable', cause: 'Fault "f" never struck' };
      const scored: ScoreRecord = {
        lane,
        cluster: 'c',
        verdict: count > 0 ? 'passed' : 'skipped',
        expectFail: null,
        scores: {},
        facts: null,
        faults,
      };
      fold.add({ lane, cluster: 'c', outcome, tier: null, faults, events: [] }, scored);
    }
    return fold;
  };
  expect(sum(add3([1, 0])).verdict).toBe('PASS');
  expect(sum(add3([1, 0])).skips).toEqual([
    { code: 'unreachable', text: 'Fault "f" never struck', lanes: ['s/n1/v/mine/r1'] },
  ]);
  expect(sum(add3([0, 0])).invalidReasons.map((reason) => reason.code)).toEqual([
    'all_skipped',
    'fault_not_reached',
  ]);
});
