import { expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { scoreDocument, type CaseScore } from './score-document.ts';

const id = { type: 'string' };
const tools: JsonObject = {
  find_order: { effect: 'read', parameters: { type: 'object', properties: { order_id: id } } },
  pay_back: {
    effect: 'irreversible',
    parameters: { type: 'object', properties: { order_id: id, amount: { type: 'number' } } },
  },
};
const order = { order_id: 'B7' };
const payment = { order_id: 'B7', amount: 25 };
const expected = {
  calls: [
    ['find_order', order],
    ['pay_back', payment],
  ],
  order: [[0, 1]],
};

function scoreOne(text: string): CaseScore {
  const result = scoreDocument(text);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const [only] = result.value.cases;
  if (only === undefined) throw new Error('no case');
  return only;
}

const say = (name: string, args: JsonObject, callId: string): JsonObject => ({
  id: callId,
  type: 'function',
  function: { name, arguments: JSON.stringify(args) },
});

const found = '{"order_id":"B7","paid":25}';
const talks: readonly (readonly [form: string, talk: JsonObject])[] = [
  [
    'Anthropic Messages',
    {
      system: 'Be kind',
      messages: [
        { role: 'user', content: 'Pay back 25 for B7' },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'Look first', signature: 's' },
            { type: 'tool_use', id: 'u1', name: 'find_order', input: order },
          ],
        },
        {
          role: 'user',
          content: [{ type: 'tool_result', tool_use_id: 'u1', content: found }],
        },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'u2', name: 'pay_back', input: payment }],
        },
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'u2', content: [{ type: 'text', text: 'ok' }] },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: 'Done.' }] },
      ],
    },
  ],
  [
    'OpenAI Responses',
    {
      instructions: 'Be kind',
      input: [
        { role: 'user', content: [{ type: 'input_text', text: 'Pay back 25 for B7' }] },
        { type: 'reasoning', id: 'rs_1', summary: [] },
        {
          type: 'function_call',
          id: 'fc_1',
          call_id: 'u1',
          name: 'find_order',
          arguments: JSON.stringify(order),
        },
        { type: 'function_call_output', call_id: 'u1', output: found },
        {
          type: 'function_call',
          call_id: 'u2',
          name: 'pay_back',
          arguments: JSON.stringify(payment),
        },
        { type: 'function_call_output', call_id: 'u2', output: 'ok' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
      ],
    },
  ],
];

it.each(talks)(
  'a conversation in the form of %s is scored as one of chat completions',
  (_, talk) => {
    const other = scoreOne(JSON.stringify({ tools, expected, ...talk }));
    const chat = scoreOne(
      JSON.stringify({
        tools,
        expected,
        messages: [
          { role: 'system', content: 'Be kind' },
          { role: 'user', content: 'Pay back 25 for B7' },
          { role: 'assistant', content: null, tool_calls: [say('find_order', order, 'u1')] },
          { role: 'tool', tool_call_id: 'u1', content: found },
          { role: 'assistant', content: null, tool_calls: [say('pay_back', payment, 'u2')] },
          { role: 'tool', tool_call_id: 'u2', content: 'ok' },
          { role: 'assistant', content: 'Done.' },
        ],
      }),
    );
    expect(chat.pass).toBe(true);
    expect(other.scores).toEqual(chat.scores);
  },
);

it('numbers of a tool_use block are compared with every digit', () => {
  const text = JSON.stringify({
    tools: { pay: { effect: 'read', parameters: {} } },
    expected: { calls: [['pay', { id: 0 }]] },
    messages: [
      { role: 'user', content: 'x' },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'u', name: 'pay', input: { id: 0 } }],
      },
    ],
  });
  const long = '12345678901234567890';
  const same = text.replaceAll('"id":0', `"id":${long}`);
  expect(scoreOne(same).pass).toBe(true);
  expect(scoreOne(same.replace(`"id":${long}`, '"id":12345678901234567891')).pass).toBe(false);
});
