import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CassetteStore } from '../../core/talk/cassette.ts';
import type { ChatRequest } from '../../core/talk/chat.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import {
  createConversation,
  createLane,
  createReply,
  type RecordedStep,
} from '../../testing/recorded-conversation.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { createCassetteStore } from '../cassette-store.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import { toLanePath } from './lane-path.ts';

const clean = createLane();

function openStore(root: string): CassetteStore {
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
  });
}

async function record(root: string, steps: readonly RecordedStep[]): Promise<void> {
  const recorder = await openStore(root).recorder(clean, {});
  for (const step of steps) recorder.record(step.request, step.position, step.exchange);
  await recorder.seal({});
}

async function roundTrip(exchange: Exchange, change: Partial<ChatRequest> = {}): Promise<Exchange> {
  await using scratch = await createScratchFolder();
  const steps = createConversation(1, change).map((step) => ({ ...step, exchange }));
  await record(scratch.path, steps);
  const player = await openStore(scratch.path).player(clean);
  const [found] = steps.map((step) => player.play(step.request, step.position).exchange);
  if (found === undefined) throw new Error('nothing was recorded');
  return found;
}

it('chunk edges of a stream stay, in order and with their times (B181)', async () => {
  const texts = ['data: a\n\n', 'data: b', '\n\ndata: c\n\n', 'data: [DONE]\n\n'];
  const frames = texts.map((text, index) => ({ atMs: 10 * index, text }));
  const headers = { 'content-type': 'text/event-stream' };
  const exchange = createReply('', { frames, headers });
  expect(await roundTrip(exchange, { stream: true })).toEqual(exchange);
});

it('a reset in the middle of a stream is replayed as a reset (B182)', async () => {
  const frames = [{ atMs: 5, text: 'data: {"choices":[{"delta":{"content":"x"}}]}\n\n' }];
  const exchange = createReply('', { frames, end: 'reset', endAtMs: 9 });
  expect(await roundTrip(exchange)).toEqual(exchange);
});

it('a refused connection and a stall are replayed as what they were', async () => {
  for (const end of ['refused', 'stalled'] as const) {
    const exchange = createReply('', { status: 0, headers: {}, frames: [], end });
    expect(await roundTrip(exchange)).toEqual(exchange);
  }
});

it('bytes that are no UTF-8 stay bytes', async () => {
  const frames = [
    { atMs: 1, text: '{"a":"' },
    { atMs: 2, base64: '//7/' },
  ];
  expect((await roundTrip(createReply('', { frames }))).frames).toEqual(frames);
});

it('the body is stored decoded and its headers say nothing else (B178)', async () => {
  const headers = {
    'content-type': 'application/json',
    'content-encoding': 'gzip',
    'x-request-id': 'r1',
    'retry-after': '1',
    server: 'x',
    date: 'today',
  };
  const stored = await roundTrip(createReply('{"ok":"中"}', { headers }));
  expect(stored.headers).toEqual({
    'content-type': 'application/json',
    'x-request-id': 'r1',
    'retry-after': '1',
  });
  expect(stored.frames).toEqual([{ atMs: 140, text: '{"ok":"中"}' }]);
});

it('each message is stored once, each tool text in a file of its own', async () => {
  await using scratch = await createScratchFolder();
  await record(scratch.path, createConversation(4));
  const lines = readFileSync(toLanePath(scratch.path, clean), 'utf8').split('\n').slice(0, -1);
  const types = lines.map((line) => JSON.parse(line).type);
  expect(types).toEqual([
    'head',
    'msg',
    'call',
    'msg',
    'msg',
    'call',
    'msg',
    'msg',
    'call',
    'msg',
    'msg',
    'call',
    'end',
  ]);
  expect(lines.filter((line) => line.includes('"request":{"model"'))).toHaveLength(1);
  expect(readdirSync(join(scratch.path, 'parts'))).toHaveLength(5);
});

it('an edited description is one new small file', async () => {
  await using scratch = await createScratchFolder();
  await record(scratch.path, createConversation(3));
  const before = new Set(readdirSync(join(scratch.path, 'parts')));
  const steps = createConversation(1);
  const edited = steps.map((step) =>
    JSON.parse(JSON.stringify(step).replace('Use it when', 'Call it when')),
  );
  await record(scratch.path, edited);
  const fresh = readdirSync(join(scratch.path, 'parts')).filter((name) => !before.has(name));
  expect(fresh.map((name) => readFileSync(join(scratch.path, 'parts', name), 'utf8'))).toEqual([
    `{
  "kind": "tool_description",
  "text": [
    "Looks orders up and returns it. ",
    "Call it when the user asks for orders."
  ],
  "tool": "orders",
  "version": 1
}
`,
  ]);
});
