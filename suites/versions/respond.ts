import type { ChatMessage, JsonObject, Responder } from 'toolrig';

/** What each request is about, in the words of the customer and as the state that is meant. */
export const wishes = {
  'Which of my orders are shipped?': { words: 'shipped', state: 'shipped' },
  'Which of my orders are on the way?': { words: 'on the way', state: 'shipped' },
  'Which of my orders are delivered?': { words: 'delivered', state: 'delivered' },
  'Which of my orders have arrived?': { words: 'arrived', state: 'delivered' },
  'Which of my orders are packed?': { words: 'packed', state: 'packed' },
  'Which of my orders are in the box already?': { words: 'in the box', state: 'packed' },
  'Which of my orders are cancelled?': { words: 'cancelled', state: 'cancelled' },
  'Which of my orders were called off?': { words: 'called off', state: 'cancelled' },
} as const;

type Wish = (typeof wishes)[keyof typeof wishes];

/**
 * A model that searches orders by their state: in the customer's words where the tool takes free text, as it did before
 * where the conversation shows such a call, and with the listed state where the tool asks for one or has refused the call.
 */
export const respond: Responder = ({ messages, tools }) => {
  const last = messages.at(-1);
  const wish = findWish(messages);
  if (wish === null) return reply({ content: 'How can I help?' }, 'stop');
  if (last?.role !== 'tool') return call(messages, firstArguments(wish, messages, tools));
  const answer = typeof last.content === 'string' ? last.content : '';
  if (answer.includes('"invalid_arguments"')) return call(messages, { statuses: [wish.state] });
  const ids = [...new Set(answer.match(/[A-Z]-[0-9]{4}/gu) ?? [])];
  const content =
    ids.length === 0 ? 'There are no orders of this kind.' : `These: ${ids.join(', ')}.`;
  return reply({ content }, 'stop');
};

function findWish(messages: readonly ChatMessage[]): Wish | null {
  const said = messages.findLast(({ role }) => role === 'user')?.content;
  const known = Object.entries(wishes).find(([text]) => text === said);
  return known === undefined ? null : known[1];
}

function firstArguments(
  { words, state }: Wish,
  messages: readonly ChatMessage[],
  tools: Parameters<Responder>[0]['tools'],
): JsonObject {
  const search = tools?.find((tool) => tool.function.name === 'search_orders');
  const takesText = JSON.stringify(search?.function.parameters ?? {}).includes('"status":');
  if (takesText) return { status: words };
  const didBefore = JSON.stringify(messages).includes('{\\"status\\":');
  return didBefore ? { status: state } : { statuses: [state] };
}

function call(messages: readonly ChatMessage[], args: JsonObject): ReturnType<Responder> {
  const id = `call_${messages.length}`;
  const made = { name: 'search_orders', arguments: JSON.stringify(args) };
  return reply(
    { content: null, tool_calls: [{ id, type: 'function', function: made }] },
    'tool_calls',
  );
}

function reply(message: JsonObject, finish: string): ReturnType<Responder> {
  const choice = { index: 0, message: { role: 'assistant', ...message }, finish_reason: finish };
  const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
  const head = { id: 'x', object: 'chat.completion', created: 1, model: 'regular' };
  return { type: 'body', status: 200, body: { ...head, choices: [choice], usage } };
}
