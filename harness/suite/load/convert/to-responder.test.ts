import { expect, it } from 'vitest';

import type { ChatRequest } from '../../../core/talk/chat.ts';
import type { ReplyInput } from '../../input/reply-input.ts';
import { toResponder } from './to-responder.ts';

const request: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'x' }] };

const answer = (reply: unknown): unknown =>
  // The point of the test is what a suite's function may return against its type.
  toResponder('m', () => reply as ReplyInput)(request);

it.each([
  ['a text', 'Hi', { role: 'assistant', content: 'Hi' }, 'stop'],
  [
    'calls, with ids counted from the conversation',
    { calls: [{ name: 'f', arguments: { a: 1 } }] },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a":1}' } },
      ],
    },
    'tool_calls',
  ],
  [
    'a choice',
    { message: { role: 'assistant', content: 'Hi' }, finish_reason: 'length' },
    { role: 'assistant', content: 'Hi' },
    'length',
  ],
])('a responder may answer with %s', (...[, reply, message, finish]) => {
  expect(answer(reply)).toMatchObject({
    body: { choices: [{ message, finish_reason: finish }] },
  });
});

it('ids of later calls go on where the conversation is', () => {
  const call = {
    id: 'call_1',
    type: 'function' as const,
    function: { name: 'f', arguments: '{}' },
  };
  const messages: ChatRequest['messages'] = [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content: '1' },
  ];
  const respond = toResponder('m', () => ({ calls: [{ name: 'f' }] }));
  expect(JSON.stringify(respond({ ...request, messages }))).toContain('"id":"call_2"');
});

it('a reply in its raw form stays as it is', () => {
  const reply = { type: 'text', status: 503, text: 'down' };
  expect(answer(reply)).toBe(reply);
});

it.each([
  [undefined, 'it returned undefined'],
  [Promise.resolve('Hi'), 'it returned a promise'],
  [7, 'it returned 7'],
  [{ role: 'assistant', content: 'Hi' }, '"role"'],
  [{ type: 'body', status: 200 }, 'body'],
  [{ calls: [{ arguments: {} }] }, 'name'],
  [{}, 'it returned {}'],
])('%j is refused with the model, the place and the forms', (reply, part) => {
  expect(() => answer(reply)).toThrow(
    expect.objectContaining({
      code: 'SUITE_REPLY',
      message: expect.stringMatching(
        new RegExp(
          `^"respond" of model "m" did not return a reply: .*${part.replaceAll(/[{}]/gu, String.raw`\$&`)}.*Return a text`,
          'su',
        ),
      ) as string,
    }),
  );
});
