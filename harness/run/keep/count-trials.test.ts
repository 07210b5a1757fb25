import { expect, it } from 'vitest';

import type { FaultRecord } from '../../core/suite/fault.ts';
import type { Score } from '../../core/score/score.ts';
import type { EventBody, ReplayTier } from '../../core/trial/transcript.ts';
import type { ScoreRecord, TrialOutcome } from '../../core/trial/trial.ts';
import { SummaryFold } from './summarise.ts';

const finished: TrialOutcome = { status: 'finished', stopReason: 'answered' };

interface Added {
  readonly scenario?: string;
  readonly variant?: string;
  readonly plan?: string;
  readonly outcome?: TrialOutcome;
  readonly tier?: ReplayTier | null;
  readonly verdict?: ScoreRecord['verdict'];
  readonly scores?: ScoreRecord['scores'];
  readonly faults?: readonly FaultRecord[];
  readonly events?: readonly EventBody[];
}

function addTo(fold: SummaryFold, trial: Added): void {
  const { scenario = 'one', variant = 'v', plan = 'none', faults = [] } = trial;
  const lane = { suite: 's', scenario, variant, plan, repeat: 1 };
  const events = (trial.events ?? []).map((event, seq) => ({ ...event, seq, atMs: 0 }));
  const { outcome = finished, tier = null, scores = {}, verdict = 'passed' } = trial;
  fold.add(
    { lane, cluster: scenario, outcome, tier, faults, events },
    { lane, cluster: scenario, expectFail: null, verdict, scores, facts: null, faults },
  );
}

function sum(trials: readonly Added[], plans: readonly string[] = []) {
  const fold = new SummaryFold(plans);
  for (const trial of trials) addTo(fold, trial);
  return fold.toSummary({
    suite: 's',
    mode: 'replay',
    variants: ['v', 'w'].map((name) => ({ name, model: name, toolset: 't@1', loop: 'l' })),
    models: [{ name: 'v', nature: 'scripted', about: 'A puppet' }],
    manifestHash: 'h',
  });
}

const score = (value: number | null, count = value ?? 0, of = value === null ? 0 : 1): Score => ({
  value,
  count,
  of,
  losses: [],
});
const skipped = (code: string): TrialOutcome => ({ status: 'skipped', code, cause: 'x' });
const invalid: TrialOutcome = {
  status: 'invalid',
  code: 'provider_error',
  cause: 'Gone',
  detail: [],
};

it('counts trials by verdict, over all and by variant', () => {
  const summary = sum([
    {},
    { verdict: 'failed' },
    { verdict: 'invalid', outcome: invalid },
    { variant: 'w', verdict: 'skipped', outcome: skipped('unreachable') },
    { variant: 'w', verdict: 'failed' },
  ]);
  const counts = ({
    planned,
    passed,
    failed,
    ...rest
  }: (typeof summary.variants)[string] | typeof summary) => [
    planned,
    passed,
    failed,
    rest.invalid,
    rest.skipped,
  ];
  expect(counts(summary)).toEqual([5, 1, 2, 1, 1]);
  expect(['v', 'w'].map((name) => counts(summary.variants[name] ?? summary))).toEqual([
    [3, 1, 1, 1, 0],
    [2, 0, 1, 0, 1],
  ]);
});

it.each([
  { name: 'all passed', trials: [{}], verdict: 'PASS', exitCode: 0 },
  { name: 'one failed', trials: [{}, { verdict: 'failed' }], verdict: 'FAIL', exitCode: 1 },
  {
    name: 'one failed and one is invalid',
    trials: [{ verdict: 'failed' }, { verdict: 'invalid', outcome: invalid }],
    verdict: 'INVALID',
    exitCode: 4,
  },
  {
    name: 'one passed and one is skipped',
    trials: [{}, { verdict: 'skipped', outcome: skipped('unreachable') }],
    verdict: 'PASS',
    exitCode: 0,
  },
] as const)('$name: $verdict', ({ trials, verdict, exitCode }) => {
  const summary = sum(trials);
  expect([summary.verdict, summary.exitCode]).toEqual([verdict, exitCode]);
});

it('says of each variant what its model is; one that is not known is real', () => {
  const { variants } = sum([{}]);
  expect([variants['v']?.nature, variants['v']?.about]).toEqual(['scripted', 'A puppet']);
  expect([variants['w']?.nature, variants['w']?.about]).toEqual(['real', null]);
});

it('counts what could not be judged of each metric, and takes none of it for 0', () => {
  const { variants } = sum([
    { scores: { 'selection.f1': score(1), 'effects.double': score(null) } },
    { scores: { 'selection.f1': score(0.5, 2, 4), 'effects.double': score(null) } },
    { scores: { 'selection.f1': score(null) } },
    { verdict: 'skipped', outcome: skipped('unreachable'), scores: { 'selection.f1': score(0) } },
  ]);
  expect(variants['v']?.scores).toEqual({
    'effects.double': { value: null, count: 0, of: 0, unmeasured: 2 },
    'selection.f1': { value: 0.75, count: 3, of: 5, unmeasured: 1 },
  });
  expect(Object.keys(variants['v']?.scores ?? {})).toEqual(['effects.double', 'selection.f1']);
});

const guard = (name: string): EventBody => ({ type: 'guard', guard: name, text: `About ${name}` });

it.each([
  { name: 'script_unused', warns: true },
  { name: 'recording_unused', warns: true },
  { name: 'real_time', warns: true },
  { name: 'handler_threw', warns: true },
  { name: 'handler_unsettled', warns: true },
  { name: 'unsafe_integer', warns: true },
  { name: 'call_budget', warns: false },
])('a guard that people should see is a warning: $name', ({ name, warns }) => {
  const { warnings } = sum([{ events: [{ type: 'user', text: 'x' }, guard(name)] }]);
  expect(warnings).toEqual(
    warns ? [{ code: name, text: `About ${name}`, lanes: ['s/one/v/none/r1'] }] : undefined,
  );
});

it.each([
  { tier: null, outcome: finished, warns: false },
  { tier: 'exact', outcome: finished, warns: false },
  { tier: 'allowed', outcome: finished, warns: true },
  { tier: 'loose', outcome: finished, warns: true },
  { tier: 'position', outcome: finished, warns: true },
  { tier: 'loose', outcome: invalid, warns: false },
] as const)(
  'a replay under drift is a warning: $tier, $outcome.status',
  ({ tier, outcome, warns }) => {
    const verdict = outcome.status === 'invalid' ? 'invalid' : 'passed';
    const { warnings = [] } = sum([{ tier, outcome, verdict }]);
    expect(warnings.map(({ code }) => code)).toEqual(warns ? ['replayed_under_drift'] : []);
  },
);

const fault = (more: Partial<FaultRecord>): FaultRecord => ({
  name: 'f',
  kind: 'http',
  address: { on: 'model', turn: 1, attempt: 1 },
  fired: 1,
  noticed: true,
  handled: true,
  ...more,
});

it('counts faults over all and by kind, sorted', () => {
  const { faults, faultKinds } = sum([
    { faults: [fault({}), fault({ kind: 'slow', noticed: false, handled: null })] },
    {
      faults: [
        fault({ handled: false, fired: 2 }),
        fault({ fired: 0, noticed: false, handled: null }),
      ],
    },
  ]);
  expect(faults).toEqual({ planned: 4, fired: 3, noticed: 2, handled: 1, unreachable: 1 });
  expect(Object.entries(faultKinds)).toEqual([
    ['http', { planned: 3, fired: 2, noticed: 2, handled: 1, unreachable: 1 }],
    ['slow', { planned: 1, fired: 1, noticed: 0, handled: 0, unreachable: 0 }],
  ]);
});

const missed = fault({ fired: 0, noticed: false, handled: null });
it.each([
  {
    name: 'in a trial that finished',
    trials: [{ faults: [missed] }],
    codes: ['fault_never_fired'],
  },
  {
    name: 'where its place was not reached',
    trials: [{}, { verdict: 'skipped', outcome: skipped('unreachable'), faults: [missed] }],
    codes: ['fault_never_fired'],
  },
  {
    name: 'where there was nothing to strike',
    trials: [{}, { verdict: 'skipped', outcome: skipped('nothing_to_strike'), faults: [missed] }],
    codes: [],
  },
  {
    name: 'beside another that struck first',
    trials: [{ faults: [missed, fault({ kind: 'slow' })] }],
    codes: [],
  },
  {
    name: 'here, and struck elsewhere',
    trials: [{ faults: [missed] }, { faults: [fault({})] }],
    codes: [],
  },
] as const)(
  'a kind of faults that never struck makes a run INVALID: $name',
  ({ trials, codes }) => {
    expect(sum(trials).invalidReasons.map(({ code }) => code)).toEqual(codes);
  },
);

it('asks each fault of an own plan to strike somewhere, by its name', () => {
  const trial = (name: string, fired: number): Added => ({
    plan: 'mine',
    faults: [fault({ name, fired, kind: name })],
  });
  const codes = (...trials: readonly Added[]): readonly string[] =>
    sum(trials, ['mine']).invalidReasons.flatMap(({ code, text }) =>
      code === 'fault_not_reached' ? [text] : [],
    );
  expect(codes(trial('f', 1), trial('f', 0))).toEqual([]);
  expect(codes(trial('f', 0), trial('f', 1))).toEqual([]);
  expect(codes(trial('f', 1), trial('g', 0))).toEqual([
    'Fault "g" of plan "mine" never struck: no conversation reached its place',
  ]);
  expect(codes({ ...trial('f', 0), plan: 'other' })).toEqual([]);
});

it('tells reasons, failures and skips apart by what caused them', () => {
  const other: TrialOutcome = { ...invalid, cause: 'Lost' };
  const summary = sum([
    { scenario: 'a', verdict: 'invalid', outcome: invalid },
    { scenario: 'b', verdict: 'invalid', outcome: invalid },
    { scenario: 'c', verdict: 'invalid', outcome: other },
    { scenario: 'd', verdict: 'failed' },
    { scenario: 'e', verdict: 'skipped', outcome: skipped('unreachable') },
    {
      scenario: 'f',
      verdict: 'failed',
      scores: {
        'task.success': {
          ...score(0),
          losses: [{ code: 'missing_call', event: 3, text: 'It was not called' }],
        },
      },
    },
  ]);
  expect(summary.invalidReasons.map(({ text, lanes }) => [text, lanes.length])).toEqual([
    ['Gone', 2],
    ['Lost', 1],
  ]);
  expect(summary.failures.map(({ lane, code, text }) => [lane, code, text])).toEqual([
    ['s/d/v/none/r1', 'unexpected_pass', 'failed'],
    ['s/f/v/none/r1', 'missing_call', 'It was not called'],
  ]);
  expect(summary.skips).toEqual([{ code: 'unreachable', text: 'x', lanes: ['s/e/v/none/r1'] }]);
});
