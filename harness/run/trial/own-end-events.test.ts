import { expect, it } from 'vitest';

import type { EventBody } from '../../core/trial/transcript.ts';
import { failed, judged, reply, request, stopped, toEvents } from '../../testing/own-end-bench.ts';
import { toOwnEnd, toThrownEnd } from './to-own-end.ts';

const whole = { singleRound: false, proposeOnly: false };

const done = { stopReason: 'answered', text: 'Done.' } as const;

const known = (bodies: EventBody): EventBody =>
  bodies.type === 'judged' ? { ...bodies, known: true } : bodies;

it.each<[string, unknown, readonly EventBody[], object]>([
  [
    'a refusal, where the agent hands on nothing: its own words',
    { stopReason: 'answered', text: null },
    [request(1), stopped(1, 'Text.', { stop: 'stop', refusal: 'I must not.' })],
    { stopReason: 'refused', text: 'I must not.' },
  ],
  [
    'a refusal that only its end says',
    { stopReason: 'answered', text: null },
    [request(1), stopped(1, 'No.', { stop: 'refusal' })],
    { stopReason: 'refused', text: 'No.' },
  ],
  [
    'a filtered reply, where the agent hands on nothing',
    { stopReason: 'answered', text: null },
    [request(1), stopped(1, 'Half', { stop: 'content_filter' })],
    { stopReason: 'content_filter', text: null },
  ],
  [
    'a cut reply, where the agent hands on nothing',
    { stopReason: 'answered', text: null },
    [request(1), stopped(1, 'Half', { stop: 'length' })],
    { stopReason: 'truncated', text: 'Half' },
  ],
  [
    'open calls, where the agent hands on nothing',
    { stopReason: 'answered', text: null },
    [request(1), reply(1, 'Let me look.', ['stock'])],
    { stopReason: 'max_turns', text: null },
  ],
  [
    'a call to a tool of the suite, which was judged',
    done,
    [request(1), reply(1, null, ['stock']), known(judged('t1c0', 'stock'))],
    { stopReason: 'max_turns' },
  ],
  [
    'a call to the framework and one to the suite',
    done,
    [request(1), reply(1, null, ['final_answer', 'stock']), judged('t1c0', 'final_answer')],
    { stopReason: 'max_turns' },
  ],
  [
    'a call to what only an earlier request offered',
    done,
    [
      request(1),
      { ...request(1, 2), offered: ['stock'] } as EventBody,
      reply(1, null, ['final_answer']),
      judged('t1c0', 'final_answer'),
    ],
    { stopReason: 'max_turns' },
  ],
  [
    'a call in a reply whose request is not there',
    done,
    [reply(1, null, ['final_answer']), judged('t1c0', 'final_answer')],
    { stopReason: 'max_turns' },
  ],
  [
    'a reply without any text',
    { stopReason: 'answered', text: 'ok' },
    [request(1), reply(1, null)],
    { stopReason: 'empty', text: 'ok' },
  ],
  [
    'a question that the agent says is a refusal',
    { stopReason: 'refused', text: 'Which one?' },
    [request(1), reply(1, 'Which one?')],
    { stopReason: 'refused', text: 'Which one?' },
  ],
  [
    'a statement that the agent says is a question',
    { stopReason: 'asked', text: 'Name it.' },
    [request(1), reply(1, 'Name it.')],
    { stopReason: 'asked', text: 'Name it.' },
  ],
  [
    'a refusal in no words',
    { stopReason: 'refused', text: ' ' },
    [],
    { stopReason: 'empty', text: ' ' },
  ],
  ['no text at all', { stopReason: 'answered' }, [], { stopReason: 'empty', text: null }],
  [
    'the second of two equal answers, after an error',
    done,
    [request(1), reply(1, 'Done.'), request(2), failed(2), request(3), reply(3, 'Done.')],
    done,
  ],
  [
    'an answer that no reply has, after an error',
    { stopReason: 'answered', text: 'My own.' },
    [request(1), reply(1, 'Done.'), request(2), failed(2)],
    { stopReason: 'model_error', text: 'My own.' },
  ],
  [
    'a request beside it that failed, was retried after it, and failed again',
    done,
    [request(1), request(2), failed(2), reply(1, 'Done.'), request(2, 2), failed(2, 'http', 2)],
    { stopReason: 'model_error' },
  ],
  [
    'two requests beside it that failed',
    done,
    [request(1), request(2), request(3), reply(1, 'Done.'), failed(2), failed(3)],
    done,
  ],
  [
    'one request beside it that failed, and one after it',
    done,
    [request(1), request(2), reply(1, 'Done.'), failed(2), request(3), failed(3)],
    { stopReason: 'model_error' },
  ],
  ['an error whose request is not there', done, [request(1), reply(1, 'Done.'), failed(2)], done],
  [
    'an error before a request that was given up',
    { stopReason: 'answered', text: null },
    [request(1), failed(1, 'protocol'), request(2), failed(2, 'cancelled')],
    { stopReason: 'protocol_error', text: null },
  ],
])('an end is held against the events: %s', (...[, said, events, end]) => {
  expect(toOwnEnd(said, toEvents(events), whole)).toEqual({ ...done, ...end, fault: null });
});

it('a loop that only proposes ends with calls that were not run', () => {
  const events = toEvents([request(1), reply(1, null, ['stock'])]);
  expect(toOwnEnd(done, events, { ...whole, proposeOnly: true })).toMatchObject(done);
});

it.each<[unknown, readonly EventBody[], string, string]>([
  [
    Object.assign(new Error('x'), { name: 'AbortError' }),
    [request(1), failed(1, 'cancelled')],
    'cancelled',
    'at turn 1, attempt 1 (cancelled): AbortError: x',
  ],
  [
    new Error(''),
    [request(1), failed(1, 'protocol')],
    'protocol_error',
    'at turn 1, attempt 1 (protocol): Error: ',
  ],
  ['late', [request(1), failed(1), request(1, 2)], 'model_error', 'at turn 1, attempt 2: late'],
  [
    'beside',
    [request(1), failed(1), request(2), failed(2, 'protocol'), failed(1)],
    'model_error',
    'at turn 2, attempt 1 (protocol): beside',
  ],
  [
    7,
    [request(1), reply(1, 'Done.')],
    'agent_error',
    'at turn 1, attempt 1: a value of type number',
  ],
])('what an agent threw, %j, is said with its place', (...[thrown, events, stopReason, text]) => {
  expect(toThrownEnd(thrown, toEvents(events))).toEqual({
    stopReason,
    text: null,
    fault: `The agent threw ${text}`,
  });
});
