import { expect, it } from 'vitest';
import type { ChatMessage, ChatRequest } from '../core/talk/chat.ts';
import { toWireRequest } from './wire-request.ts';

function calling(content: string | null, ...ids: readonly string[]): ChatMessage {
  return {
    role: 'assistant',
    content,
    tool_calls: ids.map((id) => ({
      id,
      type: 'function',
      function: { name: 'a', arguments: '{}' },
    })),
  };
}

function answer(id: string): ChatMessage {
  return { role: 'tool', tool_call_id: id, content: '1' };
}

function ask(messages: readonly ChatMessage[], extra: Partial<ChatRequest> = {}): ChatRequest {
  return { model: 'm', temperature: 0, messages, ...extra };
}

it.each([
  ['null', null, { content: null }],
  ['null', '', { content: null }],
  ['text', null, { content: '' }],
  ['absent', '', {}],
  ['null', 'hi', { content: 'hi' }],
] as const)('B043 B044 empty content as %s: %j goes out as %j', (emptyContent, content, want) => {
  const form = { emptyContent, maxCallIdChars: null };
  const sent = toWireRequest(ask([calling(content, 'c1')]), form);
  const { tool_calls: calls, ...rest } = sent.messages[0] as unknown as Record<string, unknown>;
  expect(rest).toEqual({ role: 'assistant', ...want });
  expect(calls).toHaveLength(1);
});

it('B036 B037 long ids become short ones, distinct, the same in call and answer', () => {
  const long = 'x'.repeat(70);
  const messages = [
    calling(null, `${long}-1`, 'c9', `${long}-2`),
    answer(`${long}-1`),
    answer('c9'),
    answer(`${long}-2`),
  ];
  const form = { emptyContent: 'null', maxCallIdChars: 40 } as const;
  const sent = toWireRequest(ask(messages), form).messages;
  const [first] = sent;
  const ids = first?.role === 'assistant' ? first.tool_calls?.map((call) => call.id) : [];
  expect(ids).toEqual(['L00000001', 'c9', 'L00000002']);
  expect(sent.slice(1)).toEqual([answer('L00000001'), answer('c9'), answer('L00000002')]);
  const whole = toWireRequest(ask(messages), { ...form, maxCallIdChars: null });
  expect(whole.messages).toEqual(messages);
});

it('B113 half a surrogate pair goes out as a replacement mark, a whole pair as it is', () => {
  const messages: ChatMessage[] = [
    { role: 'user', content: 'abc\ud83d' },
    { role: 'user', content: '\ude00x' },
    { role: 'user', content: '🌧' },
  ];
  const sent = toWireRequest(ask(messages), { emptyContent: 'null', maxCallIdChars: null });
  expect(sent.messages.map((message) => message.content)).toEqual(['abc\ufffd', '\ufffdx', '🌧']);
});

it('everything else goes out as it is', () => {
  const request = ask([{ role: 'user', content: 'hi' }], { tools: [], stream: true, top_k: 5 });
  expect(toWireRequest(request, { emptyContent: 'null', maxCallIdChars: 40 })).toEqual(request);
});
