import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { ModelReply } from '../../core/talk/model.ts';
import { decodeChat } from './decode-chat.ts';
import { encodeChat } from './encode-chat.ts';

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });

/** Replies that follow the protocol: whatever deviates cannot come back without its deviation. */
const replies: fc.Arbitrary<ModelReply> = fc
  .record({
    text: fc.option(text),
    refusal: fc.constant(null),
    calls: fc.uniqueArray(
      fc.record({
        id: text,
        name: fc.stringMatching(/^[a-z_]{1,12}$/),
        argumentsText: fc.oneof(fc.constant(null), text, fc.json()),
      }),
      { selector: (call) => call.id, maxLength: 4 },
    ),
    usage: fc.option(fc.record({ inputTokens: fc.nat(), outputTokens: fc.nat() })),
    model: fc.option(text),
  })
  .map((parts) => {
    const finish = parts.calls.length > 0 ? ('tool_calls' as const) : ('stop' as const);
    return { ...parts, stop: finish, finishReason: finish, deviations: [] };
  });

it.each([true, false])('a reply comes back as it was, streamed: %s', (stream) => {
  fc.assert(
    fc.property(replies, (reply) => {
      expect(decodeChat(encodeChat(reply, { stream }))).toEqual({ ok: true, reply });
    }),
  );
});

it('replaces an exchange and keeps its status, headers and times', () => {
  const reply: ModelReply = {
    text: 'hi',
    refusal: null,
    calls: [],
    stop: 'stop',
    finishReason: 'stop',
    usage: null,
    model: 'm',
    deviations: [],
  };
  const like = {
    status: 201,
    headers: { 'content-type': 'x', 'x-request-id': 'r' },
    headersAtMs: 10,
    frames: [
      { atMs: 20, text: 'a' },
      { atMs: 30, text: 'b' },
    ],
    end: 'complete' as const,
    endAtMs: 31,
  };
  const streamed = encodeChat(reply, { stream: true, like });
  expect(streamed).toMatchObject({ status: 201, headersAtMs: 10, endAtMs: 31, end: 'complete' });
  expect(streamed.headers).toEqual({ 'content-type': 'text/event-stream', 'x-request-id': 'r' });
  expect(streamed.frames.map((frame) => frame.atMs)).toEqual([20, 30, 30]);
  const whole = encodeChat(reply, { stream: false, like });
  expect(whole.frames.map((frame) => frame.atMs)).toEqual([30]);
});
