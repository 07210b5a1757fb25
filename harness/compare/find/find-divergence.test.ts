import { expect, it } from 'vitest';

import type { EventBody, TranscriptEvent } from '../../core/trial/transcript.ts';
import { findDivergence } from './find-divergence.ts';
import { toComparableEvent } from './to-comparable-event.ts';

type Body = EventBody;

const toEvents = (bodies: readonly Body[], startMs = 0): readonly TranscriptEvent[] =>
  bodies.map((body, seq) => ({ ...body, seq, atMs: startMs + seq }));

const user: Body = { type: 'user', text: 'Refund A-1' };

function reply(calls: readonly (readonly [string, string])[], more: Partial<Body> = {}): Body {
  return {
    type: 'reply',
    turn: 1,
    attempt: 1,
    from: 'recorded',
    tier: 'exact',
    text: null,
    refusal: null,
    calls: calls.map(([name, argumentsText], index) => ({
      ref: `t1c${index}`,
      id: `call_${index}`,
      name,
      argumentsText,
    })),
    stop: 'tool_calls',
    finishReason: 'tool_calls',
    usage: null,
    model: 'm',
    deviations: [],
    durationMs: 10,
    ...more,
  } as Body;
}

const end: Body = { type: 'end', stopReason: 'answered', text: 'Done' };

it.each([
  [
    'times',
    [user, reply([['f', '{}']]), end],
    [user, reply([['f', '{}']], { durationMs: 99 }), end],
  ],
  ['spaces in arguments', [reply([['f', '{"a":1}']])], [reply([['f', '{ "a": 1 }']])]],
  [
    'provenance, model and usage',
    [reply([])],
    [
      reply([], {
        from: 'live',
        model: 'n',
        usage: { inputTokens: 1, outputTokens: 1 },
      }),
    ],
  ],
  ['words beside a call', [reply([['f', '{}']])], [reply([['f', '{}']], { text: 'Let me look' })]],
  [
    'tools on offer',
    [{ type: 'request', turn: 1, attempt: 1, messages: 2, offered: ['f'] }],
    [{ type: 'request', turn: 1, attempt: 1, messages: 3, offered: ['f', 'g'] }],
  ],
] as const)('transcripts do not diverge by %s', (_name, first, second) => {
  expect(findDivergence(toEvents(first), toEvents(second, 50))).toBeNull();
});

it.each([
  [
    [user, reply([['f', '{}']])],
    [user, reply([['g', '{}']])],
    1,
    'model called f({})',
    'model called g({})',
  ],
  [
    [user, reply([['f', '{"a":1}']])],
    [user, reply([['f', '{"a":2}']])],
    1,
    'model called f({"a":1})',
    'model called f({"a":2})',
  ],
  [[user, end], [user], 1, 'ended as answered, saying "Done"', 'nothing more happened'],
  [[user], [user, end], 1, 'nothing more happened', 'ended as answered, saying "Done"'],
  [
    [user, reply([], { text: 'Yes' })],
    [user, reply([], { text: 'No' })],
    1,
    'model said "Yes"',
    'model said "No"',
  ],
])(
  'transcripts diverge at the first action that differs (%#)',
  (...[first, second, event, baseline, candidate]) => {
    expect(findDivergence(toEvents(first), toEvents(second))).toEqual({
      event,
      baseline,
      candidate,
    });
  },
);

const asked = (attempt: number): Body => ({
  type: 'request',
  turn: 1,
  attempt,
  messages: 2,
  offered: ['f', 'g'],
});
const struck: Body = {
  type: 'fault',
  fault: 'standard.http@model.1',
  kind: 'http',
  on: 'model',
  turn: 1,
  attempt: 1,
};
const lineError = (attempt: number): Body => ({
  type: 'model_error',
  turn: 1,
  attempt,
  from: 'fault',
  error: {
    kind: 'http',
    code: 'http_503',
    status: 503,
    retryable: true,
    retryAfterMs: null,
    message: 'Busy',
    deviations: [],
  },
  durationMs: 1,
});
const failed = [asked(1), struck, lineError(1)];

it.each([
  [
    'a retried error is skipped on either side',
    [user, ...failed, asked(2), reply([['f', '{}']], { attempt: 2 }), end],
    [user, asked(1), reply([['g', '{}']]), end],
    'model called f({})',
    'model called g({})',
  ],
  [
    'an error of a real line that was retried is skipped',
    [user, asked(1), lineError(1), asked(2), reply([['f', '{}']], { attempt: 2 }), end],
    [user, asked(1), reply([['g', '{}']]), end],
    'model called f({})',
    'model called g({})',
  ],
  [
    'an error whose request is not in the transcript was not retried',
    [user, lineError(1), reply([['f', '{}']]), end],
    [user, asked(1), reply([['g', '{}']]), end],
    'model gave no reply: http_503',
    'model called g({})',
  ],
  [
    'an error that was not retried is the divergence',
    [user, asked(1), lineError(1), end],
    [user, asked(1), reply([['g', '{}']]), end],
    'model gave no reply: http_503',
    'model called g({})',
  ],
  [
    'the last of several errors counts',
    [user, ...failed, asked(2), lineError(2), end],
    [user, ...failed, asked(2), reply([['f', '{}']]), end],
    'model gave no reply: http_503',
    'model called f({})',
  ],
  [
    'a retried error is shown where nothing else differs',
    [user, ...failed, asked(2), reply([['f', '{}']]), end],
    [user, asked(1), reply([['f', '{}']]), end],
    'fault http struck',
    'model called f({})',
  ],
])('%s', (...[, first, second, baseline, candidate]) => {
  expect(findDivergence(toEvents(first), toEvents(second))).toMatchObject({ baseline, candidate });
  expect(findDivergence(toEvents(second), toEvents(first))).toMatchObject({
    baseline: candidate,
    candidate: baseline,
  });
});

it('cuts long texts for showing, after comparing them whole', () => {
  const long = 'x'.repeat(1000);
  const divergence = findDivergence(
    toEvents([{ ...end, text: `${long}a` }]),
    toEvents([{ ...end, text: `${long}b` }]),
  );
  expect(divergence?.baseline.length).toBeLessThan(300);
});

it.each([
  [
    'times, provenance and place',
    { durationMs: 1 },
    { durationMs: 2, from: 'live', tier: 'loose' },
    true,
  ],
  ['drawn tokens', { text: 'confirm-1-0a1b2c3d' }, { text: 'confirm-1-ffffffff' }, true],
  [
    'tokens of another number',
    { text: 'confirm-1-0a1b2c3d' },
    { text: 'confirm-2-0a1b2c3d' },
    false,
  ],
  [
    'call ids',
    {},
    { calls: [{ ref: 't1c0', id: 'other', name: 'f', argumentsText: '{}' }] },
    false,
  ],
])('for being identical, %s count: %#', (...[, first, second, isSame]) => {
  const toText = (more: object, seq: number): string =>
    toComparableEvent({ ...reply([['f', '{}']], more), seq, atMs: seq });
  expect(toText(first, 1) === toText(second, 2)).toBe(isSame);
});
