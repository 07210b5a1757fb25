import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { JsonValue } from '../../json/json.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';
import type { RunManifest, RunSummary } from '../../core/run.ts';
import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import { createRedactor } from '../../redact/create-redactor.ts';
import { secretShapes } from '../../testing/secret-shapes.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { createRunWriter } from './create-run-writer.ts';
import { readRun } from './read-run.ts';
import { StoreError } from './store-error.ts';

const manifest: RunManifest = {
  schemaVersion: 1,
  selection: {},
  content: { b: 1, a: 2 },
  environment: {},
};
const lane = { suite: 's', scenario: 'one', variant: 'v', plan: 'none', repeat: 1 };
const trial: TrialRecord = {
  lane,
  cluster: 'one',
  outcome: { status: 'finished', stopReason: 'answered' },
  tier: null,
  faults: [],
  events: [{ type: 'user', text: 'the secret is abcdef', seq: 0, atMs: 0 }],
};
const score: ScoreRecord = {
  lane,
  cluster: 'one',
  verdict: 'passed',
  expectFail: null,
  scores: {},
  facts: null,
  faults: [],
};
const summary: RunSummary = {
  schemaVersion: 1,
  suite: 's',
  mode: 'replay',
  planned: 1,
  passed: 1,
  failed: 0,
  invalid: 0,
  skipped: 0,
  verdict: 'PASS',
  exitCode: 0,
  faults: { planned: 0, fired: 0, noticed: 0, handled: 0, unreachable: 0 },
  faultKinds: {},
  variants: {},
  invalidReasons: [],
  skips: [],
  failures: [],
  manifestHash: 'h',
};
const asIs = createRedactor({ secrets: [], key: null, salt: 'test' });

async function collect<Row>(rows: AsyncIterable<Row>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

it('reads back what it wrote, and every text passed the redaction', async () => {
  await using folder = await createScratchFolder();
  const writer = createRunWriter(
    { root: folder.path, id: 'run' },
    manifest,
    createRedactor({ secrets: ['abcdef'], key: null, salt: 'test' }),
  );
  writer.write(trial, score);
  writer.finish(summary);
  writer.close();
  const run = readRun(writer.path);
  expect(run.manifest).toEqual(manifest);
  expect(run.summary).toEqual(summary);
  expect(await collect(run.scores())).toEqual([score]);
  expect(await collect(run.trials())).toEqual([
    {
      ...trial,
      events: [
        {
          type: 'user',
          text: expect.stringMatching(/^the secret is \[secret:[0-9a-f]{8}\]$/),
          seq: 0,
          atMs: 0,
        },
      ],
    },
  ]);
});

const numeric = '4711471147';
const written: readonly (readonly [name: string, value: JsonValue, secret: string])[] = [
  ...secretShapes.flatMap(
    ({ kind, text, secret }): readonly (readonly [string, JsonValue, string])[] => [
      [`${kind} in a text`, text, secret],
      [`${kind} in a field`, { note: [text] }, secret],
      [`${kind} as the name of a field`, { [text]: 1 }, secret],
      [`${kind} in JSON in JSON`, JSON.stringify({ in: JSON.stringify({ note: text }) }), secret],
    ],
  ),
  ['a known number', { pin: 4711471147, of: [4711471147] }, numeric],
  ['a known number in JSON', '{"pin":4711471147}', numeric],
  ['a number in a field that is secret by name', { api_key: 1234567 }, '1234567'],
  ['a text in a field that is secret by name', { authorization: 'x-y-z' }, 'x-y-z'],
];

it.each(written)('a run with %s reads back, without it', async (_, value, secret) => {
  await using folder = await createScratchFolder();
  const redactor = createRedactor({ secrets: [numeric], key: null, salt: 'test' });
  const place = { root: folder.path, id: 'run' };
  const writer = createRunWriter(place, { ...manifest, content: { said: value } }, redactor);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const call = 't1c0';
  const result = {
    type: 'result',
    call,
    delivery: 1,
    status: 'success',
    value,
    error: null,
    cached: false,
  } as const;
  const events: readonly TranscriptEvent[] = [
    { type: 'user', text, seq: 0, atMs: 0 },
    { ...result, durationMs: 4711471147, executed: { value }, seq: 1, atMs: 0 },
  ];
  const losses = [{ code: 'not_said', event: 0, text: `it said ${text}` }];
  const lossy = { ...score, scores: { 'task.success': { value: 0, count: 0, of: 1, losses } } };
  writer.write({ ...trial, events }, lossy);
  writer.finish({ ...summary, invalidReasons: [{ code: 'x', text, lanes: [] }] });
  writer.close();
  const run = readRun(writer.path);
  const [back] = await collect(run.trials());
  expect(back?.events[1]).toMatchObject({ type: 'result', durationMs: 4711471147 });
  const all = [run.manifest, run.summary, back, await collect(run.scores())];
  const said = JSON.stringify(all).replaceAll('"durationMs":4711471147', '');
  expect(said).toMatch(/\[secret:[0-9a-f]{8}\]/);
  for (const form of [secret, JSON.stringify(secret).slice(1, -1)])
    expect(said).not.toContain(form);
});

it('never writes into an existing run folder', async () => {
  await using folder = await createScratchFolder();
  const first = createRunWriter({ root: folder.path, id: 'run' }, manifest, asIs);
  const second = createRunWriter({ root: folder.path, id: 'run' }, manifest, asIs);
  first.close();
  second.close();
  expect([first.path, second.path]).toEqual([join(folder.path, 'run'), join(folder.path, 'run-2')]);
});

it.each([
  [
    'an unfinished run',
    (path: string) => {
      rmSync(join(path, 'summary.json'));
    },
    'did not end',
  ],
  [
    'a torn summary',
    (path: string) => {
      writeFileSync(join(path, 'summary.json'), '{"schema');
    },
    'it is not JSON',
  ],
  [
    'a summary of another version',
    (path: string) => {
      writeFileSync(join(path, 'summary.json'), '{"schemaVersion":99}');
    },
    'expected schemaVersion 1, found 99',
  ],
  [
    'a missing folder',
    (path: string) => {
      rmSync(path, { recursive: true });
    },
    'no such run folder',
  ],
])('refuses %s and says why', async (_, damage, text) => {
  await using folder = await createScratchFolder();
  const writer = createRunWriter({ root: folder.path, id: 'run' }, manifest, asIs);
  writer.write(trial, score);
  writer.finish(summary);
  writer.close();
  damage(writer.path);
  expect(() => readRun(writer.path)).toThrow(StoreError);
  expect(() => readRun(writer.path)).toThrow(text);
});

it('names the line of a damaged record', async () => {
  await using folder = await createScratchFolder();
  const writer = createRunWriter({ root: folder.path, id: 'run' }, manifest, asIs);
  writer.write(trial, score);
  writer.finish(summary);
  writer.close();
  writeFileSync(join(writer.path, 'trials.jsonl'), `${JSON.stringify(trial)}\n{"lane":`);
  await expect(collect(readRun(writer.path).trials())).rejects.toThrow('line 2 is not JSON');
});

it('says that a place cannot be written, and leaves nothing there', async () => {
  await using folder = await createScratchFolder();
  await folder.write('taken', 'a file, not a folder');
  expect(() =>
    createRunWriter({ root: join(folder.path, 'taken'), id: 'run' }, manifest, asIs),
  ).toThrow(/Cannot make the run folder .*not a folder.*Choose another place with --out/u);
});
