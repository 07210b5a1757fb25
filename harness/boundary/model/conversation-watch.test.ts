import { expect, it } from 'vitest';
import type { ChatMessage } from '../../core/talk/chat.ts';
import type { ModelReply } from '../../core/talk/model.ts';
import { ConversationWatch, findHistoryProblems } from './conversation-watch.ts';

function reply(id: string | null, extra: Partial<ModelReply> = {}): ModelReply {
  return {
    text: null,
    refusal: null,
    calls: [{ id, name: 'step', argumentsText: '{}' }],
    stop: 'tool_calls',
    finishReason: 'tool_calls',
    usage: null,
    model: 'm',
    deviations: [],
    ...extra,
  };
}

function calling(...ids: readonly string[]): ChatMessage {
  return {
    role: 'assistant',
    content: null,
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

const user: ChatMessage = { role: 'user', content: 'hi' };

it('B033 B035 an id used again in a later turn is reported once', () => {
  const watch = new ConversationWatch();
  const told = ['same', 'same', 'same', null, null].map((id) => watch.next(reply(id)));
  expect(told.map((deviations) => deviations.map((one) => one.code))).toEqual([
    [],
    ['id_reused_across_turns'],
    [],
    [],
    [],
  ]);
});

it('B166 another model or back end in mid-conversation is reported', () => {
  const watch = new ConversationWatch();
  const replies = [
    reply('a', { fingerprint: 'fp1' }),
    reply('b', { model: null }),
    reply('c', { model: 'n', fingerprint: 'fp2' }),
  ];
  const told = replies.map((one) => watch.next(one).map((deviation) => deviation.code));
  expect(told).toEqual([[], [], ['model_changed', 'fingerprint_changed']]);
});

it.each<[string, readonly ChatMessage[], readonly string[]]>([
  ['a sound history', [user, calling('a', 'b'), answer('b'), answer('a'), user], []],
  ['ids used again in a later turn', [calling('a'), answer('a'), calling('a'), answer('a')], []],
  ['B038 a call without an answer', [calling('a', 'b'), answer('a'), user], ['call_unanswered']],
  ['a call without an answer at the end', [calling('a')], ['call_unanswered']],
  [
    'B041 two answers to one call',
    [calling('a'), answer('a'), answer('a')],
    ['call_answered_twice'],
  ],
  ['an answer to no call', [user, answer('x')], ['answer_without_call']],
  [
    'B040 the calls of one reply in two messages',
    [calling('a'), calling('b'), answer('a'), answer('b')],
    ['call_unanswered', 'answer_without_call'],
  ],
  [
    'B042 a user message between two answers',
    [calling('a', 'b'), answer('a'), user, answer('b')],
    ['call_unanswered', 'answer_without_call'],
  ],
])('%s', (_name, messages, codes) => {
  expect(findHistoryProblems(messages).map((problem) => problem.code)).toEqual(codes);
});
