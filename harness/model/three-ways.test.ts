import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { OpenAI } from 'openai';
import { expect, it } from 'vitest';
import type { Exchange } from '../core/talk/exchange.ts';
import type { Deviation } from '../core/talk/model.ts';
import {
  createBoundaryBench,
  createFakePlayer,
  sampleRequest,
  type TimedEvent,
} from '../testing/create-boundary-bench.ts';
import { findSharedData } from '../testing/find-shared-data.ts';
import { createWallClock } from '../testing/create-wall-clock.ts';
import { startFaultServer } from '../testing/fault-server.ts';
import {
  sampleBody,
  sampleCall,
  sampleCompletion,
  sampleFinish,
  samplePiece,
  sampleStream,
} from '../testing/sample-exchange.ts';
import {
  createModelBoundary,
  type ModelBoundary,
} from '../boundary/model/create-model-boundary.ts';
import type { ModelBoundaryOptions } from '../boundary/model/model-engine.ts';
import type { ModelTimeouts } from '../boundary/model/find-deadline.ts';
import { readExchanges } from '../dialect/read-exchanges.ts';
import { createOpenAiProvider } from './create-open-ai-provider.ts';

const never = new AbortController().signal;
/** Short only where an exchange stalls, so that a busy machine changes nothing. */
function toTimeouts(exchange: Exchange): ModelTimeouts {
  const patient = { modelTimeoutMs: 15_000 };
  if (exchange.end !== 'stalled') return patient;
  return exchange.status === 0
    ? { ...patient, headersTimeoutMs: 60 }
    : { ...patient, gapTimeoutMs: 60 };
}

const usage = { prompt_tokens: 5, completion_tokens: 2 };
const first = sampleCall('c1', 'stock', '{"sku": "北京 🌧", "n": 1234567890123456789}');
const second = sampleCall('c2', 'pay', '{"cents": 5.0}');
const pieces = [
  { delta: { role: 'assistant', content: 'Looking' } },
  samplePiece({ index: 0, id: 'c1', type: 'function', name: 'stock', text: '' }),
  samplePiece({ index: 0, text: '{"sku": "北' }),
  samplePiece({ index: 0, text: '京"}' }),
  samplePiece({ index: 1, id: 'c2', type: 'function', name: 'pay', text: '{}' }),
];

/** Exchanges as recordings hold them: one line, one conversation each. */
const exchanges: Readonly<Record<string, Exchange>> = {
  'two calls': sampleBody(
    sampleCompletion({ tool_calls: [first, second] }, 'tool_calls', { usage }),
  ),
  'a text': sampleBody(sampleCompletion({ content: 'Here you are' }, 'stop', { usage })),
  'calls that contradict the stop reason': sampleBody(
    sampleCompletion({ tool_calls: [first] }, 'stop'),
  ),
  'no stop reason': sampleBody(sampleCompletion({ content: 'x' }, null)),
  'a cut reply': sampleBody(
    sampleCompletion({ tool_calls: [sampleCall('c1', 'pay', '{"a')] }, 'length'),
  ),
  'a streamed text': sampleStream([
    { delta: { content: 'a' } },
    { delta: { content: 'b' }, finish_reason: 'stop' },
    { raw: { choices: [], usage } },
  ]),
  'streamed calls': sampleStream([...pieces, sampleFinish]),
  'a stream without [DONE]': sampleStream([...pieces, sampleFinish], 'eof'),
  'a stream without an end': sampleStream(pieces, 'eof'),
  'a stream that is reset': sampleStream(pieces, 'reset'),
  'a stream that stalls': sampleStream(pieces, 'stalled'),
  'an error in the stream': sampleStream([
    ...pieces,
    { raw: { error: { message: 'busy', code: 529 } } },
  ]),
  'a stream without index': sampleStream([
    samplePiece({ id: 'c1', type: 'function', name: 'pay', text: '{}' }),
    sampleFinish,
  ]),
  'a web page': sampleBody('<html></html>', { headers: { 'content-type': 'text/html' } }),
  'an error with 200': sampleBody({ error: { message: 'x', code: 'rate_limit_exceeded' } }),
  'another format': sampleBody({ object: 'response', output: [] }),
  'half a body': sampleBody('{"choices":[{"message":{"con'),
  'an empty body': sampleBody(''),
  '204': sampleBody('', { status: 204 }),
  '429': sampleBody(
    { error: { message: 'slow' } },
    {
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after-ms': '7' },
    },
  ),
  '503': sampleBody('<html></html>', { status: 503, headers: { 'content-type': 'text/html' } }),
  '400': sampleBody(
    { error: { message: 'too long', code: 'context_length_exceeded' } },
    { status: 400 },
  ),
  'a reset': { ...sampleBody(''), status: 0, end: 'reset' },
  silence: { ...sampleBody(''), status: 0, end: 'stalled' },
};

/** What the SDK handed to its caller; `null` when it threw. */
type Handed = readonly unknown[] | null;

interface Way {
  readonly events: readonly unknown[];
  readonly handed?: Handed;
}

/** The transcript without what tells where it came from and how long it took. */
function toStory(events: readonly TimedEvent[]): readonly unknown[] {
  const told = (deviations: readonly Deviation[]): readonly Deviation[] =>
    deviations.filter((deviation) => deviation.code !== 'sdk_disagrees');
  return events.map((event) => {
    if (event.type === 'reply') {
      const { from: _from, tier: _tier, durationMs: _ms, atMs: _at, ...rest } = event;
      return { ...rest, deviations: told(event.deviations) };
    }
    if (event.type === 'model_error') {
      const { from: _from, durationMs: _ms, atMs: _at, ...rest } = event;
      return { ...rest, error: { ...event.error, deviations: told(event.error.deviations) } };
    }
    const { atMs: _at, ...rest } = event;
    return rest;
  });
}

function create(options: Partial<ModelBoundaryOptions> & Pick<ModelBoundaryOptions, 'timeouts'>): {
  readonly boundary: ModelBoundary;
  readonly events: readonly TimedEvent[];
} {
  const bench = createBoundaryBench();
  const boundary = createModelBoundary({
    provider: null,
    player: null,
    recorder: null,
    faults: bench.faults,
    clock: bench.clock,
    sink: bench.sink,
    ...options,
  });
  return { boundary, events: bench.events };
}

async function askSdk(client: OpenAI, stream: boolean): Promise<Handed> {
  // The SDK's request type wants mutable lists; the rig's are read-only and never changed.
  const body = sampleRequest as unknown as OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;
  try {
    if (!stream) return [await client.chat.completions.create(body)];
    const chunks: unknown[] = [];
    for await (const chunk of await client.chat.completions.create({ ...body, stream })) {
      chunks.push(chunk);
    }
    return chunks;
  } catch {
    return null;
  }
}

async function byEngine(exchange: Exchange, stream: boolean): Promise<Way> {
  const { boundary, events } = create({
    player: createFakePlayer([exchange]),
    timeouts: toTimeouts(exchange),
  });
  await boundary.ask({ ...sampleRequest, stream }, { turn: 1, attempt: 1 }, never);
  return { events: toStory(events) };
}

async function bySdkOverFetch(exchange: Exchange, stream: boolean): Promise<Way> {
  const { boundary, events } = create({
    player: createFakePlayer([exchange]),
    timeouts: toTimeouts(exchange),
  });
  const { fetch } = boundary;
  const client = new OpenAI({
    apiKey: 'x',
    baseURL: 'http://rig.invalid/v1',
    maxRetries: 0,
    fetch,
  });
  const handed = await askSdk(client, stream);
  return { events: toStory(events), handed };
}

async function bySdkOverServer(exchange: Exchange, stream: boolean): Promise<Way> {
  await using server = await startFaultServer([exchange]);
  const clock = createWallClock();
  const timeouts = toTimeouts(exchange);
  const provider = createOpenAiProvider({ baseUrl: server.baseUrl, apiKey: 'x', clock, timeouts });
  const { boundary, events } = create({ provider, clock, timeouts });
  await boundary.ask({ ...sampleRequest, stream }, { turn: 1, attempt: 1 }, never);
  return { events: toStory(events) };
}

async function byPlainSdk(exchange: Exchange, stream: boolean): Promise<Handed> {
  await using server = await startFaultServer([exchange]);
  const timeout = exchange.end === 'stalled' ? 60 : 15_000;
  const client = new OpenAI({ apiKey: 'x', baseURL: server.baseUrl, maxRetries: 0, timeout });
  return await askSdk(client, stream);
}

it.each(Object.entries(exchanges))(
  'the engine, the SDK over the per-trial fetch and the SDK over a real server agree: %s',
  async (name, exchange) => {
    const stream = exchange.headers['content-type'] === 'text/event-stream';
    const engine = await byEngine(exchange, stream);
    const overFetch = await bySdkOverFetch(exchange, stream);
    const overServer = await bySdkOverServer(exchange, stream);
    expect(engine.events).toHaveLength(2);
    expect(overFetch.events).toEqual(engine.events);
    expect(overServer.events).toEqual(engine.events);
    // A plain SDK waits for ever for a stream that stalls: that is what the deadlines are for.
    if (name !== 'a stream that stalls') {
      expect(overFetch.handed).toEqual(await byPlainSdk(exchange, stream));
    }
  },
);

const trafficPath = findSharedData('cassettes/pydantic-ai-chat-completions.jsonl.gz');

it.skipIf(trafficPath === null)('real traffic: three ways, one transcript', async () => {
  const recorded = readExchanges(gunzipSync(readFileSync(trafficPath ?? '')).toString());
  for (const [index, exchange] of recorded.entries()) {
    const stream = (exchange.headers['content-type'] ?? '').includes('text/event-stream');
    const { events } = await byEngine(exchange, stream);
    expect([index, (await bySdkOverFetch(exchange, stream)).events]).toEqual([index, events]);
    if (index % 10 !== 0) continue;
    expect([index, (await bySdkOverServer(exchange, stream)).events]).toEqual([index, events]);
  }
  console.log(`Compared ${recorded.length} exchanges, every tenth over a real server too`);
});
