import type { ChatRequest } from '../core/talk/chat.ts';
import { isJsonObject } from '../json/json.ts';
import { RigError } from '../core/rig-error.ts';
import type { ConversationMemory } from './conversation-memory.ts';
import type { Dialect } from './dialect.ts';
import { parseJson } from './line/parse-json.ts';
import { dialectOfPath, dialects } from './registry.ts';

/** A request through the trial's `fetch`: one to a model, or why it is none. */
export type ReadRequest =
  | { readonly kind: 'model'; readonly dialect: Dialect; readonly request: ChatRequest }
  /** A request that an agent may live without, such as for a list of models: refused, and nothing else. */
  | { readonly kind: 'refused'; readonly message: string }
  /** A model asked in a way that is not seen here: the trial cannot be measured. */
  | { readonly kind: 'unsupported'; readonly error: RigError };

/** APIs that agents are known to use, and what to do instead; longer paths first. */
const others: readonly (readonly [path: RegExp, name: string, remedy: string])[] = [
  [
    /\/responses\//u,
    'this part of the Responses API',
    'Let the agent ask by `responses.create`, streamed or not',
  ],
  [
    /\/messages\/(?:count_tokens|batches)/u,
    "this part of Anthropic's Messages API",
    'Let the agent ask by `messages.create`, streamed or not',
  ],
  [
    /\/embeddings$/u,
    'embeddings',
    'Give the embedding client a `fetch` of its own and not `context.fetch`: its requests are not model calls of the agent',
  ],
  [
    /:(?:stream)?[gG]enerateContent$/u,
    "Gemini's own API",
    'Let the agent use its OpenAI-compatible endpoint (`/v1beta/openai`)',
  ],
  [/\/completions$/u, 'text completions', 'Let the agent use chat completions'],
];

/** Reads a request that an agent sent through its `fetch`. */
export function readRequest(
  request: Request,
  body: string,
  memory: ConversationMemory,
): ReadRequest {
  const { pathname } = new URL(request.url);
  const asked = `${request.method} ${pathname}`;
  if (request.method !== 'POST') return refuse(`Only ${served} is served here, not ${asked}`);
  const dialect = dialectOfPath(pathname);
  if (dialect === null) return { kind: 'unsupported', error: toError(asked, pathname) };
  const parsed = parseJson(body);
  if (!parsed.ok || !isJsonObject(parsed.value))
    return refuse('The request body is not a JSON object');
  const read = dialect.readRequest(parsed.value);
  if (!read.ok) return refuse(read.error);
  return { kind: 'model', dialect, request: memory.complete(read.value) };
}

const served = Object.values(dialects)
  .map(({ path }) => `POST …${path}`)
  .join(' or ');

function refuse(message: string): ReadRequest {
  return { kind: 'refused', message };
}

function toError(asked: string, pathname: string): RigError {
  const known = others.find(([path]) => path.test(pathname));
  const name = known === undefined ? 'this API' : known[1];
  const remedy =
    known === undefined
      ? 'Let the agent use chat completions, and give other requests a separate `fetch`'
      : known[2];
  return new RigError(
    'UNSUPPORTED_API',
    `Cannot serve "${asked}": ${name} is not supported yet, only ${served} is. ${remedy}`,
  );
}
