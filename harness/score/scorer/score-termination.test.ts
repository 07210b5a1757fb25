import { expect, it } from 'vitest';
import type { ExpectedCall } from '../../core/suite/suite.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { ToolErrorKind } from '../../core/trial/tool-error.ts';
import { ToldTrial, toldTool, wantCall, type ToldCall } from '../../testing/told-trial.ts';
import { findCycle } from '../reason/find-cycle.ts';
import { scoreTrial } from '../score-trial.ts';

const tools = [
  toldTool('read'),
  toldTool('write', { grade: 'idempotent' }),
  toldTool('poll', { polling: true }),
];

function tell(calls: readonly ToldCall[]): ToldTrial {
  const trial = new ToldTrial(tools).user('go');
  for (const call of calls) trial.turn([call]);
  return trial;
}

const times = (count: number, toCall: (index: number) => ToldCall): readonly ToldCall[] =>
  Array.from({ length: count }, (_, index) => toCall(index));

it.each<[StopReason, number]>([
  ['answered', 1],
  ['asked', 1],
  ['refused', 1],
  ['awaiting_confirmation', 1],
  ['needs_human', 1],
  ['unrecoverable_tool_error', 1],
  ['empty', 0],
  ['repeat', 0],
  ['cycle', 0],
  ['max_turns', 0],
  ['no_progress', 0],
  ['budget', 0],
  ['deadline', 0],
  ['truncated', 0],
  ['content_filter', 0],
  ['cancelled', 0],
  ['model_error', 0],
  ['protocol_error', 0],
])('an end with %s: clean %s', (stopReason, value) => {
  const trial = tell([]).end(stopReason);
  const score = scoreTrial(trial.input())['termination.clean'];
  expect(score?.value).toBe(value);
  expect(score?.losses.map((loss) => loss.code)).toEqual(
    value === 1 ? [] : [`ended_${stopReason}`],
  );
  const wanted = scoreTrial(trial.input({ stopReasons: [stopReason] }));
  expect(wanted['termination.clean']?.value).toBe(1);
  expect(wanted['task.success']?.value).toBe(1);
});

it('an end that is not known is not judged', () => {
  expect(scoreTrial(tell([]).input())['termination.clean']?.value).toBeNull();
});

it('B086: an empty last turn is no completion, even where the calls were right', () => {
  const trial = tell([{ tool: 'read', status: 'success' }])
    .turn([], { text: '' })
    .end('empty', '');
  const scores = scoreTrial(trial.input({ calls: [wantCall('read')] }));
  expect(scores['selection.exact']?.value).toBe(1);
  expect(scores['task.success']?.losses.map((loss) => loss.code)).toEqual(['ended_empty']);
});

it('B082: a trial that only the turn cap ended is no success, whatever was said before', () => {
  const trial = tell([{ tool: 'read' }])
    .turn([{ tool: 'write' }], { text: 'done soon' })
    .end('max_turns', 'done soon');
  const scores = scoreTrial(trial.input({ says: ['done'] }));
  expect(scores['task.success']?.losses.map((loss) => loss.code)).toEqual(['ended_max_turns']);
});

it('B076: identical calls with identical results are repeats', () => {
  const score = scoreTrial(tell(times(3, () => ({ tool: 'write', status: 'error' }))).input())[
    'termination.repeats'
  ];
  expect(score).toMatchObject({ value: 2 / 3, count: 2, of: 3 });
});

it('B077: write and read in turn, three times round, are a cycle', () => {
  const calls = times(6, (index) => ({
    tool: index % 2 === 0 ? 'write' : 'read',
    status: 'success',
  }));
  const score = scoreTrial(tell(calls).input())['termination.cycles'];
  expect(score).toMatchObject({ value: 1, count: 1, of: 1 });
  expect(score?.losses[0]?.text).toBe('The calls "write", "read" went round 3 times');
});

it.each([
  [6, 6],
  [7, 6],
  [8, 8],
])(
  'a cycle in %s calls by turns is at the last call of its last whole round: %s',
  (count, turn) => {
    const calls = times(count, (index) => ({
      tool: index % 2 === 0 ? 'write' : 'read',
      status: 'success',
    }));
    const trial = tell([...calls, { tool: 'poll' }]);
    const event = scoreTrial(trial.input())['termination.cycles']?.losses[0]?.event ?? -1;
    expect(trial.events[event]).toMatchObject({ type: 'reply', turn });
  },
);

it.each<[string, ToldTrial, readonly ExpectedCall[] | null]>([
  ['nothing is expected of calls', tell([{ tool: 'read' }]), null],
  ['no turn was taken', tell([]), [wantCall('read')]],
])('turns are not counted where %s', (_name, trial, calls) => {
  expect(scoreTrial(trial.input({ calls }))['termination.turns_over']?.value).toBeNull();
});

it.each<[string, readonly ToldCall[], number, number]>([
  [
    'results that change',
    times(8, (index) => ({ tool: 'read', status: 'success', value: index })),
    0,
    0,
  ],
  ['a polling tool', times(8, () => ({ tool: 'poll', status: 'success', value: '10%' })), 0, 0],
  [
    'different arguments',
    times(12, (index) => ({ tool: 'read', args: { url: index }, status: 'success' })),
    0,
    0,
  ],
  ['unreadable calls', times(3, () => ({ tool: 'read', args: '{bad' })), 2, 0],
  [
    'a period of three',
    times(12, (index) => ({ tool: 'read', args: { step: index % 3 }, status: 'error' })),
    9,
    1,
  ],
])('B078, B081, B084, B085: %s', (...[, calls, repeats, cycles]) => {
  const scores = scoreTrial(tell(calls).input());
  expect(scores['termination.repeats']?.count).toBe(repeats);
  expect(scores['termination.cycles']?.count ?? 0).toBe(cycles);
});

it.each([
  ['one key', 'shell:{"cmd":"echo ok"}', 2],
  ['a key each', undefined, 0],
])('B083: calls that differ in a volatile field, with %s', (_name, key, repeats) => {
  const calls = times(3, (index) => ({
    tool: 'read',
    args: { cmd: 'echo ok', label: `try ${index}` },
    judged: key === undefined ? {} : { key },
    status: 'success',
  }));
  expect(scoreTrial(tell(calls).input())['termination.repeats']?.count).toBe(repeats);
});

it('a preview and the call that follows it are not one call twice', () => {
  const key = 'write:{}';
  const trial = tell([
    { tool: 'write', judged: { key, confirm: 'preview' }, status: 'success' },
    { tool: 'write', judged: { key, confirm: 'confirmed' }, status: 'success' },
  ]);
  expect(scoreTrial(trial.input())['termination.repeats']?.count).toBe(0);
});

it.each([
  ['ordered', 3, 0],
  ['unordered', 3, 1],
  ['ordered', 5, 2],
])('%s calls in %s turns: %s over', (order, turns, over) => {
  const trial = tell(times(turns - 1, (index) => ({ tool: index === 0 ? 'read' : 'write' }))).turn(
    [],
  );
  const score = scoreTrial(
    trial.input({
      calls: [wantCall('read'), wantCall('write')],
      // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
      order: order === 'ordered' ? [{ first: 'read', then: 'write' }] : [],
    }),
  )['termination.turns_over'];
  expect(score).toMatchObject({ value: over, count: over, of: turns });
});

/** One call a turn. */
const turns = (
  count: number,
  toCall: (index: number) => ToldCall,
): readonly (readonly ToldCall[])[] => times(count, toCall).map((call) => [call]);

const write = (value: number, more: Partial<ToldCall> = {}): ToldCall => ({
  tool: 'write',
  status: 'success',
  value: { id: value },
  ...more,
});

it.each<[string, readonly (readonly ToldCall[])[], number, number]>([
  ['sixteen in a row, each with a new id', turns(16, (index) => write(index)), 15, 1],
  ['several in one message', [times(4, (index) => write(index))], 3, 1],
  ['three, and then an answer', turns(3, (index) => write(index)), 2, 1],
  ['two', turns(2, (index) => write(index)), 1, 0],
  [
    'three in mid run that the agent leaves by itself',
    [...turns(3, (index) => write(index)), [{ tool: 'read', status: 'success' }]],
    2,
    0,
  ],
  [
    'in turn with a read that never says the same',
    turns(6, (index) => (index % 2 === 0 ? write(index) : { tool: 'read', status: 'success' })),
    4,
    1,
  ],
  ['one that works after it had failed', [[write(0, { status: 'error' })], [write(1)]], 0, 0],
  [
    'one that fails as often as it is made',
    turns(3, (index) => write(index, { status: index === 1 ? 'timeout' : 'error' })),
    2,
    1,
  ],
  ['other arguments each time', turns(9, (index) => write(index, { args: { index } })), 0, 0],
  [
    'held back with its batch, then run',
    [[{ tool: 'write', judged: {}, refused: 'tool_batch_rejected' }], [write(1, { judged: {} })]],
    0,
    0,
  ],
  [
    'reads as before: their results tell them apart',
    turns(9, (index) => ({ tool: 'read', status: 'success', value: index })),
    0,
    0,
  ],
  ['reads as before: one over and over is no cycle', turns(9, () => ({ tool: 'read' })), 8, 0],
])('equal writes count with any results: %s', (...[, told, repeats, cycles]) => {
  const trial = new ToldTrial(tools).user('please');
  for (const calls of told) trial.turn(calls);
  const scores = scoreTrial(trial.turn([], { text: 'done' }).input());
  expect(scores['termination.repeats']?.count).toBe(repeats);
  expect(scores['termination.cycles']?.count).toBe(cycles);
});

it('a write that the user asks for again, and one that a fault planted, close no cycle', () => {
  const asked = new ToldTrial(tools);
  for (const index of [1, 2, 3, 4]) asked.user('once more').turn([write(index)]);
  const planted = new ToldTrial(tools)
    .turn([write(1), write(2, { injected: 'duplicate_call' })])
    .turn([write(3)]);
  for (const trial of [asked, planted]) {
    expect(scoreTrial(trial.input())['termination.cycles']?.count).toBe(0);
  }
});

it.each([
  [true, 0],
  [false, 2],
])('a tool whose grade is a guess (%j) repeats itself by its results', (isGuess, repeats) => {
  const odd = toldTool('odd', { grade: 'irreversible', ...(isGuess ? { graded: false } : {}) });
  const trial = new ToldTrial([odd]);
  for (const value of [1, 2, 3]) trial.turn([{ tool: 'odd', status: 'success', value }]);
  const scores = scoreTrial(trial.input());
  expect(scores['termination.repeats']?.count).toBe(repeats);
  expect(scores['termination.cycles']?.count).toBe(1);
});

it.each([
  ['aaaaaaaaa', null],
  ['ababa', null],
  ['ababab', { start: 0, period: 2, times: 3 }],
  ['xxabcabcabcab', { start: 2, period: 3, times: 3 }],
  ['abcdabcdabcd', { start: 0, period: 4, times: 3 }],
  ['abcdeabcdeabcde', null],
  ['aabaabaab', { start: 0, period: 3, times: 3 }],
  ['', null],
])('the cycle in %j is %j', (signs, cycle) => {
  expect(findCycle(signs.split(''))).toEqual(cycle);
});

it.each([
  ['aa', null],
  ['aaa', { start: 0, period: 1, times: 3 }],
  ['baaa', { start: 1, period: 1, times: 3 }],
  ['aaab', null],
  ['aaaab', { start: 0, period: 1, times: 4 }],
])('the cycle of writes in %j is %j', (signs, cycle) => {
  expect(findCycle(signs.split(''), () => true)).toEqual(cycle);
});

it('a turn whose request was never answered counts as a turn', () => {
  const trial = tell([{ tool: 'read', status: 'success' }]).turn([], { text: 'Done' });
  trial.emit({ type: 'request', turn: 3, attempt: 1, messages: 4, offered: [] });
  const score = scoreTrial(trial.input({ calls: [wantCall('read')] }))['termination.turns_over'];
  expect(score).toMatchObject({ count: 1, of: 3 });
});

it('an order that goes round ends, and needs a turn for each call', () => {
  const trial = tell([{ tool: 'read' }, { tool: 'write' }]).turn([], { text: 'Done' });
  const names: readonly (readonly [string, string])[] = [
    ['read', 'write'],
    ['write', 'read'],
  ];
  // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
  const order = names.map(([first, second]) => ({ first, then: second }));
  const input = trial.input({ calls: [wantCall('read'), wantCall('write')], order });
  expect(scoreTrial(input)['termination.turns_over']?.value).toBe(0);
});

it.each<[string, readonly [ToolErrorKind, ToolErrorKind], number]>([
  ['the same way', ['failed', 'failed'], 1],
  ['another way', ['failed', 'unavailable'], 0],
])('a read that fails %s is a repeat or is none', (_name, kinds, count) => {
  const trial = new ToldTrial(tools).user('go');
  kinds.forEach((kind, index) => {
    trial.turn([{ tool: 'read' }]);
    const call = `t${index + 1}c0` as const;
    trial.emit({
      type: 'result',
      call,
      delivery: 0,
      status: 'error',
      value: null,
      error: { kind, message: kind, retryable: false, recoverable: false },
      cached: false,
      durationMs: 5,
      executed: null,
    });
  });
  expect(scoreTrial(trial.input())['termination.repeats']?.count).toBe(count);
});

it.each([
  { users: 0, turns: 3, over: 1 },
  { users: 1, turns: 3, over: 1 },
  { users: 2, turns: 3, over: 0 },
  { users: 3, turns: 3, over: 0 },
])('$turns turns for one call and $users things said: $over over', ({ users, turns, over }) => {
  const trial = new ToldTrial(tools);
  for (let said = 0; said < users; said += 1) trial.user('go');
  for (let turn = 0; turn < turns; turn += 1) trial.turn(turn === 0 ? [{ tool: 'read' }] : []);
  const score = scoreTrial(trial.input({ calls: [wantCall('read')] }))['termination.turns_over'];
  expect(score).toMatchObject({ value: over, of: turns });
  expect(score?.losses).toHaveLength(over === 0 ? 0 : 1);
});

it('a chain in which every call depends on both of the two before it is measured at once', () => {
  const layers = Array.from({ length: 40 }, (_, layer) => [`a${layer}`, `b${layer}`]);
  const order = layers.flatMap((layer, at) =>
    (layers[at + 1] ?? []).flatMap((then) =>
      // oxlint-disable-next-line unicorn/no-thenable -- the word of the contract; its value is a text
      layer.map((first) => ({ first, then })),
    ),
  );
  const calls = layers.flat().map((id) => wantCall('read', null, { id }));
  const trial = tell(times(42, () => ({ tool: 'read' })));
  const score = scoreTrial(trial.input({ calls, order }))['termination.turns_over'];
  expect(score).toMatchObject({ value: 1, of: 42 });
});

it('a call of a polling tool and one that a fault planted, alone, are no cycle', () => {
  const polled = tell([{ tool: 'poll' }]);
  expect(scoreTrial(polled.input())['termination.cycles']?.value).toBeNull();
  const planted = tell([{ tool: 'write', injected: 'x' }]);
  expect(scoreTrial(planted.input())['termination.cycles']).toMatchObject({ value: 0, of: 1 });
});

it.each([
  ['read', '"read" was called again with the same arguments and had the same result'],
  ['write', '"write" was called again with the same arguments'],
])('a repeat of %s is described', (tool, text) => {
  const trial = tell(times(2, () => ({ tool, args: { a: 1 }, status: 'success', value: 1 })));
  const losses = scoreTrial(trial.input())['termination.repeats']?.losses ?? [];
  expect(losses.map((loss) => loss.text)).toEqual([text]);
});

it('reads that were refused for different reasons had different results', () => {
  const read = (refused: ToolErrorKind): ToldCall => ({ tool: 'read', args: { a: 1 }, refused });
  const repeats = (...calls: readonly ToldCall[]): number | undefined =>
    scoreTrial(tell(calls).input())['termination.repeats']?.losses.length;
  expect(repeats(read('denied'), read('unknown_tool'))).toBe(0);
  expect(repeats(read('denied'), read('denied'))).toBe(1);
});
