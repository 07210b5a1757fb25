import { expect, it } from 'vitest';

import type { EventBody, TranscriptEvent } from '../../core/trial/transcript.ts';
import { findParting } from './find-parting.ts';
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
] as const)('transcripts do not part by %s', (_name, first, second) => {
  expect(findParting(toEvents(first), toEvents(second, 50))).toBeNull();
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
  'transcripts part at the first deed that differs (%#)',
  (...[first, second, event, baseline, candidate]) => {
    expect(findParting(toEvents(first), toEvents(second))).toEqual({ event, baseline, candidate });
  },
);

it('cuts long texts for showing, after comparing them whole', () => {
  const long = 'x'.repeat(1000);
  const parting = findParting(
    toEvents([{ ...end, text: `${long}a` }]),
    toEvents([{ ...end, text: `${long}b` }]),
  );
  expect(parting?.baseline.length).toBeLessThan(300);
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
