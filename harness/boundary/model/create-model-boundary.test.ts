import { expect, it } from 'vitest';
import { CassetteMissError } from '../../core/talk/cassette.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { ModelStrike } from '../../core/suite/fault.ts';
import type { ModelReply } from '../../core/talk/model.ts';
import type { ReplayTier } from '../../core/trial/transcript.ts';
import {
  type BoundaryBench,
  createBoundaryBench,
  createFakePlayer,
  createFakeProvider,
  createFakeRecorder,
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
import type { ModelBoundaryOptions } from './model-engine.ts';

const never = new AbortController().signal;
const calling = sampleCompletion({ tool_calls: [sampleCall('c1', 'stock', '{"sku":"A"}')] });
const answer = sampleBody(calling, { headersAtMs: 20, endAtMs: 120 });

function create(bench: BoundaryBench, options: Partial<ModelBoundaryOptions>): ModelBoundary {
  return createModelBoundary({
    provider: null,
    player: null,
    recorder: null,
    faults: bench.faults,
    clock: bench.clock,
    sink: bench.sink,
    timeouts: { modelTimeoutMs: 1_000 },
    ...options,
  });
}

it('a recorded answer takes its time, and both events are emitted', async () => {
  const bench = createBoundaryBench();
  const player = createFakePlayer([answer]);
  const boundary = create(bench, { player });
  const result = await boundary.ask(sampleRequest, { turn: 1, attempt: 1 }, never);
  expect(result).toMatchObject({ ok: true, event: 1, reply: { stop: 'tool_calls' } });
  expect(bench.events).toEqual([
    {
      type: 'request',
      turn: 1,
      attempt: 1,
      messages: 1,
      offered: ['stock', 'pay'],
      atMs: 0,
    },
    {
      type: 'reply',
      turn: 1,
      attempt: 1,
      from: 'recorded',
      tier: 'exact',
      text: null,
      refusal: null,
      calls: [{ ref: 't1c0', id: 'c1', name: 'stock', argumentsText: '{"sku":"A"}' }],
      stop: 'tool_calls',
      finishReason: 'tool_calls',
      usage: null,
      model: 'm-1',
      deviations: [],
      durationMs: 120,
      atMs: 120,
    },
  ]);
  expect([player.asked, boundary.tier()]).toEqual([['1.1'], 'exact']);
});

it('a failure is data, with the wait that was asked for', async () => {
  const bench = createBoundaryBench();
  const busy = sampleBody({}, { status: 429, headers: { 'retry-after-ms': '250' } });
  const boundary = create(bench, { provider: createFakeProvider([busy]) });
  const result = await boundary.ask(sampleRequest, { turn: 2, attempt: 3 }, never);
  expect(result).toMatchObject({
    ok: false,
    error: { code: 'http_429', retryAfterMs: 250, retryable: true },
  });
  expect(bench.events.at(-1)).toMatchObject({
    type: 'model_error',
    turn: 2,
    attempt: 3,
    from: 'live',
  });
  expect(boundary.tier()).toBeNull();
});

it.each<[string, Exchange, number, string]>([
  ['silence', { ...sampleBody(''), status: 0, end: 'stalled' }, 300, 'headers_timeout'],
  ['a slow first byte', { ...answer, headersAtMs: 600, endAtMs: 700 }, 300, 'headers_timeout'],
  ['a stalled body', { ...answer, end: 'stalled', endAtMs: 20 }, 220, 'body_timeout'],
  [
    'a body that never ends',
    {
      ...sampleStream([]),
      frames: Array.from({ length: 40 }, (_, index) => ({
        atMs: 100 * index,
        text: 'data: 1\n\n',
      })),
      endAtMs: 4_000,
    },
    1_000,
    'model_timeout',
  ],
])('%s ends at its deadline', async (...[, exchange, atMs, code]) => {
  const bench = createBoundaryBench();
  const timeouts = { modelTimeoutMs: 1_000, headersTimeoutMs: 300, gapTimeoutMs: 200 };
  const boundary = create(bench, { player: createFakePlayer([exchange]), timeouts });
  const result = await boundary.ask(sampleRequest, { turn: 1, attempt: 1 }, never);
  expect(result).toMatchObject({ ok: false, error: { kind: 'timeout', code, retryable: true } });
  expect(bench.events.at(-1)).toMatchObject({ durationMs: atMs, atMs });
});

it('a recorder is given what the model really said, also where a fault strikes', async () => {
  const strike: ModelStrike = {
    fault: 'f',
    kind: 'cut',
    type: 'transform',
    apply: (exchange) => ({ ...exchange, end: 'reset' }),
  };
  const bench = createBoundaryBench(() => [strike]);
  const recorder = createFakeRecorder();
  const boundary = create(bench, { provider: createFakeProvider([answer]), recorder });
  const result = await boundary.ask(sampleRequest, { turn: 1, attempt: 1 }, never);
  expect(result).toMatchObject({ ok: false, error: { code: 'reset_in_body' } });
  expect(recorder.recorded).toEqual([answer]);
  expect(bench.events.map((event) => event.type)).toEqual(['request', 'fault', 'model_error']);
});

it('what the clean lane has said already is not asked again', async () => {
  const bench = createBoundaryBench();
  const recorder = createFakeRecorder([answer]);
  const boundary = create(bench, { provider: createFakeProvider([answer]), recorder });
  await boundary.ask(sampleRequest, { turn: 1, attempt: 1 }, never);
  await boundary.ask(sampleRequest, { turn: 2, attempt: 1 }, never);
  const replies = bench.events.filter((event) => event.type === 'reply');
  expect(replies.map((event) => event.from)).toEqual(['recorded', 'live']);
  expect(recorder.recorded).toEqual([answer]);
});

it('a fault that replaces the answer keeps the model from being asked', async () => {
  const exchange = sampleBody({ error: { message: 'down' } }, { status: 503 });
  const bench = createBoundaryBench(() => [
    { fault: 'down', kind: 'http', type: 'replace', toExchange: () => exchange },
  ]);
  const player = createFakePlayer([answer]);
  const boundary = create(bench, { player });
  const result = await boundary.ask(sampleRequest, { turn: 1, attempt: 1 }, never);
  expect(result).toMatchObject({ ok: false, error: { code: 'http_503' } });
  expect(player.asked).toEqual([]);
  expect(bench.events.slice(1)).toMatchObject([
    { type: 'fault', fault: 'down', kind: 'http', on: 'model', turn: 1, attempt: 1 },
    { type: 'model_error', from: 'fault' },
  ]);
});

it('edited calls have the name of their fault, and a fault that changes nothing is not reported', async () => {
  const twice: ModelStrike = {
    fault: 'twice',
    kind: 'duplicate_call',
    type: 'edit_calls',
    apply: (calls) => calls.flatMap((call) => [call, { ...call, injected: 'twice' }]),
  };
  const idle: ModelStrike = { fault: 'idle', kind: 'x', type: 'edit_calls', apply: () => null };
  const still: ModelStrike = {
    fault: 'still',
    kind: 'x',
    type: 'transform',
    apply: (same) => same,
  };
  const late: ModelStrike = {
    fault: 'late',
    kind: 'slow',
    type: 'transform',
    apply: (exchange) => ({ ...exchange, endAtMs: exchange.endAtMs + 500 }),
  };
  const bench = createBoundaryBench(() => [twice, idle, still, late]);
  const boundary = create(bench, { player: createFakePlayer([answer]) });
  const result = await boundary.ask(sampleRequest, { turn: 1, attempt: 1 }, never);
  expect(result).toMatchObject({
    ok: true,
    reply: {
      calls: [{ id: 'c1' }, { id: 'c1', injected: 'twice' }],
      deviations: [{ code: 'call_id_repeated' }],
    },
  });
  const faults = bench.events.filter((event) => event.type === 'fault');
  expect(faults.map((event) => event.fault)).toEqual(['twice', 'late']);
  expect(bench.events.at(-1)).toMatchObject({ durationMs: 620, atMs: 620 });
});

it('given up by the trial, an attempt is cancelled at that time', async () => {
  const bench = createBoundaryBench();
  const boundary = create(bench, { player: createFakePlayer([answer]) });
  const stop = new AbortController();
  void bench.clock.sleep(50).then(() => stop.abort());
  const result = await boundary.ask(sampleRequest, { turn: 1, attempt: 1 }, stop.signal);
  expect(result).toMatchObject({ ok: false, error: { kind: 'cancelled', retryable: false } });
  expect(bench.events.at(-1)).toMatchObject({ type: 'model_error', durationMs: 50, atMs: 50 });
});

it('a miss is thrown and remembered', async () => {
  const bench = createBoundaryBench();
  const miss = new CassetteMissError('Cannot replay', {
    lane: 'l',
    reason: 'changed',
    differences: [],
    remedy: 'record',
  });
  const player = createFakePlayer([]);
  const boundary = create(bench, {
    player: {
      ...player,
      play: () => {
        throw miss;
      },
    },
  });
  const asking = boundary.ask(sampleRequest, { turn: 1, attempt: 1 }, never);
  await expect(asking).rejects.toBe(miss);
  expect(boundary.failure()).toBe(miss);
});

it('without recording and model nothing is asked', async () => {
  const boundary = create(createBoundaryBench(), {});
  const asking = boundary.ask(sampleRequest, { turn: 1, attempt: 1 }, never);
  await expect(asking).rejects.toMatchObject({ code: 'NO_MODEL' });
});

it('the harness is shown each reply before the agent', async () => {
  const bench = createBoundaryBench();
  const seen: [number, ModelReply][] = [];
  const boundary = create(bench, {
    player: createFakePlayer([answer, sampleBody('')]),
    onReply: (turn, reply) => seen.push([turn, reply]),
  });
  const result = await boundary.ask(sampleRequest, { turn: 3, attempt: 1 }, never);
  await boundary.ask(sampleRequest, { turn: 4, attempt: 1 }, never);
  expect(seen).toEqual([[3, result.ok ? result.reply : null]]);
});

it('B033 B038 a deviation that only the conversation shows is reported once', async () => {
  const bench = createBoundaryBench();
  const boundary = create(bench, { player: createFakePlayer([answer, answer, answer]) });
  const said = { role: 'assistant' as const, content: null, tool_calls: [toCall('c1')] };
  const request = { ...sampleRequest, messages: [...sampleRequest.messages, said] };
  for (const turn of [1, 2, 3]) await boundary.ask(request, { turn, attempt: 1 }, never);
  const guards = bench.events.filter((event) => event.type === 'guard');
  expect(guards.map((event) => event.text)).toEqual([
    'call_unanswered: The call "c1" has no answer',
  ]);
  const replies = bench.events.filter((event) => event.type === 'reply');
  expect(replies.map((event) => event.deviations.map((one) => one.code))).toEqual([
    [],
    ['id_reused_across_turns'],
    [],
  ]);
});

function toCall(id: string): {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
} {
  return { id, type: 'function', function: { name: 'stock', arguments: '{}' } };
}

it('the request decides how its answer is read', async () => {
  const bench = createBoundaryBench();
  const exchange = sampleStream([
    samplePiece({ index: 0, id: 'c1', name: 'pay', text: '' }),
    samplePiece({ index: 0, name: 'pay', text: '{}' }),
    samplePiece({ index: 1, id: 'c2', name: 'stock', text: '{}' }),
    sampleFinish,
  ]);
  const boundary = create(bench, { player: createFakePlayer([exchange]) });
  const request = { ...sampleRequest, parallel_tool_calls: false };
  const result = await boundary.ask(request, { turn: 1, attempt: 1 }, never);
  expect(result.ok && result.reply.deviations.map((one) => one.code)).toEqual([
    'stream_not_honoured',
    'name_repeated',
    'parallel_not_honoured',
  ]);
});

it.each<[readonly ReplayTier[], ReplayTier]>([
  [['exact', 'exact'], 'exact'],
  [['exact', 'allowed'], 'allowed'],
  [['loose', 'exact'], 'loose'],
  [['allowed', 'loose', 'exact'], 'loose'],
  [['position', 'loose'], 'position'],
])('of replies by %j the trial is replayed by %s: the weakest counts', async (tiers, worst) => {
  const player = createFakePlayer(tiers.map(() => answer));
  const left = [...tiers];
  const play: typeof player.play = (request, position) => ({
    ...player.play(request, position),
    tier: left.shift() ?? 'exact',
  });
  const boundary = create(createBoundaryBench(), { player: { ...player, play } });
  for (const at of tiers.keys()) {
    await boundary.ask(sampleRequest, { turn: at + 1, attempt: 1 }, never);
  }
  expect(boundary.tier()).toBe(worst);
});
