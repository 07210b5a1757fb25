import { expect, it } from 'vitest';

import type { MetricName } from '../../core/score/metric.ts';
import type { Expected } from '../../core/suite/suite.ts';
import type { ReplayTier, EventBody } from '../../core/trial/transcript.ts';
import type { ScoreRecord, TrialOutcome, TrialRecord } from '../../core/trial/trial.ts';
import { ToldTrial, toldTool } from '../../testing/told-trial.ts';
import { scoreRecord, type ScoringContext } from './score-record.ts';
import { toScorerInput } from './to-scorer-input.ts';

const finished = { status: 'finished', stopReason: 'answered' } as const;

const trial = new ToldTrial([toldTool('look_up')]);
const contextOf = (
  expected: Partial<Expected>,
  more: Partial<ScoringContext> = {},
): ScoringContext => ({
  expected: trial.input(expected).expected,
  expectFail: null,
  tools: [toldTool('look_up')],
  claims: [],
  identity: [],
  price: null,
  knownText: '',
  ...more,
});

const recordOf = (
  bodies: readonly EventBody[],
  more: { readonly outcome?: TrialOutcome; readonly tier?: ReplayTier | null } = {},
): TrialRecord => ({
  lane: { suite: 'made', scenario: 's', variant: 'v', plan: 'none', repeat: 1 },
  cluster: 's',
  outcome: more.outcome ?? finished,
  tier: more.tier ?? null,
  faults: [],
  events: bodies.map((body, seq) => ({ ...body, seq, atMs: 0 })),
});

const silent: readonly EventBody[] = [
  { type: 'request', turn: 1, attempt: 1, messages: 1, offered: ['look_up'] },
  {
    type: 'reply',
    turn: 1,
    attempt: 1,
    from: 'recorded',
    text: 'Done.',
    refusal: null,
    calls: [],
    stop: 'stop',
    finishReason: 'stop',
    usage: null,
    model: null,
    deviations: [],
    durationMs: 0,
  },
  { type: 'end', stopReason: 'answered', text: 'Done.' },
];

const valueOf = ({ scores }: ScoreRecord, metric: MetricName): number | null | undefined =>
  scores[metric]?.value;

it.each([
  { tier: null, counts: true },
  { tier: 'exact', counts: true },
  { tier: 'allowed', counts: false },
  { tier: 'loose', counts: false },
  { tier: 'position', counts: false },
] as const)('selection is judged only where the model saw the request: tier $tier', (row) => {
  const record = recordOf(silent, { tier: row.tier });
  const context = contextOf({ calls: [] });
  expect(toScorerInput(record, context).selectionCounts).toBe(row.counts);
  const abstention = valueOf(scoreRecord(record, context), 'selection.abstention');
  expect(abstention ?? null).toBe(row.counts ? 1 : null);
});

const delivery = (tool: string, preview = false): EventBody => ({
  type: 'delivery',
  call: 't1c0',
  tool,
  delivery: 1,
  preview,
  confirm: 'not_needed',
  arguments: {},
  idempotencyKey: null,
});

it.each<[what: string, bodies: readonly EventBody[], counts: boolean]>([
  ['nothing ran', silent, true],
  ['a tool ran whose effects are seen', [delivery('look_up')], true],
  ['a tool ran whose effects are not seen', [delivery('look_up'), delivery('hidden')], false],
  ['only its preview ran', [delivery('hidden', true)], true],
  ['an unknown tool ran', [delivery('other')], true],
])('effects are judged unless some cannot be seen: %s', (...[, bodies, counts]) => {
  const tools = [toldTool('look_up'), { ...toldTool('hidden'), unseen: true as const }];
  const context = contextOf({}, { tools });
  expect(toScorerInput(recordOf(bodies), context).effectsCount).toBe(counts);
  expect(toScorerInput(recordOf(bodies), contextOf({})).effectsCount).toBe(true);
});

it('a trial that did not finish has no stop reason', () => {
  const outcome = { status: 'skipped', code: 'unreachable', cause: 'No place' } as const;
  expect(toScorerInput(recordOf(silent, { outcome }), contextOf({})).stopReason).toBeNull();
  expect(toScorerInput(recordOf(silent), contextOf({})).stopReason).toBe('answered');
});

it.each([
  { name: 'wanted and held', expectFail: null, stopReasons: ['answered'], verdict: 'passed' },
  { name: 'wanted and not held', expectFail: null, stopReasons: ['asked'], verdict: 'failed' },
  { name: 'a failure that comes', expectFail: 'later', stopReasons: ['asked'], verdict: 'passed' },
  {
    name: 'a failure that does not come',
    expectFail: 'later',
    stopReasons: ['answered'],
    verdict: 'failed',
  },
] as const)('$name: $verdict', ({ expectFail, stopReasons, verdict }) => {
  const scored = scoreRecord(recordOf(silent), contextOf({ stopReasons }, { expectFail }));
  expect([scored.verdict, scored.expectFail]).toEqual([verdict, expectFail]);
});

it.each([null, 'later'])(
  'a trial of which nothing could be judged is invalid (expectFail %s)',
  (expectFail) => {
    const nothing = contextOf({}, { expectFail });
    const scored = scoreRecord(recordOf(silent), nothing);
    expect([scored.verdict, valueOf(scored, 'task.success')]).toEqual(['invalid', null]);
  },
);

it.each([
  { status: 'invalid', code: 'provider_error', cause: 'Gone', detail: [] },
  { status: 'skipped', code: 'unreachable', cause: 'No place' },
] as const)('a trial that is $status has neither scores nor facts', (outcome) => {
  const scored = scoreRecord(recordOf(silent, { outcome }), contextOf({ calls: [] }));
  expect([scored.verdict, scored.scores, scored.facts]).toEqual([outcome.status, {}, null]);
});

const judged = (
  call: 't1c0' | 't1c1',
  more: Partial<Extract<EventBody, { type: 'judged' }>>,
): EventBody => ({
  type: 'judged',
  call,
  name: 'look_up',
  known: true,
  grade: 'read',
  reading: 'parsed',
  arguments: {},
  findings: [{ stage: 'validation', code: 'wrong_type', path: '$.id', text: 'x' }] as never,
  caughtBy: 'validation',
  confirm: 'not_needed',
  key: null,
  ...more,
});

const error = { kind: 'truncated', recoverable: true, hint: null, message: 'x' } as never;

it.each([
  { name: "a model's own call", events: [judged('t1c0', {})], errors: 1 },
  { name: 'a call that a fault planted', events: [judged('t1c0', { injected: 'f' })], errors: 0 },
  {
    name: 'a call whose arguments a fault changed',
    events: [judged('t1c0', { edited: { fault: 'f', part: 'arguments' } as never })],
    errors: 0,
  },
  {
    name: 'a call whose id a fault changed',
    events: [judged('t1c0', { edited: { fault: 'f', part: 'id' } as never })],
    errors: 1,
  },
  {
    name: 'a call that was cut off',
    events: [judged('t1c0', {}), { type: 'refused', call: 't1c0', error } as const],
    errors: 0,
  },
  {
    name: 'another call that was cut off',
    events: [judged('t1c0', {}), { type: 'refused', call: 't1c1', error } as const],
    errors: 1,
  },
  {
    name: 'a call that was refused for another reason',
    events: [
      judged('t1c0', {}),
      {
        type: 'refused',
        call: 't1c0',
        error: { ...(error as object), kind: 'invalid' } as never,
      } as const,
    ],
    errors: 1,
  },
])('argument errors are those of the model: $name', ({ events, errors }) => {
  const scored = scoreRecord(
    recordOf([...silent.slice(0, 2), ...events, ...silent.slice(2)]),
    contextOf({ stopReasons: ['answered'] }),
  );
  expect(scored.facts?.argumentErrors.length).toBe(errors);
});

it('counts turns by requests, and takes findings of parsing and validation alone', () => {
  const request = (turn: number): EventBody => ({
    type: 'request',
    turn,
    attempt: 1,
    messages: 1,
    offered: [],
  });
  const findings = (['parse', 'validation', 'semantic', 'permission'] as const).map((stage) => ({
    stage,
    code: stage,
    path: null,
    text: 'x',
  }));
  const events = [
    ...silent.slice(0, 2),
    judged('t1c0', { findings: findings as never }),
    request(3),
    request(2),
    ...silent.slice(2),
  ];
  const { facts } = scoreRecord(recordOf(events), contextOf({ stopReasons: ['answered'] }));
  expect([facts?.turns, facts?.argumentErrors]).toEqual([
    3,
    [
      { tool: 'look_up', path: '$', code: 'parse' },
      { tool: 'look_up', path: '$', code: 'validation' },
    ],
  ]);
});
