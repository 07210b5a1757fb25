import { expect, it } from 'vitest';
import { exactJson } from '../../json/exact-arguments.ts';
import { ToldTrial, toldTool, type ToldCall, type ToldReply } from '../../testing/told-trial.ts';
import { type EventBodyOf, usualEvent } from '../../testing/usual-event.ts';
import { readTrial } from './read-trial.ts';
import type { CallView, TrialView } from './trial-view.ts';

const tools = [
  toldTool('look'),
  toldTool('send', { grade: 'idempotent' }),
  toldTool('pay', { grade: 'irreversible', confirm: 'token' }),
];

const { delivery, effect, result, judged, request } = usualEvent;

const tell = (): ToldTrial => new ToldTrial(tools);

const read = (trial: ToldTrial): TrialView => readTrial(trial.input());

function only(calls: readonly CallView[]): CallView {
  const [call, ...others] = calls;
  if (call === undefined || others.length > 0) throw new Error(`${calls.length} calls`);
  return call;
}

const modelError: EventBodyOf<'model_error'> = {
  type: 'model_error',
  turn: 2,
  attempt: 1,
  from: 'scripted',
  error: {
    kind: 'network',
    message: 'no answer',
    retryable: true,
    code: 'network',
    status: null,
    retryAfterMs: null,
    deviations: [],
  },
  durationMs: 7,
};

it('an empty transcript has nothing, and no times', () => {
  expect(read(tell())).toMatchObject({
    calls: [],
    turns: 0,
    state: null,
    stopReason: null,
    finalText: null,
    endEvent: null,
    modelMs: null,
    toolMs: null,
  });
});

it('the end says how and with which words; without it the last reply does', () => {
  const open = tell().turn([], { text: 'First.' }).turn([], { text: 'Last.' });
  expect(read(open)).toMatchObject({ finalText: 'Last.', stopReason: null, endEvent: null });
  const ended = read(open.end('answered'));
  expect(ended).toMatchObject({ finalText: null, stopReason: 'answered', endEvent: 4 });
  expect(readTrial(open.input({}, { stopReason: 'asked' })).stopReason).toBe('asked');
});

it('model time is that of replies and errors, tool time that of results which were not cached', () => {
  const trial = tell()
    .turn([{ tool: 'look', status: 'success' }])
    .emit(modelError)
    .emit(result({ cached: true, durationMs: 100 }))
    .emit(result({ durationMs: 6 }));
  expect(read(trial)).toMatchObject({ modelMs: 17, toolMs: 11 });
});

it('a turn has begun with its request, whatever order the events are in', () => {
  expect(read(tell().emit(request({ turn: 3 }))).turns).toBe(3);
  expect(
    read(
      tell()
        .turn([])
        .turn([])
        .emit(request({ turn: 1 })),
    ).turns,
  ).toBe(2);
  expect(read(tell().turn([]).emit(modelError)).turns).toBe(1);
});

it('what was seen comes from users, results with a value and observations, in lower case', () => {
  const trial = tell()
    .user('Order A1')
    .emit(result({ value: { Id: 'B2' } }))
    .emit(result({ value: null }))
    .emit({
      type: 'observation',
      call: 't1c0',
      content: 'C3',
      fullChars: 2,
      truncated: false,
    });
  const seen = read(trial).seen.map((one) => [one.event, one.text(), one.text()]);
  expect(seen).toEqual([
    [0, 'order a1', 'order a1'],
    [1, '{"id":"b2"}', '{"id":"b2"}'],
    [3, 'c3', 'c3'],
  ]);
});

it('events are gathered by their kind, and of states the last counts', () => {
  const trial = tell()
    .user('Hello')
    .journal('k', 'intent')
    .emit({ type: 'guard', guard: 'g', text: 'x' })
    .emit({ type: 'fault', fault: 'f', kind: 'k', on: 'model' })
    .emit(effect({}))
    .emit({ type: 'state', state: { a: 1 } })
    .emit({ type: 'state', state: { a: 2 } });
  const view = read(trial);
  const lists = [view.users, view.journal, view.guards, view.faults, view.effects, view.replies];
  expect(lists.map((list) => list.map(({ type }) => type))).toEqual([
    ['user'],
    ['journal'],
    ['guard'],
    ['fault'],
    ['effect'],
    [],
  ]);
  expect(view.state?.state).toEqual({ a: 2 });
});

it('calls without a reply come from their judgements, in the order of events', () => {
  const trial = tell()
    .emit(judged({ call: 't4c1', arguments: { a: 1 } }))
    .turn([{ tool: 'look', judged: {} }])
    .emit(judged({ call: 't6c0', name: 'send', arguments: null, reading: 'invalid' }))
    .emit(judged({ call: 't7c0', arguments: { a: 1 }, exact: '{"a":1.0}' }));
  const rows = read(trial).calls.map((call) => [
    call.ref,
    call.position,
    call.turn,
    call.event,
    call.judgedEvent,
    call.argumentsText,
    call.truncated,
  ]);
  expect(rows).toEqual([
    ['t4c1', 0, 4, 0, 0, '{"a":1}', false],
    ['t1c0', 1, 1, 2, 3, '{}', false],
    ['t6c0', 2, 6, 4, 4, null, false],
    ['t7c0', 3, 7, 5, 5, '{"a":1.0}', false],
  ]);
});

it('a call knows its tool, whether a request offered it, and where it was made', () => {
  const trial = tell().emit(request({ offered: ['look', 'extra'] }));
  trial.turn([{ tool: 'look' }, { tool: 'extra' }, { tool: 'send' }]);
  const rows = read(trial).calls.map((call) => [
    call.tool?.name ?? null,
    call.offered,
    call.event,
    call.judgedEvent,
  ]);
  expect(rows).toEqual([
    ['look', true, 2, 2],
    [null, true, 2, 2],
    ['send', false, 2, 2],
  ]);
});

it.each<[string, ToldCall, Partial<EventBodyOf<'judged'>>, boolean]>([
  ['the model made', { tool: 'look' }, {}, false],
  ['a fault planted, as the reply says,', { tool: 'look', injected: 'f' }, {}, true],
  ['a fault planted, as its judgement says,', { tool: 'look' }, { injected: 'f' }, true],
  [
    'whose arguments a fault changed',
    { tool: 'look' },
    { edited: { fault: 'f', part: 'arguments' } },
    true,
  ],
  ['whose id a fault changed', { tool: 'look' }, { edited: { fault: 'f', part: 'id' } }, false],
])('a call that %s is injected: see the table', (...[, call, more, injected]) => {
  const trial = tell().turn([call]).emit(judged(more));
  expect(only(read(trial).calls).injected).toBe(injected);
});

it('digits that a stored judgement lost are those of what was said', () => {
  const long = '{"id":9007199254740993}';
  const args = { id: Number('9007199254740993') };
  const trial = tell()
    .turn([{ tool: 'look', args: long }])
    .emit(judged({ arguments: args }));
  const call = only(read(trial).calls);
  expect(call.arguments === null ? null : exactJson(call.arguments)).toBe(long);
  const unread = tell()
    .turn([{ tool: 'look', args: long }])
    .emit(judged({ arguments: null, reading: 'invalid' }));
  expect(only(read(unread).calls)).toMatchObject({ arguments: null, reading: 'invalid' });
});

it.each<[string, ToldReply, ToldCall, boolean, boolean]>([
  ['a whole reply', {}, { tool: 'look' }, false, false],
  ['a reply that was cut', { stop: 'length' }, { tool: 'look' }, true, false],
  ['a call that the loop found cut', {}, { tool: 'look', refused: 'truncated' }, true, true],
  [
    'a call that was held back for another reason',
    {},
    { tool: 'look', refused: 'denied' },
    false,
    true,
  ],
])('%s: truncated and refused', (...[, reply, more, truncated, refused]) => {
  const call = only(read(tell().turn([more], reply)).calls);
  expect([call.truncated, call.refused !== null]).toEqual([truncated, refused]);
});

it('results of read-backs are no runs; results without a delivery and cached ones are', () => {
  const trial = tell()
    .turn([{ tool: 'send' }])
    .emit(delivery({ delivery: 1, preview: true }))
    .emit(result({ delivery: 1, value: 1 }))
    .emit(delivery({ delivery: 2, tool: 'look' }))
    .emit(result({ delivery: 2, value: 2 }))
    .emit(result({ delivery: 0, value: 3 }))
    .emit(result({ delivery: 9, value: 4, cached: true }))
    .emit(delivery({ delivery: 3 }))
    .emit(result({ delivery: 3, value: 5 }));
  const call = only(read(trial).calls);
  expect(call.deliveries).toBe(2);
  expect(call.runs.map(({ value, preview }) => [value, preview])).toEqual([
    [1, true],
    [3, false],
    [4, false],
    [5, false],
  ]);
});
