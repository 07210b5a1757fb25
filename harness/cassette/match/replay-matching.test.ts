import { readFile, rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { CassetteMissError, CassetteStore } from '../../core/talk/cassette.ts';
import type { ChatRequest, ChatTool } from '../../core/talk/chat.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Lane } from '../../core/suite/lane.ts';
import {
  createChatTool,
  createConversation,
  createLane,
  createReply,
  type RecordedStep,
} from '../../testing/recorded-conversation.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { type CassetteStoreOptions, createCassetteStore } from '../cassette-store.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import { toLanePath } from '../lane/lane-path.ts';

const lane = createLane();

function openStore(root: string, options: Partial<CassetteStoreOptions> = {}): CassetteStore {
  return createCassetteStore({
    root,
    mode: 'record',
    recordedAt: '2025-01-02T03:04:05Z',
    protocolVersion: 1,
    redactor: createRedactor({ secrets: [], key: null, salt: 'test' }),
    drift: [],
    volatile: [],
    tier: 'exact',
    command: 'toolrig record suites/orders',
    ...options,
  });
}

async function record(
  root: string,
  steps: readonly RecordedStep[],
  into: Lane = lane,
): Promise<void> {
  const recorder = await openStore(root).recorder(into, {
    model: 'test-model',
    nature: 'scripted',
  });
  for (const step of steps) recorder.record(step.request, step.position, step.exchange);
  await recorder.seal({ stopReason: 'answered' });
}

/** Plays steps; the miss, or how many were answered. */
async function play(
  root: string,
  steps: readonly Pick<RecordedStep, 'request' | 'position'>[],
  options: Partial<CassetteStoreOptions> = {},
): Promise<CassetteMissError | number> {
  try {
    const player = await openStore(root, { mode: 'replay', ...options }).player(lane);
    for (const step of steps) player.play(step.request, step.position);
    return steps.length;
  } catch (error) {
    return error as CassetteMissError;
  }
}

function parts(outcome: CassetteMissError | number): readonly string[] {
  return typeof outcome === 'number' ? [] : outcome.differences.map((found) => found.part);
}

/** A change of one request, and the part that a miss must name. */
type Change = readonly [part: string, change: (request: ChatRequest) => ChatRequest];

function changeTool(
  request: ChatRequest,
  change: (tool: ChatTool['function']) => JsonObject,
): ChatRequest {
  const tools = (request.tools ?? []).map((tool, index) =>
    index === 0 ? { ...tool, function: { ...tool.function, ...change(tool.function) } } : tool,
  );
  return { ...request, tools };
}

function changeStatus(request: ChatRequest, change: JsonObject): ChatRequest {
  return changeTool(request, ({ parameters }) => {
    const properties = parameters['properties'] as Record<string, JsonObject>;
    const status = { ...properties['status'], ...change };
    return { parameters: { ...parameters, properties: { ...properties, status } } };
  });
}

function changeSchema(request: ChatRequest, change: JsonObject): ChatRequest {
  return changeTool(request, ({ parameters }) => ({ parameters: { ...parameters, ...change } }));
}

function changeMessage(request: ChatRequest, index: number, change: object): ChatRequest {
  const messages = request.messages.map((message, at) =>
    at === index ? { ...message, ...change } : message,
  );
  return { ...request, messages };
}

const changes: readonly Change[] = [
  ['model', (request) => ({ ...request, model: 'other-model' })],
  [
    'system',
    (request) => changeMessage(request, 0, { content: 'You help customers. Answer briefly.' }),
  ],
  ['system', (request) => ({ ...request, messages: request.messages.slice(1) })],
  [
    'system.1',
    (request) => ({
      ...request,
      messages: [
        ...request.messages.slice(0, 1),
        { role: 'system', content: 'More.' },
        ...request.messages.slice(1),
      ],
    }),
  ],
  [
    'tool.orders.description',
    (request) => changeTool(request, () => ({ description: 'Looks up.' })),
  ],
  ['tool.orders.description', (request) => changeTool(request, () => ({ description: undefined }))],
  [
    'tool.orders.parameters.properties.status.description',
    (request) => changeStatus(request, { description: 'The state' }),
  ],
  [
    'tool.orders.parameters.properties.status.enum',
    (request) => changeStatus(request, { enum: ['open', 'shipped', 'lost'] }),
  ],
  [
    'tool.orders.parameters.properties.status.enum',
    (request) => changeStatus(request, { enum: ['shipped', 'open'] }),
  ],
  ['tool.orders.parameters.required', (request) => changeSchema(request, { required: [] })],
  ['tool.orders.parameters.required', (request) => changeSchema(request, { required: undefined })],
  [
    'tool.orders.parameters.properties.constructor',
    (request) =>
      changeSchema(request, {
        properties: {
          ...(request.tools?.[0]?.function.parameters['properties'] as JsonObject),
          constructor: { type: 'string' },
        },
      }),
  ],
  ['tool.orders.strict', (request) => changeTool(request, () => ({ strict: true }))],
  ['tool.orders.x-note', (request) => changeTool(request, () => ({ 'x-note': 1 }))],
  ['tools.order', (request) => ({ ...request, tools: (request.tools ?? []).toReversed() })],
  ['tools.parcels', (request) => ({ ...request, tools: (request.tools ?? []).slice(0, 1) })],
  [
    'tools.extra',
    (request) => ({ ...request, tools: [...(request.tools ?? []), createChatTool('extra')] }),
  ],
  ['params.tool_choice', (request) => ({ ...request, tool_choice: 'required' })],
  ['params.temperature', (request) => ({ ...request, temperature: 1 })],
  ['params.temperature', (request) => ({ ...request, temperature: '0' })],
  ['params.max_tokens', (request) => ({ ...request, max_tokens: 100 })],
  ['params.seed', (request) => ({ ...request, seed: 7 })],
  ['params.parallel_tool_calls', (request) => ({ ...request, parallel_tool_calls: false })],
  [
    'params.response_format',
    (request) => ({ ...request, response_format: { type: 'json_object' } }),
  ],
  ['params.stream', (request) => ({ ...request, stream: true })],
  ['params.stream_options', (request) => ({ ...request, stream_options: { include_usage: true } })],
  ['params.new_field', (request) => ({ ...request, new_field: null })],
  ['message.1', (request) => changeMessage(request, 1, { content: 'Where is my parcel?' })],
  ['message.1', (request) => changeMessage(request, 1, { name: 'ada' })],
  ['message.3', (request) => changeMessage(request, 3, { content: '{"found": 1}' })],
  [
    'message.4',
    (request) => ({
      ...request,
      messages: [...request.messages, { role: 'user', content: 'And?' }],
    }),
  ],
];

it.each(changes)(
  'a change of %s alone is a miss that names it, and none when put back (B123)',
  async (part, change) => {
    await using scratch = await createScratchFolder();
    const steps = createConversation(2);
    await record(scratch.path, steps);
    const [first, second] = steps;
    if (first === undefined || second === undefined) throw new Error('two steps are needed');
    // Message 3 is only in the second request.
    const isLate = part === 'message.3' || part === 'message.4';
    const asked = isLate
      ? [first, { ...second, request: change(second.request) }]
      : [{ ...first, request: change(first.request) }];
    expect(parts(await play(scratch.path, asked))).toEqual([part]);
    expect(await play(scratch.path, steps)).toBe(2);
  },
);

it('several changes are all named at once', async () => {
  await using scratch = await createScratchFolder();
  const [step] = createConversation(1);
  if (step === undefined) throw new Error('a step is needed');
  await record(scratch.path, [step]);
  const request = changeStatus({ ...step.request, model: 'other', seed: 1 }, { enum: ['open'] });
  const outcome = await play(scratch.path, [{ ...step, request }]);
  expect(parts(outcome)).toEqual([
    'model',
    'tool.orders.parameters.properties.status.enum',
    'params.seed',
  ]);
  expect((outcome as CassetteMissError).message).toBe(
    'Cannot replay lane "orders/find/ref/none/r1": the request of turn 1, attempt 1 is not the recorded one. ' +
      'model: recorded "test-model", now "other". ' +
      String.raw`tool.orders.parameters.properties.status.enum: recorded "[\"open\",\"shipped\"]", now "[\"open\"]". ` +
      'params.seed: recorded nothing, now "1". ' +
      'Record it with `toolrig record suites/orders --scenario find --variant ref --stale`',
  );
});

it('a changed body is a miss with both sides, never the old answer (B173)', async () => {
  await using scratch = await createScratchFolder();
  const [step] = createConversation(1, { tools: [] });
  if (step === undefined) throw new Error('a step is needed');
  const ask = (text: string): RecordedStep => ({
    ...step,
    request: { ...step.request, messages: [{ role: 'user', content: text }] },
  });
  await record(scratch.path, [ask('a')]);
  const outcome = (await play(scratch.path, [ask('b')])) as CassetteMissError;
  expect(outcome.reason).toBe('changed');
  expect(outcome.differences).toEqual([{ part: 'message.0', recorded: 'user a', now: 'user b' }]);
});

it.each([
  ['other key order', { b: [1, 2], a: 1 }, true],
  ['other number text', JSON.parse('{"a":1.0,"b":[1,2]}'), true],
  ['other list order', { a: 1, b: [2, 1] }, false],
])('a body with %s (B174)', async (_, extra, isSame) => {
  await using scratch = await createScratchFolder();
  const [step] = createConversation(1, { extra: { a: 1, b: [1, 2] } });
  if (step === undefined) throw new Error('a step is needed');
  await record(scratch.path, [step]);
  const outcome = await play(scratch.path, [{ ...step, request: { ...step.request, extra } }]);
  expect(parts(outcome)).toEqual(isSame ? [] : ['params.extra']);
});

it('equal requests get their replies in order, then none (B169)', async () => {
  await using scratch = await createScratchFolder();
  const [step] = createConversation(1);
  if (step === undefined) throw new Error('a step is needed');
  const ask = (turn: number): RecordedStep => ({
    ...step,
    position: { turn, attempt: 1 },
    exchange: createReply(String(turn)),
  });
  await record(scratch.path, [ask(1), ask(2)]);
  const player = await openStore(scratch.path, { mode: 'replay' }).player(lane);
  const texts = [1, 2].map(
    (turn) => player.play(step.request, { turn, attempt: 1 }).exchange.frames[0],
  );
  expect(texts).toEqual([
    { atMs: 140, text: '1' },
    { atMs: 140, text: '2' },
  ]);
  const outcome = (await play(scratch.path, [ask(1), ask(2), ask(3)])) as CassetteMissError;
  expect([outcome.reason, outcome.differences, outcome.requests]).toEqual(['exhausted', [], 2]);
});

it('a 429 and the 200 after it are two replies of one call (B170)', async () => {
  await using scratch = await createScratchFolder();
  const [step] = createConversation(1);
  if (step === undefined) throw new Error('a step is needed');
  const busy = createReply('{}', { status: 429, headers: { 'retry-after': '1' } });
  const recorder = await openStore(scratch.path).recorder(lane, {});
  recorder.record(step.request, { turn: 1, attempt: 1 }, busy);
  recorder.record(step.request, { turn: 1, attempt: 2 }, step.exchange);
  await recorder.seal({});
  const player = await openStore(scratch.path, { mode: 'replay' }).player(lane);
  const replies = [1, 2].map((attempt) => player.play(step.request, { turn: 1, attempt }));
  expect(replies).toEqual([
    { exchange: busy, tier: 'exact' },
    { exchange: step.exchange, tier: 'exact' },
  ]);
  expect(player.unconsumed()).toBe(0);
});

it('recorded calls that were not requested are counted', async () => {
  await using scratch = await createScratchFolder();
  const steps = createConversation(3);
  await record(scratch.path, steps);
  const player = await openStore(scratch.path, { mode: 'replay' }).player(lane);
  for (const step of steps.slice(0, 1)) player.play(step.request, step.position);
  expect(player.unconsumed()).toBe(2);
});

it('two recordings of the same conversation are the same bytes, whatever ids and times of day (B172)', async () => {
  await using scratch = await createScratchFolder();
  const texts: string[] = [];
  for (const prefix of ['call', 'other']) {
    const steps = createConversation(3).map((step) => ({
      ...step,
      request: JSON.parse(JSON.stringify(step.request).replaceAll('call-', `${prefix}-`)),
    }));
    await record(scratch.path, steps);
    texts.push(await readFile(toLanePath(scratch.path, lane), 'utf8'));
  }
  expect(texts[0]).toBe(texts[1]);
});

const noFile: readonly (readonly [string, string | null, string, RegExp])[] = [
  ['missing', null, 'no_cassette', /there is no recording/],
  ['empty', '', 'damaged', /the file is empty/],
  [
    'of another version',
    '{"type":"head","version":2}\n',
    'wrong_version',
    /expected version 1, found 2: it was made by a newer toolrig/,
  ],
  ['truncated', '{"type":"head","vers', 'damaged', /the file is cut inside line 1/],
];

it.each(noFile)(
  'a recording that is %s is a clear miss and nothing is recorded (B176)',
  async (...[, text, reason, words]) => {
    await using scratch = await createScratchFolder();
    const path = toLanePath(scratch.path, lane);
    await record(scratch.path, createConversation(1));
    if (text === null) await rm(path);
    else await writeFile(path, text);
    const outcome = (await play(scratch.path, createConversation(1))) as CassetteMissError;
    expect(outcome.reason).toBe(reason);
    expect(outcome.message).toMatch(words);
    expect(outcome.remedy).toMatch(/^toolrig record suites\/orders --scenario find --variant ref/);
  },
);

it('in replay mode there is no recorder (B177)', async () => {
  await using scratch = await createScratchFolder();
  const store = openStore(scratch.path, { mode: 'replay' });
  await expect(store.recorder(lane, {})).rejects.toMatchObject({ code: 'CASSETTE_REPLAY_ONLY' });
  expect(await store.has(lane)).toBe(false);
});

it('more repeats than were recorded are a miss that names the nearest lane, never a second use (B122)', async () => {
  await using scratch = await createScratchFolder();
  for (const repeat of [1, 2])
    await record(scratch.path, createConversation(1), createLane({ repeat }));
  const store = openStore(scratch.path, { mode: 'replay' });
  await expect(store.player(createLane({ repeat: 3 }))).rejects.toMatchObject({
    reason: 'no_cassette',
    nearest: 'orders/find/ref/none/r1',
    requests: 1,
    remedy: 'toolrig record suites/orders --scenario find --variant ref --repeats 3',
  });
});

it('a replayed exchange has the times of the recording (B125)', async () => {
  await using scratch = await createScratchFolder();
  const [step] = createConversation(1);
  if (step === undefined) throw new Error('a step is needed');
  await record(scratch.path, [{ ...step, exchange: createReply('{}', { endAtMs: 1800.4 }) }]);
  const player = await openStore(scratch.path, { mode: 'replay' }).player(lane);
  expect(player.play(step.request, step.position).exchange.endAtMs).toBe(1800);
});
