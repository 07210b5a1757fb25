import { expect, it } from 'vitest';

import type { EventBody } from '../../core/trial/transcript.ts';
import { failed, judged, reply, request, stopped, toEvents } from '../../testing/own-end-bench.ts';
import { toOwnEnd, toThrownEnd } from './to-own-end.ts';

const whole = { singleRound: false, proposeOnly: false };

const done = { stopReason: 'answered', text: 'Done.' } as const;

it.each<[string, unknown, readonly EventBody[], object]>([
  ['an answer', done, [request(1), reply(1, 'Done.')], done],
  [
    'a question, as of the reference loop',
    { stopReason: 'answered', text: 'Which one?' },
    [request(1), reply(1, 'Which one?')],
    { stopReason: 'asked' },
  ],
  [
    'no text where the reply has one: that of the reply',
    { stopReason: 'answered', text: null },
    [request(1), reply(1, 'Done.')],
    done,
  ],
  ['open calls', done, [request(1), reply(1, null, ['stock'])], { stopReason: 'max_turns' }],
  [
    'open calls beside the text that was handed on',
    { stopReason: 'answered', text: 'Let me look.' },
    [request(1), reply(1, 'Let me look.', ['stock'])],
    { stopReason: 'max_turns' },
  ],
  [
    'a call to what only the framework offered',
    done,
    [request(1), reply(1, null, ['final_answer']), judged('t1c0', 'final_answer')],
    done,
  ],
  [
    'a call to what no one offered',
    done,
    [request(1), reply(1, null, ['made_up']), judged('t1c0', 'made_up')],
    { stopReason: 'max_turns' },
  ],
  [
    'a reply without text or calls',
    { stopReason: 'answered', text: 'ok' },
    [request(1), reply(1, ' ')],
    { stopReason: 'empty' },
  ],
  [
    'an empty text where the reply has one',
    { stopReason: 'answered', text: '' },
    [request(1), reply(1, 'Done.')],
    { stopReason: 'empty' },
  ],
  [
    'a cut reply',
    done,
    [request(1), stopped(1, 'Done.', { stop: 'length' })],
    { stopReason: 'truncated' },
  ],
  [
    'a cut reply with calls',
    done,
    [request(1), stopped(1, null, { stop: 'length', calls: ['stock'] })],
    { stopReason: 'truncated' },
  ],
  [
    'a filtered reply',
    done,
    [request(1), stopped(1, null, { stop: 'content_filter' })],
    { stopReason: 'content_filter' },
  ],
  [
    'a refusal',
    done,
    [request(1), stopped(1, null, { stop: 'stop', refusal: 'I must not.' })],
    { stopReason: 'refused' },
  ],
  [
    'an error last (an SDK may give an empty text for it)',
    { stopReason: 'answered', text: '' },
    [request(1), reply(1, null, ['stock']), request(2), failed(2, 'protocol')],
    { stopReason: 'protocol_error' },
  ],
  [
    'an apology for an error',
    { stopReason: 'answered', text: 'Sorry, try later.' },
    [request(1), failed(1)],
    { stopReason: 'model_error', text: 'Sorry, try later.' },
  ],
  [
    'an error that was retried',
    done,
    [request(1), failed(1), request(1, 2), reply(1, 'Done.')],
    done,
  ],
  [
    'a request beside it that failed',
    done,
    [request(1), request(2), reply(1, 'Done.'), failed(2)],
    done,
  ],
  [
    'the same text, from before the request that failed',
    done,
    [request(1), reply(1, 'Done.'), request(2), failed(2)],
    { stopReason: 'model_error' },
  ],
  [
    'a request beside it that was given up',
    done,
    [request(1), request(2), reply(1, 'Done.'), failed(2, 'cancelled')],
    done,
  ],
  [
    'nothing but a request that was given up',
    done,
    [request(1), failed(1, 'cancelled')],
    { stopReason: 'cancelled' },
  ],
  ['a model that is not seen', done, [], done],
  [
    'a model that is not seen, and no text',
    { stopReason: 'answered', text: null },
    [],
    { stopReason: 'empty' },
  ],
  [
    'an end that is none, as the agent says it',
    { stopReason: 'max_turns', text: null },
    [request(1), reply(1, 'Done.')],
    { stopReason: 'max_turns', text: null },
  ],
])('%s', (...[, said, events, end]) => {
  expect(toOwnEnd(said, toEvents(events), whole)).toMatchObject({ ...end, fault: null });
});

it.each<[string, readonly EventBody[], object]>([
  ['is answered', [request(1), reply(1, 'Done.')], { stopReason: 'answered', text: 'Done.' }],
  ['asks', [request(1), reply(1, 'Which one?')], { stopReason: 'asked', text: 'Which one?' }],
  ['has open calls', [request(1), reply(1, null, ['stock'])], { stopReason: 'max_turns' }],
])('a text alone is enough: the end that %s is read from the events', (_, events, end) => {
  const text = events.findLast((event) => event.type === 'reply')?.text ?? null;
  expect(toOwnEnd({ text }, toEvents(events), whole)).toMatchObject({ ...end, fault: null });
});

it('a loop of one round ends with calls that were run', () => {
  const events = toEvents([request(1), reply(1, null, ['stock'])]);
  expect(toOwnEnd(done, events, { ...whole, singleRound: true })).toMatchObject(done);
});

it.each<[unknown, string]>([
  [undefined, 'The agent returned undefined, expected { text }'],
  [null, 'The agent returned null, expected { text }'],
  ['Done.', 'The agent returned string, expected { text }'],
  [{ stopReason: 'done', text: '' }, 'The agent returned the stop reason "done", expected one of'],
  [{}, 'The agent returned neither a text nor a stop reason, expected { text }'],
  [{ stopReason: 'answered', text: ['Done.'] }, 'The agent returned a text that is of type object'],
])('an agent that returns %j broke', (said, text) => {
  const end = toOwnEnd(said, toEvents([request(1), reply(1, 'Done.')]), whole);
  expect(end).toMatchObject({ stopReason: 'agent_error', text: null });
  expect(end.fault).toContain(text);
});

class RateLimitError extends Error {}

it.each<[unknown, readonly EventBody[], string, string]>([
  [
    new RateLimitError('429 slow down\nrequest id 7'),
    [request(1), reply(1, null, ['stock']), request(2), failed(2)],
    'model_error',
    'The agent threw at turn 2, attempt 1 (http_503): RateLimitError: 429 slow down',
  ],
  [
    new TypeError('x is not a function'),
    [request(1), reply(1, 'Done.')],
    'agent_error',
    'The agent threw at turn 1, attempt 1: TypeError: x is not a function',
  ],
  ['stop', [], 'agent_error', 'The agent threw before its first request: stop'],
  [
    Object.create(null),
    [
      request(1),
      reply(1, null, ['stock']),
      {
        type: 'delivery',
        call: 't1c0',
        tool: 'stock',
        delivery: 1,
        preview: false,
        confirm: 'not_needed',
        arguments: {},
        idempotencyKey: null,
      },
    ],
    'agent_error',
    'The agent threw after the call t1c0 of "stock": a value of type object',
  ],
])('an agent that throws says what, and where it was', (...[thrown, events, stopReason, fault]) => {
  expect(toThrownEnd(thrown, toEvents(events))).toEqual({ stopReason, text: null, fault });
});
