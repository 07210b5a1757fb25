import type { ApiName } from '../core/talk/wire-form.ts';
import { isJsonObject, type JsonObject } from '../json/json.ts';

interface KnownApi {
  /** How it is called where it is one that is read. */
  readonly api: ApiName | null;
  readonly title: string;
  is(value: JsonObject): boolean;
}

/** How the bodies and stream events of different APIs are distinguished. */
const known: readonly KnownApi[] = [
  {
    api: 'chat',
    title: 'OpenAI chat completions',
    is: ({ choices, object }) =>
      Array.isArray(choices) || /^chat\.completion(?:\.chunk)?$/u.test(toText(object)),
  },
  {
    api: 'responses',
    title: 'the Responses API',
    is: ({ object, type, output, choices }) =>
      object === 'response' ||
      toText(type).startsWith('response.') ||
      (Array.isArray(output) && choices === undefined),
  },
  {
    api: 'messages',
    title: "Anthropic's Messages API",
    is: ({ type, content }) =>
      (type === 'message' && Array.isArray(content)) || messageEvents.test(toText(type)),
  },
  {
    api: null,
    title: "Gemini's own API",
    is: ({ candidates }) => Array.isArray(candidates),
  },
  {
    api: null,
    title: 'embeddings',
    is: ({ data }) =>
      Array.isArray(data) &&
      data.some((item: unknown) => isJsonObject(item) && item['embedding'] !== undefined),
  },
];

const messageEvents = /^(?:message_(?:start|delta|stop)|content_block_(?:start|delta|stop))$/u;

/** The API that a body or an event of a stream belongs to, where it is one that is read; `null` for any other. */
export function findApi(value: unknown): ApiName | null {
  if (!isJsonObject(value)) return null;
  return known.find(({ is }) => is(value))?.api ?? null;
}

/** Names the API that a body or an event of a stream belongs to, where it is a known one other than `api`. */
export function nameOtherApi(value: unknown, api: ApiName): KnownApi | null {
  if (!isJsonObject(value)) return null;
  const found = known.find(({ is }) => is(value));
  return found === undefined || found.api === api ? null : found;
}

/** Why a body of another API cannot be read. */
export function describeOtherApi(found: KnownApi, api: ApiName): string {
  const asked = known.find((entry) => entry.api === api)?.title ?? api;
  const remedy =
    found.api === null
      ? "Use the provider's chat-completions endpoint"
      : `Read it with the API "${found.api}"`;
  return `The answer is one of ${found.title}, and one of ${asked} was expected. ${remedy}`;
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
