import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

import type { Lane } from '../../core/suite/lane.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import { createConversation, createLane } from '../../testing/recorded-conversation.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { createCassetteStore } from '../cassette-store.ts';
import { sealLines } from '../lane/lane-line.ts';
import { checkCassettes } from './check-cassettes.ts';

const made = await createScratchFolder();
afterAll(async () => {
  await made[Symbol.asyncDispose]();
});
const redactor = createRedactor({ secrets: [], key: null, salt: 'test' });
const command = 'toolrig record suites/orders';

async function record(lane: Lane, steps: ReturnType<typeof createConversation>): Promise<void> {
  const store = createCassetteStore({
    root: made.path,
    mode: 'record',
    recordedAt: '2025-01-02T03:04:05Z',
    protocolVersion: 1,
    redactor,
    drift: [],
    volatile: [],
    tier: 'exact',
    command,
  });
  const recorder = await store.recorder(lane, {});
  for (const { request, position, exchange } of steps) {
    recorder.record(request, position, exchange);
  }
  await recorder.seal({});
}

await record(createLane(), createConversation(2));
const find = 'orders/find/ref/none.r1.jsonl';
const moved = 'orders/lose/ref/none.r1.jsonl';
const sound = readFileSync(join(made.path, find), 'utf8');
const lines = sound.split('\n').slice(0, -2);
const parts = readdirSync(join(made.path, 'parts')).map((name) => `parts/${name}`);
const [part = ''] = parts;
const partText = readFileSync(join(made.path, part), 'utf8');
const key = `sk-proj-${'a1B2c3D4'.repeat(6)}`;

/** The lane with other lines, under a seal that fits. */
const reseal = (change: (line: string) => string): string =>
  sealLines(lines.map(change), { calls: 2, end: {} });
/** The lane with another fingerprint of its first call. */
const withKey = (name: string): string =>
  reseal((line) =>
    line.startsWith('{"type":"call"')
      ? line.replace(new RegExp(`("key":\\{.*?"${name}":")[0-9a-f]{4}`, 'u'), '$10000')
      : line,
  );

interface Found {
  readonly found: string;
  readonly text: string;
  readonly remedy: string;
}

/** Checks a copy in which files are changed; `null` removes one. */
async function check(
  changes: Readonly<Record<string, string | null>>,
  more: Partial<Parameters<typeof checkCassettes>[1]> = {},
): Promise<readonly Found[]> {
  await using folder = await createScratchFolder();
  cpSync(made.path, folder.path, { recursive: true });
  for (const [path, text] of Object.entries(changes)) {
    const place = join(folder.path, path);
    mkdirSync(dirname(place), { recursive: true });
    if (text === null) rmSync(place);
    else writeFileSync(place, text);
  }
  const options = { redactor, isWanted: null, command, prune: 'toolrig cassettes prune' };
  return checkCassettes(folder.path, { ...options, ...more }).map(
    ({ kind, path, line, text, remedy }) => ({
      found: `${kind} ${path}${line === null ? '' : `:${line}`}`,
      text,
      remedy,
    }),
  );
}

const list = (found: readonly Found[]): readonly string[] => found.map((one) => one.found);
const leaking = sound.replace('Where is my order?', key);
const leakAt = leaking.split('\n').findIndex((line) => line.includes(key)) + 1;

it.each([
  { what: 'nothing', changes: {}, found: [] },
  // Parts are no orphans while a lane cannot be read.
  { what: 'a head that is no JSON', changes: { [find]: `x${sound}` }, found: [`damaged ${find}`] },
  { what: 'a cut lane', changes: { [find]: sound.slice(0, -9) }, found: [`damaged ${find}`] },
  {
    what: 'a lane without its seal',
    changes: { [find]: `${lines.join('\n')}\n` },
    found: [`unsealed ${find}`],
  },
  {
    what: 'a lane of a later version',
    changes: { [find]: sound.replace('"version":1}\n', '"version":99}\n') },
    found: [`wrong_version ${find}`],
  },
  {
    what: 'a secret in a lane whose seal does not fit',
    changes: { [find]: leaking },
    found: [`damaged ${find}`, `leak ${find}:${leakAt}`],
  },
  {
    what: 'a secret in a lane whose head is no JSON',
    changes: { [find]: `x${leaking}` },
    found: [`damaged ${find}`, `leak ${find}:${leakAt}`],
  },
  {
    what: 'two secrets in foreign lines, which hold what no exchange has',
    changes: {
      [find]: [
        '[]',
        '{"exchange":7}',
        '{"exchange":{}}',
        '{"exchange":{"frames":[null,1,{"a":2}]}}',
        `{"exchange":{"frames":[{"text":"${key.slice(0, 8)}"},{"text":"${key.slice(8)}"}]}}`,
        ...Array.from({ length: 5 }, () => '{}'),
        `{"a":"${key}"}`,
      ].join('\n'),
    },
    found: [`damaged ${find}`, `leak ${find}:5`, `leak ${find}:11`],
  },
  {
    what: 'a secret under a seal that fits',
    changes: { [find]: reseal((line) => line.replace('Where is my order?', key)) },
    found: [`damaged ${find}`, `damaged ${find}`, `leak ${find}:${leakAt}`],
  },
  ...['request', 'chain', 'decisions'].map((name) => ({
    what: `another fingerprint of the ${name}`,
    changes: { [find]: withKey(name) },
    found: [`damaged ${find}`, `damaged ${find}`],
  })),
  {
    what: 'a lane in the place of another',
    changes: { [find]: null, [moved]: sound },
    found: [`wrong_lane ${moved}`],
  },
  { what: 'a lost part', changes: { [part]: null }, found: [`missing_part ${find}`] },
  { what: 'no lane', changes: { [find]: null }, found: parts.map((path) => `orphan_part ${path}`) },
  {
    what: 'a part of a later version',
    changes: { [part]: partText.replace(/"version": ?1/u, '"version":2') },
    found: [`damaged ${part}`],
  },
  { what: 'a part that is a list', changes: { [part]: '[]' }, found: [`damaged ${part}`] },
  { what: 'a part that is no JSON', changes: { [part]: '' }, found: [`damaged ${part}`] },
  {
    what: 'a secret in a part',
    changes: { [part]: `${partText}${key}` },
    found: [`damaged ${part}`, `leak ${part}:1`],
  },
  {
    what: 'waivers that cannot be read, with a secret',
    changes: { 'orders/drift.json': `{"a":"${key}"` },
    found: ['damaged orders/drift.json', 'leak orders/drift.json:1'],
  },
  {
    what: 'a draft and a file of no kind',
    changes: { [`${find}.part`]: '', 'orders/notes.txt': '', 'README.md': '' },
    found: [`abandoned ${find}.part`, 'unknown_file orders/notes.txt'],
  },
])('finds $what', async ({ changes, found }) => {
  expect(list(await check(changes))).toEqual(found);
});

it('a lane of requests without tools is sound', async () => {
  const bare = createLane({ scenario: 'bare' });
  const steps = createConversation(1).map((step) => {
    const { tools: _tools, ...request } = step.request;
    return { ...step, request };
  });
  await record(bare, steps);
  expect(await check({})).toEqual([]);
  rmSync(join(made.path, 'orders/bare'), { recursive: true });
});

it('says what mends a lane, as far as its head can be read', async () => {
  const restore = 'Restore it from version control or record';
  expect(await check({ [find]: `x${sound}` })).toMatchObject([
    { text: 'line 1 is not readable', remedy: `${restore} its lane again` },
  ]);
  expect(await check({ [find]: sound.slice(0, -9) })).toMatchObject([
    { remedy: `${restore} it again: ${command} --scenario find --variant ref --stale` },
  ]);
  expect(await check({ [find]: withKey('chain') })).toMatchObject([
    { text: 'the fingerprints of turn 1 do not match its messages' },
    { text: 'the fingerprints of turn 2 do not match its messages' },
  ]);
});

it('a lane that is left out names no part, and one that no suite wants is surplus', async () => {
  expect(list(await check({}, { without: new Set([find]) }))).toEqual(
    parts.map((path) => `orphan_part ${path}`),
  );
  expect(list(await check({}, { without: new Set([moved]) }))).toEqual([]);
  expect(list(await check({}, { isWanted: () => false }))).toEqual([`surplus ${find}`]);
  expect(list(await check({}, { isWanted: ({ scenario }) => scenario === 'find' }))).toEqual([]);
});
