import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { CassetteStore, LanePlayer, LaneRecorder } from '../../core/talk/cassette.ts';
import type { Lane } from '../../core/suite/lane.ts';
import type { SideRequest } from '../../core/talk/side.ts';
import type { JsonValue } from '../../json/json.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import {
  createConversation,
  createLane,
  createReply,
} from '../../testing/recorded-conversation.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { createCassetteStore } from '../cassette-store.ts';
import { findLineLeaks } from '../upkeep/find-leaks.ts';
import { showCassette } from '../upkeep/show-cassette.ts';
import { toLanePath } from './lane-path.ts';
import { parseRecording } from './parse-recording.ts';

const clean = createLane();
const faulted = createLane({ plan: 'standard/timeout@model.1' });
const redactor = createRedactor({ secrets: [], key: null, salt: 'test' });

function openStore(root: string): CassetteStore {
  return createCassetteStore({
    root,
    mode: 'record',
    recordedAt: '2025-01-02T03:04:05Z',
    protocolVersion: 1,
    redactor,
    drift: [],
    volatile: [],
    tier: 'exact',
    command: 'toolrig record suites/orders',
  });
}

function embed(input: JsonValue): SideRequest {
  return { api: 'chat', method: 'POST', path: '/embeddings', body: { model: 'e-1', input } };
}

function textOf(player: Pick<LanePlayer, 'side'>, request: SideRequest): string {
  return player
    .side(request)
    .frames.map((frame) => ('text' in frame ? frame.text : ''))
    .join('');
}

async function record(root: string, lane: Lane, work: (recorder: LaneRecorder) => void) {
  const recorder = await openStore(root).recorder(lane, {});
  work(recorder);
  await recorder.seal({});
}

it('equal requests have their answers in order, and the last of them again; different ones in any order', async () => {
  await using scratch = await createScratchFolder();
  await record(scratch.path, clean, (recorder) => {
    recorder.recordSide(embed('a'), createReply('"busy"', { status: 429 }));
    recorder.recordSide(embed('b'), createReply('"b"'));
    recorder.recordSide(embed('a'), createReply('"a"'));
  });
  const player = await openStore(scratch.path).player(clean);
  const asked = ['b', 'a', 'a', 'a', 'b'].map((input) => textOf(player, embed(input)));
  expect(asked).toEqual(['"b"', '"busy"', '"a"', '"a"', '"b"']);
  expect(player.unconsumed()).toBe(0);
});

it('a faulted lane has the answers of its clean lane, whatever it shares of the conversation, and its own first', async () => {
  await using scratch = await createScratchFolder();
  const [step] = createConversation(1);
  if (step === undefined) throw new Error('the conversation is empty');
  await record(scratch.path, clean, (recorder) => {
    recorder.recordSide(embed('a'), createReply('"clean a"'));
    recorder.record(step.request, step.position, step.exchange);
  });
  await record(scratch.path, faulted, (recorder) => {
    expect(recorder.sharedSide(embed('a'))).toMatchObject({ status: 200 });
    expect(recorder.sharedSide(embed('b'))).toBeNull();
    recorder.recordSide(embed('b'), createReply('"own b"'));
  });
  const text = readFileSync(toLanePath(scratch.path, faulted), 'utf8');
  expect(text.split('\n').map((line) => line.slice(0, 14))).toEqual([
    '{"type":"head"',
    '{"type":"side"',
    '{"type":"end",',
    '',
  ]);
  const player = await openStore(scratch.path).player(faulted);
  expect(['a', 'b'].map((input) => textOf(player, embed(input)))).toEqual(['"clean a"', '"own b"']);
  // One that shares all has no file, and asks the clean lane.
  const other = await openStore(scratch.path).player({ ...faulted, plan: 'other' });
  expect(textOf(other, embed('a'))).toBe('"clean a"');
});

it('a lane in which nothing was asked leaves no file, and one with a side request alone does', async () => {
  await using scratch = await createScratchFolder();
  await record(scratch.path, clean, (recorder) =>
    recorder.recordSide(embed('a'), createReply('1')),
  );
  expect(existsSync(toLanePath(scratch.path, clean))).toBe(true);
  await record(scratch.path, clean, () => undefined);
  expect(existsSync(toLanePath(scratch.path, clean))).toBe(false);
});

const list: SideRequest = { api: 'chat', method: 'GET', path: '/models?limit=2', body: null };

it.each([
  [
    embed('b'),
    '"POST /embeddings" was recorded, and not with this body. side POST /embeddings: recorded "{\\"input\\":\\"a\\",\\"model\\":\\"e-1\\"}", now "{\\"input\\":\\"b\\",\\"model\\":\\"e-1\\"}"',
  ],
  [list, 'it has no recorded answer to "GET /models?limit=2"'],
  [
    { ...embed('a'), path: '/moderations' },
    'it has no recorded answer to "POST /moderations" with {"input":"a","model":"e-1"}',
  ],
])('what was not recorded is a miss that names it (%#)', async (request, text) => {
  await using scratch = await createScratchFolder();
  await record(scratch.path, clean, (recorder) =>
    recorder.recordSide(embed('a'), createReply('1')),
  );
  const player = await openStore(scratch.path).player(clean);
  expect(() => player.side(request)).toThrow(
    `Cannot replay lane "orders/find/ref/none/r1": ${text}. Record it with \`toolrig record suites/orders --scenario find --variant ref --stale\``,
  );
});

it('a lane with side requests is shown, searched for leaks, and refused where a line of it is none', async () => {
  await using scratch = await createScratchFolder();
  await record(scratch.path, clean, (recorder) =>
    recorder.recordSide(list, createReply('{"data":[]}')),
  );
  const path = toLanePath(scratch.path, clean);
  const text = readFileSync(path, 'utf8');
  const shown = showCassette(text, { now: null, maxChars: 60 });
  expect(shown.slice(4)).toEqual([
    'Side request GET /models?limit=2',
    '  status 200, application/json, 1 frames, complete after 141 ms',
    '  {"data":[]}',
    'Sealed, 0 model requests',
  ]);
  const leaked = text.replace('application/json"', 'application/json","server":"a"');
  expect(findLineLeaks(leaked, redactor)).toEqual([
    { line: 2, text: 'header "server" is not one of those that may be stored' },
  ]);
  const broken = text.replace('"method":"GET"', '"method":1');
  writeFileSync(path, broken);
  expect(parseRecording(broken, clean)).toMatchObject({ ok: false, error: { reason: 'damaged' } });
});
