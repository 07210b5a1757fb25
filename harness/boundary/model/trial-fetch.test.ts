import { APIConnectionError, OpenAI } from 'openai';
import { expect, it } from 'vitest';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { ModelStrike } from '../../core/suite/fault.ts';
import {
  type BoundaryBench,
  createBoundaryBench,
  createFakePlayer,
  sampleRequest,
} from '../../testing/create-boundary-bench.ts';
import {
  sampleBody,
  sampleCall,
  sampleCompletion,
  sampleFinish,
  samplePiece,
  sampleStream,
} from '../../testing/sample-exchange.ts';
import { createModelBoundary, type ModelBoundary } from './create-model-boundary.ts';

interface Bench {
  readonly bench: BoundaryBench;
  readonly boundary: ModelBoundary;
  readonly client: OpenAI;
}

function create(
  exchanges: readonly Exchange[],
  strikes: readonly ModelStrike[] = [],
  maxRetries = 0,
): Bench {
  const bench = createBoundaryBench(() => strikes);
  const boundary = createModelBoundary({
    provider: null,
    player: createFakePlayer(exchanges),
    recorder: null,
    faults: bench.faults,
    clock: bench.clock,
    sink: bench.sink,
    timeouts: { modelTimeoutMs: 1_000 },
  });
  const { fetch } = boundary;
  const client = new OpenAI({
    apiKey: 'none',
    baseURL: 'http://rig.invalid/v1',
    maxRetries,
    fetch,
  });
  return { bench, boundary, client };
}

// The SDK's request type wants mutable lists; the rig's are read-only and never changed.
const body = sampleRequest as unknown as OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;

const calling = sampleBody(
  sampleCompletion({ tool_calls: [sampleCall('c1', 'stock', '{"sku":"A"}')] }),
  { headersAtMs: 20, frames: [], endAtMs: 120 },
);
const answer: Exchange = {
  ...calling,
  frames: sampleBody(
    sampleCompletion({ tool_calls: [sampleCall('c1', 'stock', '{"sku":"A"}')] }),
  ).frames.map((frame) => ({ ...frame, atMs: 120 })),
};
const paced = sampleStream([
  samplePiece({ index: 0, id: 'c1', name: 'stock', text: '{"sku"' }),
  samplePiece({ index: 0, text: ':"A"}' }),
  sampleFinish,
]);
const stream: Exchange = {
  ...paced,
  headersAtMs: 10,
  frames: paced.frames.map((frame, index) => ({ ...frame, atMs: 20 * (index + 1) })),
  endAtMs: 80,
};

it('the SDK gets a recorded body, at the time of the trial', async () => {
  const { bench, client } = create([answer]);
  const reply = await client.chat.completions.create(body);
  expect(reply.choices[0]?.message.tool_calls).toEqual([sampleCall('c1', 'stock', '{"sku":"A"}')]);
  expect(bench.events).toMatchObject([
    { type: 'request', turn: 1, attempt: 1, offered: ['stock', 'pay'], atMs: 0 },
    { type: 'reply', from: 'recorded', tier: 'exact', durationMs: 120, atMs: 120 },
  ]);
});

it('the SDK gets a stream piece by piece, and the reply is recorded before its end', async () => {
  const { bench, client } = create([stream]);
  const chunks = await client.chat.completions.create({ ...body, stream: true });
  const times: number[] = [];
  let toldAt = -1;
  for await (const chunk of chunks) {
    times.push(bench.clock.nowMs());
    if (chunk.choices[0]?.finish_reason === 'tool_calls') toldAt = bench.events.length;
  }
  expect(times).toEqual([20, 40, 60]);
  expect(toldAt).toBe(2);
  expect(bench.events.at(-1)).toMatchObject({
    type: 'reply',
    calls: [{ ref: 't1c0', argumentsText: '{"sku":"A"}' }],
    durationMs: 80,
    atMs: 60,
  });
});

it('status, headers and the body of an error reach the SDK as they were', async () => {
  const busy = sampleBody(
    { error: { message: 'slow down' } },
    { status: 429, headers: { 'content-type': 'application/json', 'retry-after': '2' } },
  );
  const { client, bench } = create([busy]);
  const failure: unknown = await client.chat.completions
    .create(body)
    .catch((error: unknown) => error);
  expect(failure).toMatchObject({ status: 429, message: '429 slow down' });
  expect((failure as { headers: Headers }).headers.get('retry-after')).toBe('2');
  expect(bench.events.at(-1)).toMatchObject({
    type: 'model_error',
    error: { retryAfterMs: 2_000 },
  });
});

it('the same body again after an error is the next attempt, anything else the next turn', async () => {
  const busy = sampleBody({}, { status: 500 });
  const { client, bench } = create([busy, busy, answer, answer, busy, answer]);
  const quiet = (error: unknown): unknown => error;
  await client.chat.completions.create(body).catch(quiet);
  await client.chat.completions.create(body).catch(quiet);
  await client.chat.completions.create(body);
  await client.chat.completions.create(body);
  await client.chat.completions.create({ ...body, temperature: 0 }).catch(quiet);
  await client.chat.completions.create({ ...body, temperature: 1 });
  const places = bench.events.filter((event) => event.type === 'request');
  expect(places.map((event) => `${event.turn}.${event.attempt}`)).toEqual([
    '1.1',
    '1.2',
    '1.3',
    '2.1',
    '3.1',
    '4.1',
  ]);
});

it("B106 an SDK's own retries are seen as attempts", async () => {
  const busy = sampleBody({}, { status: 503, headers: { 'retry-after-ms': '1' } });
  const { client, bench } = create([busy, answer], [], 1);
  await client.chat.completions.create(body);
  expect(bench.events.map((event) => event.type)).toEqual([
    'request',
    'model_error',
    'request',
    'reply',
  ]);
});

it.each([
  ['refused', 'ECONNREFUSED', 'connection_refused'],
  ['reset', 'ECONNRESET', 'connection_reset'],
  ['stalled', 'UND_ERR_HEADERS_TIMEOUT', 'headers_timeout'],
] as const)('no answer, %s: fetch fails with %s', async (end, cause, code) => {
  const silence: Exchange = { ...sampleBody(''), status: 0, end };
  const { client, boundary, bench } = create([silence, silence]);
  await expect(client.chat.completions.create(body)).rejects.toBeInstanceOf(APIConnectionError);
  const asking = boundary.fetch('http://rig.invalid/v1/chat/completions', {
    method: 'POST',
    body: JSON.stringify(sampleRequest),
  });
  await expect(asking).rejects.toMatchObject({ message: 'fetch failed', cause: { code: cause } });
  expect(bench.events.at(-1)).toMatchObject({ type: 'model_error', error: { code } });
});

it.each([
  ['reset', 'reset_in_body', 80],
  ['stalled', 'model_timeout', 1_000],
] as const)('a stream that ends in %s fails in the middle', async (end, code, atMs) => {
  const frames = stream.frames.slice(0, 2);
  const { client, bench } = create([{ ...stream, frames, end }]);
  const chunks = await client.chat.completions.create({ ...body, stream: true });
  const got: unknown[] = [];
  const reading = (async () => {
    for await (const chunk of chunks) got.push(chunk);
  })();
  await expect(reading).rejects.toThrow('terminated');
  expect(got).toHaveLength(2);
  expect(bench.events.at(-1)).toMatchObject({
    type: 'model_error',
    error: { code },
    durationMs: atMs,
  });
});

it.each([
  ['204', sampleBody('', { status: 204 }), 'empty_body'],
  ['an empty body', sampleBody(''), 'empty_body'],
  [
    'a web page',
    sampleBody('<html></html>', { headers: { 'content-type': 'text/html' } }),
    'html_with_200',
  ],
  ['an error object', sampleBody({ error: { message: 'x' } }), 'error_object_with_200'],
])(
  '%s with a good status: whatever the SDK makes of it, the rig names it',
  async (...[, exchange, code]) => {
    const { client, bench } = create([exchange]);
    await client.chat.completions.create(body).catch((error: unknown) => error);
    expect(bench.events.at(-1)).toMatchObject({ type: 'model_error', error: { code } });
  },
);

it('an agent that gives up is recorded as cancelled, once', async () => {
  const { client, bench } = create([answer, stream]);
  const stop = new AbortController();
  void bench.clock.sleep(50).then(() => stop.abort());
  const asking = client.chat.completions.create(body, { signal: stop.signal });
  await expect(asking).rejects.toThrow('aborted');
  const chunks = await client.chat.completions.create({ ...body, stream: true });
  for await (const chunk of chunks) {
    expect(chunk.choices).toHaveLength(1);
    break;
  }
  await bench.clock.drain();
  expect(bench.events.filter((event) => event.type === 'model_error')).toMatchObject([
    { turn: 1, error: { kind: 'cancelled' } },
    { turn: 2, error: { kind: 'cancelled' } },
  ]);
});

it('calls that a fault planted reach the SDK in the form of the original', async () => {
  const twice: ModelStrike = {
    fault: 'twice',
    kind: 'duplicate_call',
    type: 'edit_calls',
    apply: (calls) => calls.flatMap((call) => [call, { ...call, id: 'c2', injected: 'twice' }]),
  };
  const { client } = create([answer, stream], [twice]);
  const reply = await client.chat.completions.create(body);
  expect(reply.choices[0]?.message.tool_calls?.map((call) => call.id)).toEqual(['c1', 'c2']);
  const { model, messages } = body;
  const streamed = client.chat.completions.stream({ model, messages });
  const final = await streamed.finalChatCompletion();
  expect(final.choices[0]?.message.tool_calls?.map((call) => call.id)).toEqual(['c1', 'c2']);
});

it.each([
  ['GET', '/v1/responses/resp_1', undefined],
  ['DELETE', '/v1/models/ft-1', undefined],
  ['POST', '/v1/embeddings', 'no json'],
  ['POST', '/v1/chat/completions', 'no json'],
  ['POST', '/v1/chat/completions', '{"model":"m"}'],
  ['POST', '/v1/chat/completions', '{"model":"m","messages":[null]}'],
])('%s %s with %s is refused and not passed on', async (method, path, text) => {
  const { boundary, bench } = create([]);
  const response = await boundary.fetch(`http://rig.invalid${path}`, {
    method,
    ...(text === undefined ? {} : { body: text }),
  });
  expect(response.status).toBe(404);
  expect(await response.json()).toMatchObject({ error: { code: 'unsupported_by_toolrig' } });
  expect(bench.events).toEqual([]);
});

it.each([
  ['/v1/responses/resp_1/cancel', 'this part of the Responses API'],
  ['/v1/messages/batches', "this part of Anthropic's Messages API"],
  ['/api/embeddings', "Ollama's own API"],
  ['/v1/completions', 'text completions'],
  ['/v1beta/models/gemini:streamGenerateContent', "Gemini's own API"],
  ['/v1/images/generations', 'the API for images'],
  ['/v1/audio/speech', 'the API for audio'],
  ['/v1/vector_stores', 'the API for files'],
  ['/v1/something', 'this API'],
])(
  'POST %s is an unsupported API with what to do, and ends the trial at once',
  async (path, name) => {
    const { boundary, bench } = create([]);
    const response = await boundary.fetch(`http://rig.invalid${path}`, {
      method: 'POST',
      body: '{}',
    });
    expect(response.status).toBe(400);
    expect(response.headers.get('x-should-retry')).toBe('false');
    expect(await response.json()).toMatchObject({ error: { code: 'unsupported_api' } });
    expect(boundary.failure()).toMatchObject({
      code: 'UNSUPPORTED_API',
      message: expect.stringMatching(
        new RegExp(
          `^Cannot serve "POST ${path}": ${name} is not supported yet.*\\. (Let the|Give that) `,
          'u',
        ),
      ),
    });
    expect(bench.events).toEqual([]);
  },
);

it.each([0, 2])(
  'what makes a trial invalid is one request, also for an SDK with %i retries of its own',
  async (maxRetries) => {
    const bench = createBoundaryBench();
    const failures: string[] = [];
    const boundary = createModelBoundary({
      provider: null,
      player: null,
      recorder: null,
      faults: bench.faults,
      clock: bench.clock,
      sink: bench.sink,
      timeouts: { modelTimeoutMs: 1_000 },
      onFailure: ({ code }) => failures.push(code),
    });
    const { fetch } = boundary;
    const client = new OpenAI({ apiKey: 'x', baseURL: 'http://rig.invalid', maxRetries, fetch });
    await expect(client.chat.completions.create(body)).rejects.toMatchObject({
      status: 400,
      error: { code: 'no_model', type: 'toolrig' },
    });
    expect(boundary.failure()).toMatchObject({ code: 'NO_MODEL' });
    expect(failures).toEqual(['NO_MODEL']);
    expect(bench.events.map((event) => event.type)).toEqual(['request']);
  },
);

it.each([
  [500, 'http_500'],
  [503, 'http_503'],
  [429, 'http_429'],
])('status %i that an SDK retries is recorded as %s, not as given up', async (status, code) => {
  // The SDK cancels the body of what it retries; a body that is late is never read at all.
  const text = sampleBody({ error: { message: 'busy' } });
  const frames = text.frames.map((frame) => ({ ...frame, atMs: 400 }));
  const headers = { 'content-type': 'application/json', 'retry-after-ms': '1' };
  const busy: Exchange = { ...text, status, headers, headersAtMs: 5, frames, endAtMs: 400 };
  const { client, bench } = create([busy, answer], [], 1);
  await client.chat.completions.create(body);
  expect(bench.events).toMatchObject([
    { type: 'request', turn: 1, attempt: 1 },
    { type: 'model_error', turn: 1, attempt: 1, error: { code, status } },
    { type: 'request', turn: 1, attempt: 2 },
    { type: 'reply', turn: 1, attempt: 2 },
  ]);
});

it('two requests at once, one of them retried, are two turns', async () => {
  const busy = sampleBody({}, { status: 500, headers: { 'retry-after-ms': '1' } });
  const { client, bench } = create([busy, answer, answer], [], 1);
  await Promise.all([
    client.chat.completions.create(body),
    client.chat.completions.create({ ...body, temperature: 0 }),
  ]);
  const places = bench.events.filter((event) => event.type === 'request');
  expect(places.map((event) => `${event.turn}.${event.attempt}`)).toEqual(['1.1', '2.1', '1.2']);
});

it('the same body twice at once is two turns, and a retry belongs to the one that failed', async () => {
  const busy = sampleBody({}, { status: 500, headers: { 'retry-after-ms': '1' } });
  const { client, bench } = create([answer, busy, answer], [], 1);
  await Promise.all([client.chat.completions.create(body), client.chat.completions.create(body)]);
  const places = bench.events.filter((event) => event.type === 'request');
  expect(places.map((event) => `${event.turn}.${event.attempt}`)).toEqual(['1.1', '2.1', '2.2']);
});

it('a request that an SDK gave up and sends again is the next attempt', async () => {
  const { client, bench } = create([answer, answer]);
  const stop = new AbortController();
  void bench.clock.sleep(5).then(() => stop.abort());
  await client.chat.completions.create(body, { signal: stop.signal }).catch(() => undefined);
  await client.chat.completions.create(body);
  const places = bench.events.filter((event) => event.type === 'request');
  expect(places.map((event) => `${event.turn}.${event.attempt}`)).toEqual(['1.1', '1.2']);
});
