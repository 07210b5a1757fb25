import { expect, it } from 'vitest';

import type { EventBody } from '../../core/trial/transcript.ts';
import { usualEvent } from '../../testing/usual-event.ts';
import { describeEvent, shorten } from './describe-event.ts';

const reply: Extract<EventBody, { type: 'reply' }> = {
  type: 'reply',
  turn: 1,
  attempt: 1,
  from: 'recorded',
  text: null,
  refusal: null,
  calls: [],
  stop: 'stop',
  finishReason: 'stop',
  usage: null,
  model: 'm',
  deviations: [],
  durationMs: 10,
};
const call = (name: string, argumentsText: string | null) =>
  ({ ref: 't1c0', id: 'x', name, argumentsText }) as const;
const error = {
  kind: 'timeout',
  recoverable: true,
  retryable: true,
  hint: 'Wait',
  message: 'Late',
} as const;
const lost = { message: 'Gone', retryable: true, retryAfterMs: null, deviations: [] } as const;
const denied = {
  kind: 'denied',
  recoverable: false,
  retryable: false,
  hint: 'Ask',
  message: 'No',
} as const;

it.each<readonly [wanted: string | null, event: EventBody]>([
  ['user said "Hi"', { type: 'user', text: 'Hi' }],
  [null, usualEvent.request()],
  [null, usualEvent.judged()],
  [null, { type: 'journal', call: 't1c0', key: 'k', state: 'intent' }],
  [
    'model called f({"a":1}), g()',
    { ...reply, text: 'Let me see', calls: [call('f', '{ "a": 1 }'), call('g', null)] },
  ],
  ['model called f({a)', { ...reply, refusal: 'No', calls: [call('f', '{a')] }],
  ['model refused: "I cannot"', { ...reply, refusal: 'I cannot', text: 'Sorry' }],
  ['model said "Done"', { ...reply, text: 'Done' }],
  ['model said nothing (length)', { ...reply, stop: 'length' }],
  ['model said nothing (stop)', { ...reply, text: '' }],
  [
    'model gave no reply: http_500',
    {
      type: 'model_error',
      turn: 1,
      attempt: 1,
      from: 'fault',
      error: { ...lost, code: 'http_500', kind: 'http', status: 500 },
      durationMs: 1,
    },
  ],
  ['the loop held t1c0 back: denied', { type: 'refused', call: 't1c0', error: denied }],
  ['the human answered deny to t1c0', { type: 'human', call: 't1c0', answer: 'deny' }],
  ['send({"a":1}) ran', usualEvent.delivery({ arguments: { a: 1 } })],
  [
    'send({"a":1.0}) ran as a preview',
    usualEvent.delivery({ arguments: { a: 1 }, exact: '{"a":1.0}', preview: true }),
  ],
  ['send({}) ran, delivery 2', usualEvent.delivery({ delivery: 2 })],
  ['send changed the world: a', usualEvent.effect()],
  ['t1c0 came back as success: {"b":2}', usualEvent.result({ value: { b: 2 } })],
  [
    't1c0 came back as error from the journal: timeout',
    usualEvent.result({ status: 'error', cached: true, error }),
  ],
  [
    't1c0 gave the model "use confirm-3"',
    {
      type: 'observation',
      call: 't1c0',
      content: 'use confirm-3-0a1b2c3d',
      fullChars: 9,
      truncated: false,
    },
  ],
  [
    'fault http_500 struck',
    { type: 'fault', fault: 'standard.http', kind: 'http_500', on: 'model' },
  ],
  ['guard max_calls ended it', { type: 'guard', guard: 'max_calls', text: 'Too many' }],
  ['Two replies are left', { type: 'guard', guard: 'script_unused', text: 'Two replies are left' }],
  ['ended as answered, saying "Done"', { type: 'end', stopReason: 'answered', text: 'Done' }],
  ['ended as max_turns', { type: 'end', stopReason: 'max_turns', text: null }],
  ['the world ended as {"a":1}', { type: 'state', state: { a: 1 } }],
])('says %s', (wanted, event) => {
  expect(describeEvent({ ...event, seq: 3, atMs: 7 })).toBe(wanted);
});

it('cuts what is longer than 240 characters', () => {
  const [fits, long] = ['x'.repeat(240), 'x'.repeat(241)];
  expect([shorten(fits), shorten(long)]).toEqual([fits, `${fits}...`]);
});
