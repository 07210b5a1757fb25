import Anthropic from '@anthropic-ai/sdk';
import { OpenAI } from 'openai';
import { describe, expect, it } from 'vitest';
import { createFaultPoint } from '../boundary/fault/create-fault-point.ts';
import { faultKinds } from '../boundary/fault/registry.ts';
import { createModelBoundary } from '../boundary/model/create-model-boundary.ts';
import type { Exchange } from '../core/talk/exchange.ts';
import type { ModelReply } from '../core/talk/model.ts';
import { type ApiName, apiNames } from '../core/talk/wire-form.ts';
import { dialects } from '../dialect/registry.ts';
import { toScriptedExchange } from '../dialect/scripted-exchange.ts';
import { createBoundaryBench, createFakePlayer } from '../testing/create-boundary-bench.ts';
import { type FaultServer, startFaultServer } from '../testing/fault-server.ts';

/** What an SDK handed to its caller: what it read, or the kind of its error. */
type Handed = { readonly read: readonly unknown[] } | { readonly error: string };

interface Connection {
  readonly baseUrl: string;
  readonly fetch?: typeof globalThis.fetch;
}

const messages = [{ role: 'user' as const, content: 'hi' }];

/** Each SDK as an agent of one's own uses it, without retries. */
const speakers: Readonly<
  Record<ApiName, (connection: Connection, stream: boolean) => Promise<readonly unknown[]>>
> = {
  chat: async ({ baseUrl, ...rest }, stream) => {
    const client = new OpenAI({ apiKey: 'x', baseURL: baseUrl, maxRetries: 0, ...rest });
    const body = { model: 'm-1', messages };
    if (!stream) return [await client.chat.completions.create(body)];
    return await collect(await client.chat.completions.create({ ...body, stream }));
  },
  responses: async ({ baseUrl, ...rest }, stream) => {
    const client = new OpenAI({ apiKey: 'x', baseURL: baseUrl, maxRetries: 0, ...rest });
    const body = { model: 'm-1', input: messages };
    if (!stream) return [await client.responses.create(body)];
    return await collect(await client.responses.create({ ...body, stream }));
  },
  messages: async ({ baseUrl, ...rest }, stream) => {
    const baseURL = baseUrl.replace(/\/v1$/u, '');
    const client = new Anthropic({ apiKey: 'x', baseURL, maxRetries: 0, ...rest });
    const body = { model: 'm-1', max_tokens: 99, messages };
    if (!stream) return [await client.messages.create(body)];
    return await collect(await client.messages.create({ ...body, stream }));
  },
};

async function collect(events: AsyncIterable<unknown>): Promise<readonly unknown[]> {
  const read: unknown[] = [];
  for await (const event of events) read.push(event);
  return read;
}

async function listen(asking: Promise<readonly unknown[]>): Promise<Handed> {
  try {
    return { read: await asking };
  } catch (error) {
    const { status } = error as { readonly status?: number };
    return { error: `${(error as Error).constructor.name} ${status ?? '-'}` };
  }
}

const reply: ModelReply = {
  text: null,
  refusal: null,
  calls: [
    { id: 'call_1', name: 'look_up', argumentsText: '{"id":"R-7"}' },
    { id: 'call_2', name: 'look_up', argumentsText: '{"id":"R-8"}' },
  ],
  stop: 'tool_calls',
  finishReason: null,
  usage: { inputTokens: 5, outputTokens: 2 },
  model: 'm-1',
  deviations: [],
};

const wireKinds = Object.values(faultKinds).filter(
  (kind) => kind.on === 'model' && (kind.layer !== 'output' || kind.trace === 'reply'),
);
const silent = /^(?:timeout|stalled_body|stream_stall|slow_first_byte)$/u;

function createPoint(kind: string): ReturnType<typeof createFaultPoint> {
  const address = { on: 'model', turn: 1, attempt: 1 } as const;
  return createFaultPoint(
    { name: 'p', byHand: true, faults: [{ name: 'f', address, inject: toInjection(kind) }] },
    { seed: 's' },
  );
}

function toInjection(kind: string): { readonly kind: string; readonly [field: string]: string } {
  if (kind === 'repeated_call') return { kind, tool: 'look_up', arguments: '{}' };
  return kind === 'reused_id' ? { kind, id: 'call_0' } : { kind };
}

/** Over the trial's own `fetch`: the fault strikes what a recording says. */
async function overFetch(api: ApiName, kind: string, said: Exchange): Promise<Handed> {
  const bench = createBoundaryBench();
  const boundary = createModelBoundary({
    provider: null,
    player: createFakePlayer([said]),
    recorder: null,
    faults: createPoint(kind),
    clock: bench.clock,
    sink: bench.sink,
    timeouts: { modelTimeoutMs: 60_000 },
  });
  const connection = { baseUrl: 'http://rig.invalid/v1', fetch: boundary.fetch };
  const handed = await listen(speakers[api](connection, isStreamed(said)));
  expect(bench.events.map(({ type }) => type)).toContain('fault');
  return handed;
}

/** Over a real socket: a server gives what the fault makes of the answer. */
async function overSocket(api: ApiName, kind: string, said: Exchange): Promise<Handed> {
  const dialect = dialects[api];
  const [strike] = createPoint(kind).atModel(1, 1);
  let struck = said;
  if (strike?.type === 'replace') struck = strike.toExchange(dialect);
  if (strike?.type === 'transform') struck = strike.apply(said, dialect);
  if (strike?.type === 'edit_calls') {
    const decoded = dialect.decode(said);
    const heard = decoded.ok ? decoded.reply : toSaid(api);
    const calls = strike.apply(heard.calls) ?? [];
    struck = dialect.encode({ ...heard, calls }, { stream: isStreamed(said), like: said });
  }
  await using server: FaultServer = await startFaultServer([struck]);
  return await listen(speakers[api]({ baseUrl: server.baseUrl }, isStreamed(said)));
}

function toSaid(api: ApiName): ModelReply {
  return { ...reply, finishReason: dialects[api].toStopWord('tool_calls') };
}

/** Kinds that an API has no form for: its last event is its end mark, and no word of it says that calls come. */
const without: Readonly<Record<ApiName, readonly string[]>> = {
  chat: [],
  responses: ['stream_no_done', 'contradicting_finish'],
  messages: [],
};

function canStrike(api: ApiName, kind: string, stream: boolean): boolean {
  const said = stream ? toStream(api) : dialects[api].encode(toSaid(api), { stream });
  const [strike] = createPoint(kind).atModel(1, 1);
  return strike?.type !== 'transform' || strike.apply(said, dialects[api]) !== said;
}

/** In small pieces, as a provider streams. */
function toStream(api: ApiName): Exchange {
  const calls = reply.calls.map(({ id, name, argumentsText }) => ({
    id: id ?? '',
    type: 'function' as const,
    function: { name, arguments: argumentsText ?? '' },
  }));
  const usage = { inputTokens: 5, outputTokens: 2 };
  const speech = { key: 'k', created: 1, model: 'm-1', text: null, calls, usage };
  const options = { stream: true, pieceChars: 5, tellsUsage: true };
  return toScriptedExchange(dialects[api].script(speech, options));
}

function isStreamed({ headers }: Exchange): boolean {
  return headers['content-type'] === 'text/event-stream';
}

describe.each(apiNames)('%s', (api) => {
  it.each([false, true])('the plain reply reaches the SDK, streamed: %s', async (stream) => {
    const said = dialects[api].encode(toSaid(api), { stream });
    await using server = await startFaultServer([said]);
    const handed = await listen(speakers[api]({ baseUrl: server.baseUrl }, stream));
    expect(JSON.stringify(handed)).toContain('R-8');
  });

  const cases = wireKinds.flatMap(({ kind, layer }) =>
    [false, true]
      .filter((stream) => stream || layer !== 'stream')
      .filter((stream) => canStrike(api, kind, stream))
      .map((stream) => [kind, stream] as const),
  );
  it('nearly every kind of fault can strike', () => {
    const missed = wireKinds.filter(({ kind }) => !cases.some(([struck]) => struck === kind));
    expect(missed.map(({ kind }) => kind)).toEqual(without[api]);
  });

  it.each(cases)('%s looks as over a real socket, streamed: %s', async (kind, stream) => {
    const said = stream ? toStream(api) : dialects[api].encode(toSaid(api), { stream });
    const handed = await overFetch(api, kind, said);
    // Without a deadline an SDK waits for ever for what never comes.
    if (silent.test(kind))
      expect(handed).toHaveProperty(kind === 'slow_first_byte' ? 'read' : 'error');
    else expect(handed).toEqual(await overSocket(api, kind, said));
  });
});
