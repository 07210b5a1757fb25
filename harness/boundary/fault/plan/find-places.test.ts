import { expect, it } from 'vitest';
import type { EventBody } from '../../../core/trial/transcript.ts';
import { ToldTrial, toldTool } from '../../../testing/told-trial.ts';
import { findPlaces } from './find-places.ts';

type Delivery = Extract<EventBody, { type: 'delivery' }>;

const tools = [toldTool('look'), toldTool('pay', { grade: 'irreversible' })];
const deliver = (more: Partial<Delivery> = {}): Delivery => ({
  type: 'delivery',
  call: 't1c0',
  tool: 'look',
  delivery: 1,
  preview: false,
  confirm: 'not_needed',
  arguments: {},
  idempotencyKey: null,
  ...more,
});
const result = (more: Partial<Extract<EventBody, { type: 'result' }>> = {}): EventBody => ({
  type: 'result',
  call: 't1c0',
  delivery: 1,
  status: 'success',
  value: { open: 1 },
  error: null,
  cached: false,
  durationMs: 1,
  executed: null,
  ...more,
});
const find = (...events: readonly EventBody[]): ReturnType<typeof findPlaces>['deliveries'] => {
  const trial = new ToldTrial(tools);
  for (const event of events) trial.emit(event);
  return findPlaces(trial.events, tools).deliveries;
};

it('a delivery has the grade of its tool and the value of its own result', () => {
  const place = { call: 1, preview: false, isRepeat: false };
  expect(
    find(
      deliver(),
      deliver({ call: 't1c1', tool: 'pay', preview: true }),
      deliver({ call: 't1c2', tool: 'gone' }),
      result(),
      result({ call: 't1c1', value: 2 }),
    ),
  ).toEqual([
    { ...place, tool: 'look', grade: 'read', value: { open: 1 } },
    { ...place, tool: 'pay', grade: 'irreversible', preview: true, value: 2 },
    { ...place, tool: 'gone', grade: 'read', value: null },
  ]);
});

it('two deliveries of one call have a value each', () => {
  const first = [deliver(), result()];
  const second = [deliver({ delivery: 2 }), result({ delivery: 2, value: 7 })];
  expect(find(...first, ...second).map(({ call, value }) => [call, value])).toEqual([
    [1, { open: 1 }],
    [2, 7],
  ]);
});

it.each(['error', 'timeout', 'denied', 'empty'] as const)('a result %s is no value', (status) => {
  expect(find(deliver(), result({ status })).map(({ value }) => value)).toEqual([null]);
});

it.each<[string, Partial<Delivery>, boolean]>([
  ['the same', {}, true],
  ['the same, its members in another order', { arguments: { b: 2, a: 1 } }, true],
  ['other arguments', { arguments: { a: 1 } }, false],
  ['another tool', { tool: 'pay' }, false],
  ['its preview', { preview: true }, false],
  ['another number that reads alike', { exact: '{"a":1,"b":2.0000000000000000001}' }, false],
])('whether a delivery repeats the one before it: %s', (_name, more, isRepeat) => {
  const args = { a: 1, b: 2 };
  const places = find(deliver({ arguments: args }), deliver({ arguments: args, ...more }));
  expect(places.map((place) => place.isRepeat)).toEqual([false, isRepeat]);
});

it('effects name the call of a turn by its reference, and a turn without effects has none', () => {
  const told = new ToldTrial(tools)
    .turn([{ tool: 'look', status: 'success' }])
    .turn([{ tool: 'look' }, { tool: 'pay', effects: ['A1'] }, { tool: 'pay', effects: ['A2'] }])
    .turn([], { finishReason: 'stop' });
  expect(
    findPlaces(told.events, tools).turns.map(({ turn, effectIndex, finishReason }) => [
      turn,
      effectIndex,
      finishReason,
    ]),
  ).toEqual([
    [1, null, null],
    [2, 1, null],
    [3, null, 'stop'],
  ]);
});
