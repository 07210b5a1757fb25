import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { answerChat } from './answer-chat.ts';
import { hashRequest } from './hash-request.ts';
import { parseChatQuestion, type ChatQuestion } from './parse-chat-question.ts';
import type { Policy } from './policy.ts';
import { toSseFrames } from './to-sse-frames.ts';

/** Largest request body that is read. */
const maxBodyBytes = 4 * 1024 * 1024;

/** What the server has been asked so far; `GET /stats` returns it. */
interface Stats {
  requests: number;
  completions: number;
  streamed: number;
  refused: number;
  readonly byModel: Record<string, number>;
}

/**
 * Creates an OpenAI-compatible server, not yet listening: `POST /v1/chat/completions` (streamed or
 * not), `GET /v1/models`, `GET /stats`. Each policy is a model. Errors have OpenAI's form.
 */
export function createEncoderServer(policies: readonly Policy[]): Server {
  const stats: Stats = { requests: 0, completions: 0, streamed: 0, refused: 0, byModel: {} };
  const desk: Desk = { policies, stats, draws: new Map() };
  const server = createServer((request, response) => {
    stats.requests += 1;
    route(request, response, desk).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else refuse(response, { status: 500, code: 'server_error', message: String(error) });
    });
  });
  // Closed for being idle just when its client asks again, a connection is reset; who records would record that.
  server.keepAliveTimeout = 0;
  return server;
}

interface Desk {
  readonly policies: readonly Policy[];
  readonly stats: Stats;
  /** How often each request without a seed was drawn, by its hash. */
  readonly draws: Map<string, number>;
}

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  desk: Desk,
): Promise<void> {
  const path = (request.url ?? '').split('?')[0];
  switch (`${request.method} ${path}`) {
    case 'POST /v1/chat/completions':
      return complete(request, response, desk);
    case 'GET /v1/models':
      return send(response, 200, {
        object: 'list',
        data: desk.policies.map(({ name }) => ({
          id: name,
          object: 'model',
          created: 1_700_000_000,
          owned_by: 'toolrig',
        })),
      });
    case 'GET /stats':
      return send(response, 200, desk.stats);
    default:
      return refuse(response, { status: 404, code: 'not_found', message: 'No such address' });
  }
}

async function complete(
  request: IncomingMessage,
  response: ServerResponse,
  desk: Desk,
): Promise<void> {
  const { policies, stats } = desk;
  const problem = (status: number, code: string, message: string): void => {
    stats.refused += 1;
    refuse(response, { status, code, message });
  };
  const text = await readBody(request);
  if (text === null) return problem(413, 'too_large', 'The body is larger than 4 MiB');
  const body = parseJson(text);
  const question = parseChatQuestion(body);
  if (!question.ok) return problem(400, 'invalid_request', question.error);
  const { model, stream, includeUsage } = question.value;
  const policy = policies.find(({ name }) => name === model);
  if (policy === undefined) {
    const names = policies.map(({ name }) => name).join(', ');
    return problem(404, 'model_not_found', `No model "${model}": there are ${names}`);
  }
  const seeded = seed(question.value, body, desk.draws);
  const completion = await answerChat(seeded, body, policy);
  stats.completions += 1;
  stats.byModel[model] = (stats.byModel[model] ?? 0) + 1;
  if (!stream) return send(response, 200, completion);
  stats.streamed += 1;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  for (const frame of toSseFrames(completion, includeUsage)) response.write(frame);
  response.end();
}

/** Without a seed, the nth equal request takes the seed n: repeats differ, and a fresh server repeats them. */
function seed(question: ChatQuestion, body: unknown, draws: Map<string, number>): ChatQuestion {
  if (question.seed !== null || question.temperature === 0) return question;
  const hash = hashRequest(body);
  const count = (draws.get(hash) ?? 0) + 1;
  draws.set(hash, count);
  return { ...question, seed: count };
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

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Refused as "not an object" by the reader, in words that no engine chose.
    return null;
  }
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
