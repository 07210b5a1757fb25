import { expect, it } from 'vitest';

import type { ModelError } from '../../core/talk/model.ts';
import { stopReasons, type StopReason } from '../../core/trial/stop-reason.ts';
import type { EventBody, TranscriptEvent } from '../../core/trial/transcript.ts';
import { findLineFailure } from './find-line-failure.ts';

const toEvents = (bodies: readonly EventBody[]): readonly TranscriptEvent[] =>
  bodies.map((body, seq): TranscriptEvent => ({ ...body, seq, atMs: 0 }));

function failed(turn: number, error: Partial<ModelError> = {}): EventBody {
  return {
    type: 'model_error',
    turn,
    attempt: 1,
    from: 'live',
    durationMs: 0,
    error: {
      kind: 'http',
      code: 'http_500',
      status: 500,
      retryable: true,
      retryAfterMs: null,
      message: 'Gone',
      deviations: [],
      ...error,
    },
  };
}

function replied(turn: number): EventBody {
  return {
    type: 'reply',
    turn,
    attempt: 1,
    from: 'live',
    text: 'Done.',
    refusal: null,
    calls: [],
    stop: 'stop',
    finishReason: 'stop',
    usage: null,
    model: null,
    deviations: [],
    durationMs: 0,
  };
}

const struck = (on: 'model' | 'tool', turn: number): EventBody => ({
  type: 'fault',
  fault: 'f',
  kind: 'http_500',
  on,
  turn,
});

const judge = (
  bodies: readonly EventBody[],
  { stop = 'model_error', ownAgent = false }: { stop?: StopReason; ownAgent?: boolean } = {},
): string | null => findLineFailure(stop, toEvents(bodies), { ownAgent })?.code ?? null;

it('says at which turn the line failed, and how', () => {
  expect(findLineFailure('model_error', toEvents([failed(3)]), { ownAgent: false })).toEqual({
    status: 'invalid',
    code: 'provider_error',
    cause: 'The provider gave no usable reply at turn 3: http_500: Gone',
    detail: [],
  });
});

it.each(stopReasons)(
  'only an end by the model or the protocol can be the fault of the line: %s',
  (stop) => {
    const isLine = stop === 'model_error' || stop === 'protocol_error';
    expect(judge([failed(1)], { stop })).toBe(isLine ? 'provider_error' : null);
  },
);

it.each(['calls_unreadable', 'context_length_exceeded'])(
  'an error that says something about the model counts against it: %s',
  (code) => {
    expect(judge([failed(1, { code })])).toBeNull();
    expect(judge([failed(1, { code })], { ownAgent: true })).toBeNull();
  },
);

it.each([
  { status: 400, ownAgent: true, code: null },
  { status: 413, ownAgent: true, code: null },
  { status: 422, ownAgent: true, code: null },
  { status: 401, ownAgent: true, code: 'provider_error' },
  { status: 429, ownAgent: true, code: 'provider_error' },
  { status: 500, ownAgent: true, code: 'provider_error' },
  { status: null, ownAgent: true, code: 'provider_error' },
  { status: 400, ownAgent: false, code: 'provider_error' },
  { status: 413, ownAgent: false, code: 'provider_error' },
  { status: 422, ownAgent: false, code: 'provider_error' },
])('a request that is refused ($status) is the doing of an own agent ($ownAgent) alone', (row) => {
  const { status, ownAgent, code } = row;
  expect(judge([failed(1, { status })], { ownAgent })).toBe(code);
});

it.each([
  { name: 'a fault on this turn', events: [struck('model', 2), failed(2)], code: null },
  {
    name: 'a fault on another turn',
    events: [struck('model', 1), failed(2)],
    code: 'provider_error',
  },
  {
    name: 'a fault of a tool on this turn',
    events: [struck('tool', 2), failed(2)],
    code: 'provider_error',
  },
  {
    name: 'an error and then a reply',
    events: [failed(1), replied(1)],
    code: null,
  },
  {
    name: 'a reply and then an error',
    events: [replied(1), failed(2)],
    code: 'provider_error',
  },
  {
    name: 'two errors, the last of them the fault of the line',
    events: [failed(1, { code: 'context_length_exceeded' }), failed(2)],
    code: 'provider_error',
  },
  { name: 'nothing at all', events: [], code: null },
])(
  'the last outcome of the conversation counts, unless a fault was planted there: $name',
  (row) => {
    expect(judge(row.events)).toBe(row.code);
  },
);
