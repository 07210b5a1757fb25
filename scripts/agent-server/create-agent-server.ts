import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

import type { ChatMessage, ChatRequest } from '../../harness/core/talk/chat.ts';
import { isJsonObject } from '../../harness/json/json.ts';
import { ConversationMemory } from '../../harness/dialect/conversation-memory.ts';
import type { Dialect } from '../../harness/dialect/dialect.ts';
import { dialectOfPath } from '../../harness/dialect/registry.ts';
import { toScriptedExchange } from '../../harness/dialect/scripted-exchange.ts';
import type { Responder, ScriptedReply } from '../../harness/core/suite/suite.ts';

/** Largest request body that is read. */
const maxBodyBytes = 4 * 1024 * 1024;

/** What the server has been asked so far; `GET /stats` returns it. */
export interface AgentStats {
  /** Requests to any address. */
  requests: number;
  /** Chat requests that an agent answered. */
  completions: number;
  streamed: number;
  refused: number;
  readonly byModel: Record<string, number>;
}

/** A server with its count. */
export interface AgentServer {
  /** Not yet listening. */
  readonly server: Server;
  readonly stats: AgentStats;
}

/**
 * Creates a server over scripted agents, each a model by its name: `POST /v1/chat/completions`, `/v1/responses` and
 * `/v1/messages` (streamed or not), `GET /v1/models`, `GET /stats`. Errors have OpenAI's form.
 */
export function createAgentServer(models: ReadonlyMap<string, Responder>): AgentServer {
  const stats: AgentStats = { requests: 0, completions: 0, streamed: 0, refused: 0, byModel: {} };
  const memory = new ConversationMemory();
  const server = createServer((request, response) => {
    stats.requests += 1;
    route(request, response, { models, stats, memory }).catch(() => {
      if (response.headersSent) response.destroy();
      else refuse(response, { status: 500, code: 'server_error', message: 'The server broke' });
    });
  });
  // Closed for being idle just when its client asks again, a connection is reset; who records would record that.
  server.keepAliveTimeout = 0;
  return { server, stats };
}

interface Desk {
  readonly models: ReadonlyMap<string, Responder>;
  readonly stats: AgentStats;
  /** Conversations that go on from an earlier reply. */
  readonly memory: ConversationMemory;
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  desk: Desk,
): Promise<void> {
  const path = (request.url ?? '').split('?')[0] ?? '';
  switch (`${request.method} ${path}`) {
    case 'GET /v1/models': {
      const common = { object: 'model', created: 1_700_000_000, owned_by: 'toolrig' };
      const data = [...desk.models.keys()].map((id) => ({ id, ...common }));
      return send(response, 200, { object: 'list', data });
    }
    case 'GET /stats':
      return send(response, 200, desk.stats);
    default: {
      const dialect = request.method === 'POST' ? dialectOfPath(path) : null;
      if (dialect !== null) return complete(request, response, { ...desk, dialect });
      return refuse(response, { status: 404, code: 'not_found', message: 'No such address' });
    }
  }
}

async function complete(
  request: IncomingMessage,
  response: ServerResponse,
  { models, stats, memory, dialect }: Desk & { readonly dialect: Dialect },
): Promise<void> {
  const problem = (status: number, code: string, message: string): void => {
    stats.refused += 1;
    refuse(response, { status, code, message });
  };
  const text = await readBody(request);
  if (text === null) return problem(413, 'too_large', 'The body is larger than 4 MiB');
  const body = parseRequest(text, dialect);
  if (body === null) return problem(400, 'invalid_request', 'The body is not a request to a model');
  const respond = models.get(body.model);
  if (respond === undefined) {
    const names = [...models.keys()].join(', ');
    return problem(404, 'model_not_found', `No model "${body.model}": there are ${names}`);
  }
  const whole = memory.complete(body);
  const reply = respond(whole);
  const decoded = dialect.decode(toScriptedExchange(reply));
  if (decoded.ok) memory.learn(whole, decoded.reply);
  if (reply.type === 'stream') {
    count(stats, body.model);
    stats.streamed += 1;
    return stream(response, reply);
  }
  if (reply.status < 400) count(stats, body.model);
  else stats.refused += 1;
  const isBody = reply.type === 'body';
  const type = isBody ? 'application/json' : 'text/plain';
  response.writeHead(reply.status, { 'content-type': type, ...reply.headers });
  response.end(isBody ? JSON.stringify(reply.body) : reply.text);
}

function count(stats: AgentStats, model: string): void {
  stats.completions += 1;
  stats.byModel[model] = (stats.byModel[model] ?? 0) + 1;
}

function stream(response: ServerResponse, reply: ScriptedReply & { type: 'stream' }): void {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const chunk of reply.chunks)
    response.write(typeof chunk === 'string' ? chunk : `data: ${JSON.stringify(chunk)}\n\n`);
  if (reply.end === 'stall') return;
  if (reply.end === 'reset') {
    response.destroy();
    return;
  }
  response.end(reply.end === 'done' ? 'data: [DONE]\n\n' : '');
}

/** The whole body as text; `null` when it is too large, the rest being read and dropped. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const pieces: Buffer[] = [];
  let sizeBytes = 0;
  for await (const piece of request as AsyncIterable<Buffer>) {
    sizeBytes += piece.length;
    if (sizeBytes <= maxBodyBytes) pieces.push(piece);
  }
  return sizeBytes > maxBodyBytes ? null : Buffer.concat(pieces).toString('utf8');
}

/** A body with a model and messages of known roles; the rest is taken as it is. */
function parseRequest(text: string, dialect: Dialect): ChatRequest | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isJsonObject(body)) return null;
  if (dialect.api !== 'chat') {
    const read = dialect.readRequest(body);
    return read.ok ? read.value : null;
  }
  const { model, messages } = body;
  if (typeof model !== 'string' || !Array.isArray(messages)) return null;
  // Every message has a known role; agents read nothing of a message that its role does not promise.
  return (messages as readonly unknown[]).every(isMessage)
    ? (body as unknown as ChatRequest)
    : null;
}

const roles: ReadonlySet<unknown> = new Set<ChatMessage['role']>([
  'system',
  'user',
  'assistant',
  'tool',
]);

function isMessage(value: unknown): boolean {
  if (!isJsonObject(value) || !roles.has(value['role'])) return false;
  const { role, content, tool_calls: calls } = value;
  if (role !== 'assistant') return typeof content === 'string';
  return (
    calls === undefined || (Array.isArray(calls) && (calls as readonly unknown[]).every(isCall))
  );
}

function isCall(value: unknown): boolean {
  if (!isJsonObject(value) || typeof value['id'] !== 'string') return false;
  const said = value['function'];
  return (
    isJsonObject(said) && typeof said['name'] === 'string' && typeof said['arguments'] === 'string'
  );
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

function refuse(
  response: ServerResponse,
  { status, code, message }: { status: number; code: string; message: string },
): void {
  send(response, status, { error: { message, type: 'invalid_request_error', param: null, code } });
}
