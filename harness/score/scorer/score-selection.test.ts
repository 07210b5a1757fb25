import { expect, it } from 'vitest';
import type { MetricName } from '../../core/score/metric.ts';
import type { Scores } from '../../core/score/score.ts';
import type { ScorerInput } from '../../core/score/scorer.ts';
import type { Expected } from '../../core/suite/suite.ts';
import { ToldTrial, toldTool, wantCall, type ToldCall } from '../../testing/told-trial.ts';
import { scoreTrial } from '../score-trial.ts';

const tools = [
  toldTool('stock'),
  toldTool('look'),
  toldTool('tick'),
  toldTool('refund', { grade: 'irreversible' }),
  toldTool('cancel', { grade: 'irreversible' }),
];

/** Each inner list is a turn. */
function tell(turns: readonly (readonly ToldCall[])[]): ToldTrial {
  const trial = new ToldTrial(tools).user('please');
  for (const calls of turns) trial.turn(calls);
  return trial.turn([], { text: 'Here you are' }).end('answered', 'Here you are');
}

function valueOf(input: ScorerInput, name: MetricName): number | null | undefined {
  return scoreTrial(input)[name]?.value;
}

function codesOf(input: ScorerInput, name: MetricName): readonly string[] {
  return (scoreTrial(input)[name]?.losses ?? []).map((loss) => loss.code);
}

const a: ToldCall = { tool: 'stock', args: { sku: 'A' } };
const b: ToldCall = { tool: 'stock', args: { sku: 'B' } };
const both = [
  wantCall('stock', { sku: 'A' }, { id: 'a' }),
  wantCall('stock', { sku: 'B' }, { id: 'b' }),
];

it.each([
  ['B twice', [b, b], 0.5],
  ['the other order', [b, a], 1],
  ['the listed order', [a, b], 1],
])('B126: unordered pair, %s: %s right', (_name, calls, correct) => {
  const input = tell([calls]).input({ calls: both });
  expect(valueOf(input, 'arguments.correct')).toBe(correct);
  expect(valueOf(input, 'task.success')).toBe(correct === 1 ? 1 : 0);
});

it('B126: the other order is wrong where the order counts', () => {
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
  const order = [{ first: 'a', then: 'b' }];
  expect(codesOf(tell([[b], [a]]).input({ calls: both, order }), 'selection.exact')).toEqual([
    'order_violated',
  ]);
  expect(valueOf(tell([[a], [b]]).input({ calls: both, order }), 'selection.exact')).toBe(1);
});

it('B127: extra calls lower precision, not recall, and an extra irreversible effect is a finding of its own', () => {
  const turns: readonly ToldCall[][] = [
    [{ tool: 'look', status: 'success' }],
    [{ tool: 'stock', status: 'success' }],
    [{ tool: 'refund', effects: ['all'] }],
  ];
  const input = tell(turns).input({ calls: [wantCall('look')] });
  const scores = scoreTrial(input);
  expect(scores['selection.recall']?.value).toBe(1);
  expect(scores['selection.precision']).toMatchObject({ value: 1 / 3, count: 1, of: 3 });
  for (const name of ['selection.exact', 'selection.f1', 'selection.precision'] as const) {
    expect(codesOf(input, name)).toEqual(['unexpected_call', 'unexpected_call']);
  }
  expect(codesOf(input, 'effects.unintended')).toEqual(['unintended_effect']);
});

it.each([
  { made: 2, recall: 1, precision: 1, codes: [] },
  { made: 1, recall: 0.5, precision: 1, codes: ['missing_call'] },
  { made: 3, recall: 1, precision: 2 / 3, codes: ['repeated_call'] },
])('B128: two equal calls expected, $made made', ({ made, recall, precision, codes }) => {
  const turns = Array.from({ length: made }, () => [{ tool: 'tick' }]);
  const input = tell(turns).input({
    calls: [wantCall('tick', {}, { id: 't1' }), wantCall('tick', {}, { id: 't2' })],
  });
  expect(valueOf(input, 'selection.recall')).toBe(recall);
  expect(valueOf(input, 'selection.precision')).toBe(precision);
  expect(codesOf(input, 'selection.exact')).toEqual(codes);
});

it('B130: the later call that is right is the one that matches; the other is extra', () => {
  const turns = [[{ tool: 'look', args: { id: 1 } }], [{ tool: 'look', args: { id: 2 } }]];
  const input = tell(turns).input({ calls: [wantCall('look', { id: 2 })] });
  expect(valueOf(input, 'selection.recall')).toBe(1);
  expect(valueOf(input, 'arguments.correct')).toBe(1);
  expect(codesOf(input, 'selection.exact')).toEqual(['extra_call']);
});

it.each(['Look', ' look', 'look ', 'functions.look'])(
  'B131: %j is another tool than look',
  (name) => {
    const input = tell([[{ tool: name }]]).input({ calls: [wantCall('look')] });
    expect(valueOf(input, 'selection.recall')).toBe(0);
    expect(scoreTrial(input)['selection.hallucinated']).toMatchObject({
      value: 1,
      count: 1,
      of: 1,
    });
  },
);

it.each<[string, readonly ToldCall[], readonly string[]]>([
  ['nothing called', [], []],
  ['a call', [{ tool: 'look' }], ['call_when_none_expected']],
  ['an unreadable call', [{ tool: 'look', args: '{' }], ['call_when_none_expected']],
])('B146: no call expected, %s', (_name, calls, codes) => {
  const input = tell(calls.length === 0 ? [] : [calls]).input({ calls: [] });
  for (const name of ['selection.exact', 'selection.f1', 'selection.abstention'] as const) {
    expect(valueOf(input, name)).toBe(codes.length === 0 ? 1 : 0);
  }
  expect(codesOf(input, 'selection.abstention')).toEqual(codes);
});

it.each<[string, Partial<Expected>, readonly ToldCall[], number]>([
  ['a read', {}, [{ tool: 'look' }], 0],
  ['a read that is allowed', { mayCall: 'reads' }, [{ tool: 'look' }], 1],
  ['a read that is allowed by name', { mayCall: ['look'] }, [{ tool: 'look' }], 1],
  [
    'an allowed read, tried again',
    { mayCall: 'reads' },
    [{ tool: 'look', args: '{' }, { tool: 'look' }],
    1,
  ],
  ['a write where reads are allowed', { mayCall: 'reads' }, [{ tool: 'refund' }], 0],
  ['a forbidden read', { mayCall: 'reads', forbidden: ['look'] }, [{ tool: 'look' }], 0],
])('no call expected besides those allowed: %s', (...[, more, calls, value]) => {
  const input = tell(calls.map((call) => [call])).input({ calls: [], ...more });
  expect(valueOf(input, 'selection.abstention')).toBe(value);
  expect(valueOf(input, 'task.success')).toBe(value);
});

it.each<[string, boolean, readonly string[]]>([
  ['is no abstention', false, ['announced_call']],
  ['that a fault took away says nothing', true, []],
])('a call that was announced and is not there %s', (_name, isStruck, codes) => {
  const trial = new ToldTrial(tools)
    .user('hi')
    .turn([], { text: 'One moment', stop: 'tool_calls' });
  if (isStruck) {
    trial.emit({ type: 'fault', fault: 'f', kind: 'f', on: 'model', turn: 1, attempt: 1 });
  }
  const input = trial.end('answered', 'One moment').input({ calls: [] });
  for (const name of ['selection.exact', 'selection.f1', 'selection.abstention'] as const) {
    expect(valueOf(input, name)).toBe(codes.length === 0 ? 1 : 0);
    expect(codesOf(input, name)).toEqual(codes);
  }
  expect(codesOf(input, 'task.success')).toEqual(codes);
});

it('B146: without an expectation nothing is judged', () => {
  const scores = scoreTrial(tell([[{ tool: 'look' }]]).input());
  expect(scores['selection.exact']?.value).toBeNull();
  expect(scores['selection.f1']?.value).toBeNull();
  expect(scores['task.success']?.value).toBeNull();
});

it.each([
  ['<tool_call>{"name":"look","arguments":{"p":"a"}}</tool_call>', 0],
  ['{"type":"tool_use","name":"look","input":{"p":"a"}}', 0],
  ['For example: <tool_call>{...}</tool_call> is how a call looks.', 1],
])('B090: %j where no call is expected: %s', (text, value) => {
  const trial = new ToldTrial(tools).user('hi').turn([], { text }).end('answered', text);
  const input = trial.input({ calls: [] });
  expect(valueOf(input, 'selection.abstention')).toBe(value);
  expect(codesOf(input, 'selection.abstention')).toEqual(value === 1 ? [] : ['call_as_text']);
});

it('B090: a call written as text explains the call that is missing', () => {
  const text = '<tool_call>{"name":"look","arguments":{}}</tool_call>';
  const input = new ToldTrial(tools).turn([], { text }).input({ calls: [wantCall('look')] });
  expect(codesOf(input, 'selection.exact')).toEqual(['missing_call', 'call_as_text']);
});

it('B045: a wrapper that does not exist is one hallucinated call, not unpacked', () => {
  const args = { tool_uses: [{ recipient_name: 'functions.look', parameters: {} }] };
  const input = tell([[{ tool: 'multi_tool_use.parallel', args }]]).input({
    calls: [wantCall('look')],
  });
  expect(scoreTrial(input)['selection.hallucinated']).toMatchObject({ count: 1, of: 1 });
  expect(codesOf(input, 'selection.exact')).toEqual(['missing_call', 'hallucinated_tool']);
});

const lookThenRefund: Partial<Expected> = {
  calls: [wantCall('look', null, { id: 'l' }), wantCall('refund', null, { id: 'r' })],
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
  order: [{ first: 'l', then: 'r' }],
};

it.each<[string, readonly (readonly ToldCall[])[], readonly string[]]>([
  ['in order', [[{ tool: 'look' }], [{ tool: 'refund' }]], []],
  ['in one turn', [[{ tool: 'look' }, { tool: 'refund' }]], ['parallelised_dependency']],
  ['backwards', [[{ tool: 'refund' }], [{ tool: 'look' }]], ['order_violated']],
  ['one missing', [[{ tool: 'refund' }]], ['missing_call']],
])('a dependent step %s', (_name, turns, codes) => {
  expect(codesOf(tell(turns).input(lookThenRefund), 'selection.exact')).toEqual(codes);
});

it('of equal calls the one that keeps the order is taken', () => {
  const turns = [[{ tool: 'look' }], [{ tool: 'refund' }], [{ tool: 'look' }]];
  const after: Partial<Expected> = {
    ...lookThenRefund,
    // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
    order: [{ first: 'r', then: 'l' }],
  };
  expect(codesOf(tell(turns).input(after), 'selection.exact')).toEqual(['repeated_call']);
});

const either: Partial<Expected> = {
  calls: [wantCall('refund', null, { group: 'g' }), wantCall('cancel', null, { group: 'g' })],
};

it.each<[string, readonly string[], readonly string[]]>([
  ['the first', ['refund'], []],
  ['the second', ['cancel'], []],
  ['both', ['refund', 'cancel'], ['exclusive_call']],
  ['neither', [], ['missing_call']],
])('of two that exclude each other, %s', (_name, names, codes) => {
  const input = tell(names.map((name) => [{ tool: name }])).input(either);
  expect(codesOf(input, 'selection.exact')).toEqual(codes);
});

it.each<[Expected['mayCall'], number]>([
  ['reads', 1],
  [['look'], 1],
  [['stock'], 0],
  [[], 0],
])('an extra read where %j may be called besides: exact %s', (mayCall, exact) => {
  const input = tell([[{ tool: 'look' }], [{ tool: 'refund' }]]).input({
    calls: [wantCall('refund')],
    mayCall,
  });
  expect(valueOf(input, 'selection.exact')).toBe(exact);
  expect(valueOf(input, 'selection.first')).toBe(exact);
});

it('an extra write is never allowed as a read', () => {
  const input = tell([[{ tool: 'cancel' }]]).input({ calls: [], mayCall: 'reads' });
  expect(valueOf(input, 'selection.exact')).toBe(0);
});

it.each<[string, ToldCall]>([
  ['held back with its batch', { tool: 'refund', refused: 'tool_batch_rejected' }],
  ['unreadable', { tool: 'refund', args: '{"id":' }],
  ['timed out', { tool: 'refund', status: 'timeout' }],
])('a call that was %s and comes again is one wish', (_name, first) => {
  const input = tell([[first], [{ tool: 'refund', status: 'success' }]]).input({
    calls: [wantCall('refund')],
  });
  expect(valueOf(input, 'selection.exact')).toBe(1);
});

it.each<[string, ToldCall]>([
  ['worked', { tool: 'refund', status: 'success' }],
  ['was denied', { tool: 'refund', status: 'denied' }],
  ['was forbidden', { tool: 'refund', refused: 'denied' }],
])('a call that %s and comes again is a repeat', (_name, first) => {
  const input = tell([[first], [{ tool: 'refund', status: 'success' }]]).input({
    calls: [wantCall('refund')],
  });
  expect(codesOf(input, 'selection.exact')).toEqual(['repeated_call']);
});

it('a call that a fault planted is not the model’s', () => {
  const turns: readonly ToldCall[][] = [[{ tool: 'refund' }, { tool: 'refund', injected: 'dup' }]];
  const scores = scoreTrial(tell(turns).input({ calls: [wantCall('refund')] }));
  expect(scores['selection.exact']?.value).toBe(1);
  expect(scores['termination.repeats']).toMatchObject({ count: 1, of: 2 });
});

it('a preview on the way to the wanted call is not an extra call', () => {
  const preview: ToldCall = { tool: 'refund', judged: { confirm: 'preview' }, status: 'success' };
  const commit: ToldCall = { tool: 'refund', judged: { confirm: 'confirmed' }, effects: ['r'] };
  const input = tell([[preview], [commit]]).input({
    calls: [wantCall('refund')],
    effects: [{ tool: 'refund', key: null, count: 1 }],
  });
  expect(valueOf(input, 'task.success')).toBe(1);
  expect(
    codesOf(tell([[preview]]).input({ calls: [wantCall('look')] }), 'selection.exact'),
  ).toEqual(['missing_call', 'unexpected_call']);
});

it('selection is not judged where the model never saw the descriptions', () => {
  const scores = scoreTrial(tell([[a]]).input({ calls: [] }, { selectionCounts: false }));
  for (const name of [
    'exact',
    'precision',
    'recall',
    'f1',
    'first',
    'abstention',
    'hallucinated',
  ] as const) {
    expect(scores[`selection.${name}`]).toEqual({ value: null, count: 0, of: 0, losses: [] });
  }
});

it('all reasons of one call point to one event, its judgement', () => {
  const lost: ToldCall = {
    tool: 'lost',
    judged: { findings: [{ stage: 'policy', code: 'unknown_tool' }] },
  };
  const input = tell([[lost], [{ ...a, args: '{"sku":', judged: { reading: 'invalid' } }]]).input({
    calls: [wantCall('stock', { sku: 'A' })],
    forbidden: ['lost'],
  });
  const judged = input.events.flatMap((event) => (event.type === 'judged' ? [event.seq] : []));
  const told = Object.values(scoreTrial(input)).flatMap((score) =>
    score.losses.flatMap(({ event, text }) => (/"lost"|"stock"/.test(text) ? [event] : [])),
  );
  expect(new Set(told)).toEqual(new Set(judged));
});

it.each<[string, ToldCall, unknown]>([
  ['the model', { tool: 'nope' }, { value: 0.5, count: 1, of: 2 }],
  ['a fault', { tool: 'nope', injected: 'f' }, { value: 0, count: 0, of: 1 }],
])('a tool that does not exist, called by %s', (_name, call, score) => {
  const trial = new ToldTrial(tools).turn([{ tool: 'look' }, call]);
  expect(scoreTrial(trial.input())['selection.hallucinated']).toMatchObject({ ...Object(score) });
});

it('a tool that only a request offers is not hallucinated, and may be allowed by name or wildcard', () => {
  const transfer = (offered: readonly string[], mayCall: readonly string[]): Scores => {
    const trial = new ToldTrial([toldTool('look')]);
    trial.emit({ type: 'request', turn: 1, attempt: 1, messages: 1, offered });
    trial.turn([{ tool: 'transfer_to_billing' }]);
    return scoreTrial(trial.input({ calls: [], mayCall }));
  };
  const exact = (scores: Scores): unknown => [
    scores['selection.hallucinated']?.value,
    scores['selection.exact']?.value,
  ];
  expect(exact(transfer([], []))).toEqual([1, 0]);
  expect(exact(transfer(['transfer_to_billing'], []))).toEqual([0, 0]);
  expect(exact(transfer(['transfer_to_billing'], ['transfer_to_*']))).toEqual([0, 1]);
  expect(exact(transfer(['transfer_to_billing'], ['transfer_to_billing']))).toEqual([0, 1]);
});

it('calls that are handed over without a reply are calls: the model of such an agent is not seen', () => {
  const trial = new ToldTrial([toldTool('look')]);
  trial.emit({
    type: 'judged',
    call: 't1c0',
    name: 'look',
    known: true,
    grade: 'read',
    reading: 'parsed',
    arguments: {},
    findings: [],
    caughtBy: null,
    confirm: 'not_needed',
    key: 'look:{}',
  });
  trial.emit({
    type: 'delivery',
    call: 't1c0',
    tool: 'look',
    delivery: 1,
    preview: false,
    confirm: 'not_needed',
    arguments: {},
    idempotencyKey: null,
  });
  const scores = scoreTrial(trial.input({ calls: [wantCall('look')] }));
  expect(scores['selection.exact']?.value).toBe(1);
  expect(scoreTrial(trial.input({ calls: [] }))['selection.abstention']?.value).toBe(0);
});

const written = '<tool_call>{"name":"look","arguments":{"p":"a"}}</tool_call>';

it.each<[string, readonly ('write' | 'make')[], readonly string[]]>([
  ['written, then made', ['write', 'make'], []],
  ['made, then written', ['make', 'write'], ['call_as_text']],
  ['written and never made', ['write'], ['missing_call', 'call_as_text']],
])('a call that is %s', (_name, steps, codes) => {
  const trial = new ToldTrial(tools).user('go');
  for (const step of steps) {
    if (step === 'make') trial.turn([{ tool: 'look' }]);
    else trial.turn([], { text: written });
  }
  const score = scoreTrial(trial.input({ calls: [wantCall('look')] }))['selection.exact'];
  expect(score?.losses.map((loss) => loss.code).toSorted()).toEqual([...codes].toSorted());
});
