import { expect, it } from 'vitest';
import type { JsonObject } from '../json/json.ts';
import type { ModelReply } from '../core/talk/model.ts';
import { sampleBody, sampleCompletion, sampleStream } from '../testing/sample-exchange.ts';
import { decodeChat } from './chat/decode-chat.ts';
import { encodeChat } from './chat/encode-chat.ts';
import { mergeExtra } from './message-extra.ts';

const signature = { google: { thought_signature: 'SIG==' } };
const call = {
  id: 'c1',
  type: 'function',
  function: { name: 'look', arguments: '{"q":"a"}', thought_signature: 'F' },
  extra_content: signature,
  cache: [1, { a: null }],
};
const message = {
  reasoning_content: 'Let me look.',
  reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Let me look.', signature: 'S' }],
  extra_content: signature,
  annotations: [],
  tool_calls: [call],
};

/** What goes back of {@link message}. */
const extra = {
  reasoning_content: 'Let me look.',
  reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Let me look.', signature: 'S' }],
  extra_content: signature,
};
const callExtra = {
  call: { extra_content: signature, cache: [1, { a: null }] },
  function: { thought_signature: 'F' },
};

function readReply(exchange: Parameters<typeof decodeChat>[0]): ModelReply {
  const decoded = decodeChat(exchange);
  if (!decoded.ok) throw new Error(decoded.error.code);
  return decoded.reply;
}

it('F04: what a provider added to a reply and its calls is kept, from a body', () => {
  const reply = readReply(sampleBody(sampleCompletion(message)));
  expect([reply.extra, reply.calls[0]?.extra]).toEqual([extra, callExtra]);
});

it('F04: and from a stream, where text comes in pieces and marks come whole', () => {
  const piece = (delta: JsonObject): JsonObject => ({ delta });
  const { function: said, ...rest } = call;
  const reply = readReply(
    sampleStream([
      piece({
        reasoning_content: 'Let me ',
        reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'Let me ' }],
      }),
      piece({
        reasoning_content: 'look.',
        reasoning_details: [{ type: 'reasoning.text', index: 0, text: 'look.' }],
      }),
      piece({ reasoning_details: [{ type: 'reasoning.text', index: 0, signature: 'S' }] }),
      piece({ tool_calls: [{ index: 0, ...rest, function: { ...said, arguments: '' } }] }),
      piece({ tool_calls: [{ index: 0, function: { arguments: '{"q":"a"}' } }] }),
      piece({ extra_content: signature }),
      { delta: {}, finish_reason: 'tool_calls' },
    ]),
  );
  expect([reply.extra, reply.calls[0]?.extra]).toEqual([extra, callExtra]);
});

it.each([false, true])('an edited reply is put on the wire with them (stream: %s)', (stream) => {
  const reply = readReply(sampleBody(sampleCompletion(message)));
  const again = readReply(encodeChat(reply, { stream }));
  expect([again.extra, again.calls]).toEqual([reply.extra, reply.calls]);
});

it('a reply without such fields has none', () => {
  const reply = readReply(
    sampleBody(sampleCompletion({ content: 'Hi', reasoning_content: null, refusal: null }, 'stop')),
  );
  expect(Object.hasOwn(reply, 'extra')).toBe(false);
});

it.each<[JsonObject, JsonObject, JsonObject]>([
  [{ reasoning: 'a' }, { reasoning: 'b' }, { reasoning: 'ab' }],
  [{ signature: 'S' }, { signature: 'T' }, { signature: 'T' }],
  [{ signature: 'S' }, { signature: '' }, { signature: 'S' }],
  [{ signature: 'S' }, { signature: null }, { signature: 'S' }],
  [
    { list: [{ index: 0, text: 'a' }] },
    { list: [{ index: 1, text: 'b' }] },
    {
      list: [
        { index: 0, text: 'a' },
        { index: 1, text: 'b' },
      ],
    },
  ],
  [{ list: [{ text: 'a' }] }, { list: [{ text: 'b' }] }, { list: [{ text: 'a' }, { text: 'b' }] }],
  [{ a: { b: 1 } }, { a: { c: 2 } }, { a: { b: 1, c: 2 } }],
])('%j and %j are %j', (before, next, merged) => {
  expect(mergeExtra(before, next)).toEqual(merged);
});
