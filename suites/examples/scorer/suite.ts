import { defineSuite, defineTool, type JsonObject, type Responder } from 'toolrig';
import { z } from 'zod';

import { namesTheOrder, wordsSaid } from './scorers.ts';

const cancel = defineTool({
  name: 'cancel_order',
  description: 'Cancels an order for good. Use it when the user names the order.',
  effect: 'irreversible',
  parameters: z.strictObject({ order: z.string() }),
  handler: (args, context) => {
    context.effect(args.order);
    return { cancelled: true };
  },
});

/** A model that cancels the order that the user names, and then says `closing`. */
function answerWith(closing: (order: string) => string): Responder {
  return ({ messages }) => {
    const said = messages.find(({ role }) => role === 'user')?.content;
    const order = /[A-Z][0-9]+/u.exec(typeof said === 'string' ? said : '')?.[0] ?? '';
    if (messages.some(({ role }) => role === 'tool')) return reply({ content: closing(order) });
    const call = { name: cancel.name, arguments: JSON.stringify({ order }) };
    return reply({
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: call }],
    });
  };
}

function reply(message: JsonObject): ReturnType<Responder> {
  const finish = message['content'] === null ? 'tool_calls' : 'stop';
  const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason: finish };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const head = { id: 'x', object: 'chat.completion', created: 1, model: 'script' };
  return { type: 'body', status: 200, body: { ...head, choices: [choice], usage } };
}

const orders = ['A1', 'A2', 'B7', 'C3', 'D4', 'E5', 'F6', 'G8'];

export default defineSuite({
  name: 'own-scorer',
  tools: [cancel],
  models: [
    {
      name: 'precise',
      respond: answerWith((order) => `Order ${order} is cancelled.`),
      about: 'Names the order; no network, no key.',
    },
    {
      name: 'vague',
      respond: answerWith(() => 'I have taken care of everything for you, as you wished.'),
      about: 'Never names the order; no network, no key.',
    },
  ],
  variants: [
    { name: 'precise', model: 'precise', default: true },
    { name: 'vague', model: 'vague' },
  ],
  scorers: [namesTheOrder, wordsSaid],
  scenarios: orders.map((order) => ({
    id: `cancel-${order.toLowerCase()}`,
    user: `Please cancel order ${order}.`,
    expected: {
      calls: [{ tool: cancel.name, arguments: { order } }],
      effects: [{ tool: cancel.name, key: order, count: 1 }],
    },
  })),
});
