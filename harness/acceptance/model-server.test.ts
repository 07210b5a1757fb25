import { request as httpRequest } from 'node:http';

import { APIConnectionError, OpenAI } from 'openai';
import { afterEach, expect, it } from 'vitest';

import { createModelBoundary } from '../boundary/model/create-model-boundary.ts';
import { findFaultKind } from '../boundary/fault/registry.ts';
import { createFaultPoint } from '../boundary/fault/create-fault-point.ts';
import type { Exchange } from '../core/talk/exchange.ts';
import type { JsonValue } from '../json/json.ts';
import { setLimits } from '../limit/limits.ts';
import {
  createBoundaryBench,
  createFakePlayer,
  sampleRequest,
} from '../testing/create-boundary-bench.ts';
import {
  sampleBody,
  sampleCall,
  sampleCompletion,
  sampleFinish,
  samplePiece,
  sampleStream,
} from '../testing/sample-exchange.ts';
import { openModelServer } from '../serve/open-model-server.ts';

afterEach(() => setLimits({}));

const calling = sampleBody(
  sampleCompletion({ tool_calls: [sampleCall('c1', 'stock', '{"sku":"A"}')] }),
);
const streamed = sampleStream([
  samplePiece({ index: 0, id: 'c1', name: 'stock', text: '{"sku"' }),
  samplePiece({ index: 0, text: ':"A"}' }),
  sampleFinish,
]);

/** A boundary whose first answer is struck by one fault. */
function createBoundary(exchanges: readonly Exchange[], inject: { kind: string } | null = null) {
  const fault = {
    name: 'f',
    address: { on: 'model', turn: 1, attempt: 1 },
    inject: inject ?? { kind: 'timeout' },
  } as const;
  const plan = { name: 'p', faults: inject === null ? [] : [fault], byHand: true };
  const bench = createBoundaryBench();
  const boundary = createModelBoundary({
    provider: null,
    player: createFakePlayer(exchanges),
    recorder: null,
    faults: createFaultPoint(plan, { seed: 's' }),
    clock: bench.clock,
    sink: bench.sink,
    timeouts: { modelTimeoutMs: 60_000 },
  });
  return { ...bench, fetch: boundary.fetch };
}

interface Heard {
  readonly status: number;
  readonly body: string;
  /** `end`: whole; else the error's code. */
  readonly end: string;
}

/** What a client sees that knows nothing but HTTP. */
function post(
  origin: string,
  asked: { path?: string; headers?: Record<string, string>; body?: JsonValue; method?: string },
): Promise<Heard> {
  const { path = '/v1/chat/completions', headers = {}, method = 'POST' } = asked;
  return new Promise((resolve) => {
    let status = 0;
    let body = '';
    const end = (code: string): void => resolve({ status, body, end: code });
    const request = httpRequest(
      `${origin}${path}`,
      { method, headers: { 'content-type': 'application/json', ...headers }, agent: false },
      (response) => {
        status = response.statusCode ?? 0;
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () => end('end'));
        response.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'));
      },
    );
    request.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? 'error'));
    request.end(method === 'GET' ? undefined : JSON.stringify(asked.body ?? sampleRequest));
  });
}

it.each([
  ['authorization', (token: string) => `Bearer ${token}`],
  ['api-key', (token: string) => token],
  ['x-api-key', (token: string) => token],
  ['x-toolrig-trial', (token: string) => token],
])('a request goes to the trial whose token is in "%s"', async (name, toValue) => {
  const server = await openModelServer();
  const [first, second] = [createBoundary([]), createBoundary([calling])];
  server.open(first.fetch, { holdMs: 0 });
  const seat = server.open(second.fetch, { holdMs: 0 });
  const heard = await post(server.origin, { headers: { [name]: toValue(seat.token) } });
  await server.close();
  expect(heard.status).toBe(200);
  expect(JSON.parse(heard.body)).toEqual(JSON.parse((calling.frames[0] as { text: string }).text));
  expect(first.events).toEqual([]);
  expect(second.events.map(({ type }) => type)).toEqual(['request', 'reply']);
});

it('a request goes to the trial whose token is in its path, whatever its key', async () => {
  const server = await openModelServer();
  const trial = createBoundary([calling]);
  const { url } = server.open(trial.fetch, { holdMs: 0 });
  const headers = { authorization: 'Bearer sk-of-another-matter' };
  const heard = await post(url, { headers });
  await server.close();
  expect(heard.status).toBe(200);
  expect(server.refused).toEqual([]);
});

it('a request without a token, or with an unknown one, is refused and named', async () => {
  const server = await openModelServer();
  server.open(createBoundary([]).fetch, { holdMs: 0 });
  const bare = await post(server.origin, {});
  const wrong = await post(server.origin, { headers: { authorization: 'Bearer sk-real' } });
  await server.close();
  expect([bare.status, wrong.status]).toEqual([401, 401]);
  expect(JSON.stringify(server.refused)).not.toContain('sk-real');
  expect(server.refused).toEqual([
    'POST /v1/chat/completions names no trial',
    'POST /v1/chat/completions names a trial that is not of this run',
  ]);
});

it('the token of a trial that is over is refused, and its open connections end', async () => {
  const server = await openModelServer();
  const seat = server.open(() => new Promise(() => undefined), { holdMs: 0 });
  const headers = { 'x-api-key': seat.token };
  const open = post(server.origin, { headers });
  await new Promise((resolve) => setTimeout(resolve, 20));
  seat.close();
  expect((await open).end).toBe('ECONNRESET');
  expect((await post(server.origin, { headers })).status).toBe(401);
  await server.close();
  expect(server.refused).toEqual([]);
});

it.each(['evil.example', '127.0.0.1', 'localhost:1', '0.0.0.0'])(
  'a request for the host "%s" is refused',
  async (host) => {
    const server = await openModelServer();
    const seat = server.open(createBoundary([calling]).fetch, { holdMs: 0 });
    const heard = await post(server.origin, { headers: { host, 'x-api-key': seat.token } });
    await server.close();
    expect(heard.status).toBe(403);
  },
);

it('a request larger than the limit is refused', async () => {
  setLimits({ requestBytes: 100 });
  const server = await openModelServer();
  const trial = createBoundary([calling]);
  const seat = server.open(trial.fetch, { holdMs: 0 });
  const heard = await post(server.origin, { headers: { 'x-api-key': seat.token } });
  await server.close();
  expect([heard.status, heard.body]).toEqual([
    413,
    expect.stringContaining('it may have 100 bytes (limit requestBytes: one request of an agent)'),
  ]);
  expect(trial.events).toEqual([]);
});

const strikes: readonly (readonly [kind: string, status: number, end: string])[] = [
  ['timeout', 0, 'ECONNRESET'],
  ['refused', 0, 'ECONNRESET'],
  ['reset_before_body', 0, 'ECONNRESET'],
  ['reset_in_body', 200, 'ECONNRESET'],
  ['stalled_body', 200, 'ECONNRESET'],
  ['http', 503, 'end'],
  ['slow_first_byte', 200, 'end'],
];

it.each(strikes)('the fault "%s" is the same on a real socket', async (kind, status, end) => {
  expect(findFaultKind(kind, 'model')).not.toBeNull();
  const server = await openModelServer();
  const trial = createBoundary([calling], { kind });
  const seat = server.open(trial.fetch, { holdMs: 1 });
  const heard = await post(server.origin, { headers: { 'x-api-key': seat.token } });
  await server.close();
  expect([heard.status, heard.end]).toEqual([status, end]);
  expect(trial.events.map(({ type }) => type)).toEqual([
    'request',
    'fault',
    end === 'end' && status === 200 ? 'reply' : 'model_error',
  ]);
});

it('a timeout holds the connection until the client gives up, and longer than that it is not held', async () => {
  const server = await openModelServer();
  const trial = createBoundary([calling, calling], { kind: 'timeout' });
  const seat = server.open(trial.fetch, { holdMs: 600_000 });
  const client = new OpenAI({
    apiKey: seat.token,
    baseURL: `${server.origin}/v1`,
    maxRetries: 0,
    timeout: 1_000,
  });
  const body = sampleRequest as unknown as OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
  await expect(client.chat.completions.create(body)).rejects.toThrow('Request timed out');
  await server.close();
  expect(trial.events.at(-1)).toMatchObject({ type: 'model_error', error: { kind: 'timeout' } });
});

it('the openai SDK streams over the socket, tries again by itself, and is counted', async () => {
  const server = await openModelServer();
  const trial = createBoundary([streamed, streamed], { kind: 'reset_before_body' });
  const seat = server.open(trial.fetch, { holdMs: 0 });
  const client = new OpenAI({ apiKey: seat.token, baseURL: `${server.origin}/v1`, maxRetries: 2 });
  const body = {
    ...sampleRequest,
    stream: true,
  } as unknown as OpenAI.Chat.ChatCompletionCreateParamsStreaming;
  let text = '';
  for await (const chunk of await client.chat.completions.create(body)) {
    text += chunk.choices[0]?.delta.tool_calls?.[0]?.function?.arguments ?? '';
  }
  await server.close();
  expect(text).toBe('{"sku":"A"}');
  expect(
    trial.events.flatMap((event) => (event.type === 'request' ? [event.attempt] : [])),
  ).toEqual([1, 2]);
});

it('what makes a trial invalid reaches the SDK once, as an error that it does not try again', async () => {
  const server = await openModelServer();
  const trial = createBoundary([]);
  const seat = server.open(trial.fetch, { holdMs: 0 });
  const client = new OpenAI({ apiKey: seat.token, baseURL: `${server.origin}/v1`, maxRetries: 3 });
  const body = sampleRequest as unknown as OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
  const error: unknown = await client.chat.completions.create(body).catch((e: unknown) => e);
  await server.close();
  expect(error).not.toBeInstanceOf(APIConnectionError);
  expect(trial.events.filter(({ type }) => type === 'request')).toHaveLength(1);
});
