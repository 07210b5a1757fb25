import { readFileSync, writeFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, it } from 'vitest';
import type { CassetteMissError, CassetteStore } from '../../core/talk/cassette.ts';
import type { Lane } from '../../core/suite/lane.ts';
import {
  createConversation,
  createLane,
  createReply,
} from '../../testing/recorded-conversation.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { createCassetteStore } from '../cassette-store.ts';
import { type CassetteFinding, checkCassettes } from '../upkeep/check-cassettes.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import { toLanePath, toPartPath } from './lane-path.ts';
import { sealLines, toLineText } from './lane-line.ts';

const redactor = createRedactor({ secrets: [], key: null, salt: 'test' });
const lane = createLane();
const other = createLane({ scenario: 'lose' });
const steps = createConversation(2);

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

async function record(root: string, into: Lane = lane): Promise<string> {
  const recorder = await openStore(root).recorder(into, {});
  for (const step of steps) recorder.record(step.request, step.position, step.exchange);
  recorder.recordTool({
    call: 't1c0',
    delivery: 1,
    tool: 'orders',
    arguments: {},
    status: 'success',
    content: 1,
  });
  await recorder.seal({ stopReason: 'answered' });
  return toLanePath(root, into);
}

async function openMiss(root: string, at: Lane = lane): Promise<CassetteMissError> {
  try {
    await openStore(root).player(at);
  } catch (error) {
    return error as CassetteMissError;
  }
  throw new Error('the recording opened');
}

function check(root: string, wanted: readonly Lane[] | null = null): readonly CassetteFinding[] {
  return checkCassettes(root, {
    redactor,
    command: 'toolrig record suites/orders',
    prune: 'toolrig cassettes prune suites/orders',
    isWanted:
      wanted === null ? null : (found) => wanted.some((item) => item.scenario === found.scenario),
  });
}

function kinds(findings: readonly CassetteFinding[]): readonly string[] {
  return findings.map((finding) => `${finding.kind} ${finding.path}`);
}

it('a sound folder has no findings', async () => {
  await using scratch = await createScratchFolder();
  await record(scratch.path);
  expect(check(scratch.path, [lane])).toEqual([]);
  expect(check(`${scratch.path}/nowhere`)).toEqual([]);
});

/** What is done to the text of a sealed lane, and how that is told. */
const damages: readonly (readonly [
  string,
  (text: string) => string,
  CassetteMissError['reason'],
  string,
])[] = [
  ['is emptied', () => '', 'damaged', 'the file is empty'],
  [
    'has version 99',
    (text) => text.replace(/"version":1\}\n/, '"version":99}\n'),
    'wrong_version',
    'line 1, expected version 1, found 99: it was made by a newer toolrig. Update toolrig',
  ],
  [
    'has no version',
    (text) => text.replace(/,"version":1\}\n/, '}\n'),
    'wrong_version',
    'line 1, expected version 1, found none',
  ],
  [
    'lost its seal',
    (text) => text.slice(0, text.lastIndexOf('{"type":"end"')),
    'unsealed',
    'the seal is missing: the file ends after line 7',
  ],
  [
    'lost a line',
    (text) => text.split('\n').toSpliced(3, 1).join('\n'),
    'damaged',
    'the seal counts 7 lines, the file has 6',
  ],
  [
    'has two lines swapped',
    (text) => swapLines(text),
    'damaged',
    'the content does not match its seal',
  ],
  [
    'has a seal with another end',
    (text) => text.replace('"answered"', '"asked"'),
    'damaged',
    'the content does not match its seal',
  ],
  [
    'has a torn seal',
    (text) => `${text.slice(0, -20)}\n`,
    'damaged',
    'the seal in line 8 is not readable',
  ],
  ['is another kind of file', () => '{"type":"message"}\n', 'damaged', 'line 1 is not a head'],
  ['is no JSON', () => 'hello\n', 'damaged', 'line 1 is not readable'],
];

function swapLines(text: string): string {
  const lines = text.split('\n');
  return [lines[0], lines[2], lines[1], ...lines.slice(3)].join('\n');
}

it.each(damages)('a lane that %s is distinguished', async (...[, change, reason, text]) => {
  await using scratch = await createScratchFolder();
  const path = await record(scratch.path);
  await writeFile(path, change(await readFile(path, 'utf8')));
  const miss = await openMiss(scratch.path);
  expect([miss.reason, miss.lane]).toEqual([reason, 'orders/find/ref/none/r1']);
  expect(miss.message).toBe(
    `Cannot replay lane "orders/find/ref/none/r1": ${text}. Record it with \`toolrig record suites/orders --scenario find --variant ref --stale\``,
  );
  const findings = check(scratch.path).filter((finding) => finding.kind !== 'orphan_part');
  expect(findings.map((finding) => [finding.kind, finding.text])).toEqual([[reason, text]]);
});

it('a lane cut at any byte is never used', async () => {
  await using scratch = await createScratchFolder();
  const path = await record(scratch.path);
  const bytes = readFileSync(path);
  const lines = new Set<number>();
  for (const [index, byte] of bytes.entries()) if (byte === 0x0a) lines.add(index + 1);
  for (let length = 0; length < bytes.length; length += length % 7 === 0 ? 1 : 6) {
    writeFileSync(path, bytes.subarray(0, length));
    const { reason } = await openMiss(scratch.path);
    expect([length, reason]).toEqual([length, lines.has(length) ? 'unsealed' : 'damaged']);
  }
  for (const length of [...lines].slice(0, -1)) {
    writeFileSync(path, bytes.subarray(0, length));
    expect((await openMiss(scratch.path)).reason).toBe('unsealed');
  }
});

it('one flipped bit anywhere is found', async () => {
  await using scratch = await createScratchFolder();
  const path = await record(scratch.path);
  const bytes = readFileSync(path);
  const reasons = new Set<string>();
  for (let index = 0; index < bytes.length; index += 3) {
    const flipped = Buffer.from(bytes);
    flipped[index] = (flipped[index] ?? 0) ^ (1 << (index % 7));
    writeFileSync(path, flipped);
    reasons.add((await openMiss(scratch.path)).reason);
  }
  // A bit of the version number makes another version, a bit of the last line's type no seal.
  expect([...reasons].sort()).toEqual(['damaged', 'unsealed', 'wrong_version']);
});

it('two lanes that were swapped are both named', async () => {
  await using scratch = await createScratchFolder();
  const paths = [await record(scratch.path), await record(scratch.path, other)] as const;
  const texts = [await readFile(paths[0], 'utf8'), await readFile(paths[1], 'utf8')] as const;
  await writeFile(paths[0], texts[1]);
  await writeFile(paths[1], texts[0]);
  expect((await openMiss(scratch.path)).reason).toBe('wrong_lane');
  expect((await openMiss(scratch.path, other)).message).toMatch(
    /belongs to lane .*"scenario":"find"/,
  );
  expect(check(scratch.path).map(({ path, remedy }) => [path, remedy])).toEqual([
    ['orders/find/ref/none.r1.jsonl', 'Move it to "orders/lose/ref/none.r1.jsonl"'],
    ['orders/lose/ref/none.r1.jsonl', 'Move it to "orders/find/ref/none.r1.jsonl"'],
  ]);
});

it('a surplus lane is named', async () => {
  await using scratch = await createScratchFolder();
  await record(scratch.path);
  await record(scratch.path, other);
  await record(scratch.path, createLane({ suite: 'else', scenario: 'lose' }));
  expect(kinds(check(scratch.path, [lane]))).toEqual([
    'surplus else/lose/ref/none.r1.jsonl',
    'surplus orders/lose/ref/none.r1.jsonl',
  ]);
});

it('lost, changed and unused parts, torn recordings and strange files are found', async () => {
  await using scratch = await createScratchFolder();
  await record(scratch.path);
  const id =
    /"system":\["([0-9a-f]{16})"\]/.exec(
      await readFile(toLanePath(scratch.path, lane), 'utf8'),
    )?.[1] ?? '';
  await rm(toPartPath(scratch.path, id));
  await scratch.write('parts/0123456789abcdef.json', '{"kind":"system","text":[],"version":1}\n');
  await scratch.write('parts/note.txt', 'hello');
  await scratch.write('orders/find/ref/none.r2.jsonl.part', 'torn');
  await scratch.write('orders/drift.json', '{"version":3}');
  expect(kinds(check(scratch.path))).toEqual([
    'damaged orders/drift.json',
    'missing_part orders/find/ref/none.r1.jsonl',
    'abandoned orders/find/ref/none.r2.jsonl.part',
    'damaged parts/0123456789abcdef.json',
    'unknown_file parts/note.txt',
  ]);
});

it('a part that no lane names any more is an orphan', async () => {
  await using scratch = await createScratchFolder();
  const path = await record(scratch.path);
  await rm(path);
  const found = check(scratch.path);
  expect(new Set(found.map((finding) => finding.kind))).toEqual(new Set(['orphan_part']));
  expect(found).toHaveLength(5);
});

it('a forked lane whose clean lane is gone is found', async () => {
  await using scratch = await createScratchFolder();
  const clean = await record(scratch.path);
  const faulted = createLane({ plan: 'standard/timeout@orders.1' });
  const recorder = await openStore(scratch.path).recorder(faulted, {});
  for (const step of createConversation(2, { seed: 1 })) {
    recorder.shared(step.request, step.position);
    recorder.record(step.request, step.position, step.exchange);
  }
  await recorder.seal({});
  expect(check(scratch.path)).toEqual([]);
  await rm(clean);
  const findings = check(scratch.path).filter((finding) => finding.kind !== 'orphan_part');
  expect(findings.map(({ kind, remedy }) => [kind, remedy])).toEqual([
    ['missing_clean', 'Record that: toolrig record suites/orders --scenario find --variant ref'],
  ]);
});

it('a stream of status 200 without a body is no recording (B148)', async () => {
  await using scratch = await createScratchFolder();
  const [step] = steps;
  if (step === undefined) throw new Error('a step is needed');
  const empty = createReply('', { headers: { 'content-type': 'text/event-stream' } });
  const recorder = await openStore(scratch.path).recorder(lane, {});
  recorder.record(step.request, step.position, empty);
  await expect(recorder.seal({})).rejects.toMatchObject({ code: 'CASSETTE_EMPTY_REPLY' });
  expect(await openStore(scratch.path).has(lane)).toBe(false);
});

it('an empty reply that was sealed by other means is refused when it is loaded (B148)', async () => {
  await using scratch = await createScratchFolder();
  const path = await record(scratch.path);
  const lines = (await readFile(path, 'utf8')).split('\n').slice(0, -2);
  const last = lines.findLastIndex((line) => line.startsWith('{"type":"call"'));
  const call = JSON.parse(lines[last] ?? '{}');
  call.attempts[0].exchange.frames = [];
  const text = sealLines(lines.with(last, toLineText(call)), { calls: 2, end: {} });
  await writeFile(path, text);
  const miss = await openMiss(scratch.path);
  expect(miss.reason).toBe('damaged');
  expect(miss.message).toMatch(/line 6 holds an empty reply with status 200 for turn 2/);
});

it('an empty reply that was retried is part of the story', async () => {
  await using scratch = await createScratchFolder();
  const [step] = steps;
  if (step === undefined) throw new Error('a step is needed');
  const recorder = await openStore(scratch.path).recorder(lane, {});
  recorder.record(step.request, { turn: 1, attempt: 1 }, createReply(''));
  recorder.record(step.request, { turn: 1, attempt: 2 }, step.exchange);
  await recorder.seal({});
  const player = await openStore(scratch.path).player(lane);
  expect(player.play(step.request, { turn: 1, attempt: 1 }).exchange).toEqual(createReply(''));
});

it('a copy of a lane under another name is reported as the lane that it is', async () => {
  await using scratch = await createScratchFolder();
  const path = await record(scratch.path);
  const copy = toLanePath(scratch.path, other);
  await mkdir(dirname(copy), { recursive: true });
  await copyFile(path, copy);
  expect((await openMiss(scratch.path, other)).reason).toBe('wrong_lane');
});
