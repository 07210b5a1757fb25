import { isJsonObject, type JsonObject } from '../json/json.ts';

/** How bodies of other APIs, and events of their streams, are told from chat completions. */
const others: readonly (readonly [name: string, is: (value: JsonObject) => boolean])[] = [
  [
    'the Responses API',
    ({ object, type, output, choices }) =>
      object === 'response' ||
      toText(type).startsWith('response.') ||
      (Array.isArray(output) && choices === undefined),
  ],
  [
    "Anthropic's Messages API",
    ({ type, content }) =>
      (type === 'message' && Array.isArray(content)) || messageEvents.test(toText(type)),
  ],
  ["Gemini's own API", ({ candidates }) => Array.isArray(candidates)],
  [
    'embeddings',
    ({ data }) =>
      Array.isArray(data) &&
      data.some((item: unknown) => isJsonObject(item) && item['embedding'] !== undefined),
  ],
];

const messageEvents = /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop))$/u;

/** Names the API that a body or an event of a stream belongs to, where it is a known one other than chat completions. */
export function nameOtherApi(value: unknown): string | null {
  if (!isJsonObject(value)) return null;
  return others.find(([, is]) => is(value))?.[0] ?? null;
}

/** Why a body of another API cannot be read. */
export function describeOtherApi(name: string): string {
  return `The answer is one of ${name}, and only chat completions are read. Use the provider's chat-completions endpoint`;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
