import { expect, it } from 'vitest';
import type { StopReason } from '../core/stop-reason.ts';
import { ToldTrial, toldTool, wantCall, type ToldCall } from '../testing/told-trial.ts';
import { findCycle } from './find-cycle.ts';
import { scoreTrial } from './score-trial.ts';

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
