import type { ChatRequest } from '../core/talk/chat.ts';
import type { SideRequest } from '../core/talk/side.ts';
import { isJsonObject } from '../json/json.ts';
import { RigError } from '../core/rig-error.ts';
import type { ConversationMemory } from './conversation-memory.ts';
import type { Dialect } from './dialect.ts';
import { parseJson } from './line/parse-json.ts';
import { dialectOfPath, dialects } from './registry.ts';
import { findSide } from './side-operations.ts';

/** A request through the trial's `fetch`: one to a model, or why it is none. */
export type ReadRequest =
  | { readonly kind: 'model'; readonly dialect: Dialect; readonly request: ChatRequest }
  /** A question besides the conversation, such as for embeddings: passed on and recorded, and no turn. */
  | { readonly kind: 'side'; readonly request: SideRequest }
  /** A request that an agent may live without, such as for a list of models: refused, and nothing else. */
  | { readonly kind: 'refused'; readonly message: string }
  /** A model asked in a way that is not seen here: the trial cannot be measured. */
  | { readonly kind: 'unsupported'; readonly error: RigError };

/** What an agent does with a client whose requests are none of its conversation. */
const apart =
  'Give that client a `fetch` or a base URL of its own: its requests are not seen here, and nothing of them is recorded';

/** APIs that agents are known to use, and what to do instead; longer paths first. */
const others: readonly (readonly [path: RegExp, name: string, remedy: string])[] = [
  [
    /\/responses\//u,
    'this part of the Responses API',
    'Let the agent ask by `responses.create`, streamed or not',
  ],
  [
    /\/messages\/batches/u,
    "this part of Anthropic's Messages API",
    'Let the agent ask by `messages.create`, streamed or not',
  ],
  [
    /:(?:stream)?[gG]enerateContent$/u,
    "Gemini's own API",
    'Let the agent use its OpenAI-compatible endpoint (`/v1beta/openai`)',
  ],
  [
    /\/api\/(?:chat|generate|embed|embeddings)$/u,
    "Ollama's own API",
    'Let the agent use its OpenAI-compatible endpoint (`/v1`)',
  ],
  [/\/completions$/u, 'text completions', 'Let the agent use chat completions'],
  [/\/images\/[a-z]+$/u, 'the API for images', apart],
  [/\/audio\/[a-z]+$/u, 'the API for audio', apart],
  [/\/(?:files|uploads|vector_stores)(?:\/|$)/u, 'the API for files', apart],
];

/** A request as it came: names of headers in lower case. */
export interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Reads a request that an agent sent through its `fetch`. */
export function readRequest(request: RawRequest, memory: ConversationMemory): ReadRequest {
  const { body } = request;
  const url = new URL(request.url);
  const { pathname } = url;
  const asked = `${request.method} ${pathname}`;
  const side = findSide(request.method, url, request.headers);
  if (side !== null) return readSide(side, body);
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

function readSide(side: Omit<SideRequest, 'body'>, text: string): ReadRequest {
  if (side.method === 'GET') return { kind: 'side', request: { ...side, body: null } };
  const parsed = parseJson(text);
  if (!parsed.ok || !isJsonObject(parsed.value))
    return refuse('The request body is not a JSON object');
  return { kind: 'side', request: { ...side, body: parsed.value } };
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
  const remedy = known === undefined ? `Let the agent use chat completions. ${apart}` : known[2];
  return new RigError(
    'UNSUPPORTED_API',
    `Cannot serve "${asked}": ${name} is not supported yet, only ${served} is. ${remedy}`,
  );
}
