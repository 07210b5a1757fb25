import type { ChatRequest } from '../../harness/core/talk/chat.ts';
import { expect, it } from 'vitest';

import { hashDescription } from './hash-description.ts';
import { requests } from './requests.ts';
import { createTableModel } from './similarity-table.ts';

const near = { name: 'near', description: 'Is near.' };
const far = { name: 'far', description: 'Is far.' };
const [first, second] = requests;

const respond = createTableModel({
  threshold: 3000,
  requests: [first?.id ?? '', second?.id ?? ''],
  similarities: { [hashDescription(near)]: [4000, 2999], [hashDescription(far)]: [3500, 100] },
});

const ask = (text: string, tools: readonly { name: string; description: string }[]): unknown => {
  const request: ChatRequest = {
    model: 'encoder-not',
    messages: [{ role: 'user', content: text }],
    tools: tools.map((tool) => ({
      type: 'function',
      function: { ...tool, parameters: { type: 'object', required: ['note'] } },
    })),
  };
  const reply = respond(request);
  return reply.type === 'body' ? { status: reply.status, body: reply.body } : reply;
};

it('calls the nearest tool in any set of known descriptions, with the text as what is required', () => {
  const text = first?.text ?? '';
  const call = (name: string): object => ({ name, arguments: JSON.stringify({ note: text }) });
  const toReply = (name: string): object => ({
    status: 200,
    body: { choices: [{ message: { tool_calls: [{ function: call(name) }] } }] },
  });
  expect(ask(text, [far, near])).toMatchObject(toReply('near'));
  expect(ask(text, [far])).toMatchObject(toReply('far'));
});

it('calls none below the threshold, and refuses what it does not know', () => {
  expect(ask(second?.text ?? '', [near, far])).toMatchObject({
    body: { choices: [{ finish_reason: 'stop' }] },
  });
  expect(ask('Something else', [near])).toMatchObject({ status: 400 });
  expect(ask(first?.text ?? '', [{ ...near, description: 'Is new.' }])).toMatchObject({
    status: 400,
  });
});
