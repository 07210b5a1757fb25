import { expect, it } from 'vitest';
import type { ChatRequest } from '../core/talk/chat.ts';
import type { ModelReply } from '../core/talk/model.ts';
import { ConversationMemory, isContinued } from './conversation-memory.ts';

const reply: ModelReply = {
  text: null,
  refusal: null,
  calls: [{ id: 'c1', name: 'pay', argumentsText: '{}' }],
  stop: 'tool_calls',
  finishReason: 'completed',
  usage: null,
  model: 'm',
  responseId: 'resp_1',
  deviations: [],
};
const first: ChatRequest = {
  api: 'responses',
  model: 'm',
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'pay' },
  ],
};
const next: ChatRequest = {
  api: 'responses',
  model: 'm',
  messages: [
    { role: 'system', content: 'Be quick.' },
    { role: 'tool', tool_call_id: 'c1', content: 'done' },
  ],
  previous_response_id: 'resp_1',
};

it('completes a request that goes on from a reply with what was said before it', () => {
  const memory = new ConversationMemory();
  memory.learn(first, reply);
  const whole = memory.complete(next);
  expect(isContinued(whole)).toBe(false);
  expect(whole).toEqual({
    ...next,
    previous_response_id: 'in_messages',
    messages: [
      { role: 'system', content: 'Be quick.' },
      { role: 'user', content: 'pay' },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'pay', arguments: '{}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'done' },
    ],
  });
});

it('goes on over several replies, and from either of two', () => {
  const memory = new ConversationMemory();
  memory.learn(first, reply);
  memory.learn(memory.complete(next), { ...reply, calls: [], text: 'Paid.', responseId: 'resp_2' });
  const third = memory.complete({ ...next, previous_response_id: 'resp_2' });
  expect(third.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
    'tool',
  ]);
  expect(memory.complete(next).messages).toHaveLength(4);
});

it('leaves a request as it is that goes on from a reply of another time', () => {
  const memory = new ConversationMemory();
  expect(memory.complete(next)).toBe(next);
  expect(isContinued(next)).toBe(true);
  expect(isContinued(first)).toBe(false);
});
