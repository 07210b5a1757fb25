import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { RunManifest, RunSummary } from '../core/run.ts';
import type { ScoreRecord, TrialRecord } from '../core/trial.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
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
  events: [{ type: 'user', text: 'the secret is abc', seq: 0, atMs: 0 }],
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
const asIs = (text: string): string => text;

async function collect<Row>(rows: AsyncIterable<Row>): Promise<readonly Row[]> {
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return all;
}

it('reads back what it wrote, and every text passed the redaction', async () => {
  await using folder = await createScratchFolder();
  const writer = createRunWriter({ root: folder.path, id: 'run' }, manifest, (text) =>
    text.replaceAll('abc', '[gone]'),
  );
  writer.write(trial, score);
  writer.finish(summary);
  writer.close();
  const run = readRun(writer.path);
  expect(run.manifest).toEqual(manifest);
  expect(run.summary).toEqual(summary);
  expect(await collect(run.scores())).toEqual([score]);
  expect(await collect(run.trials())).toEqual([
    { ...trial, events: [{ type: 'user', text: 'the secret is [gone]', seq: 0, atMs: 0 }] },
  ]);
});

it('never writes into a run folder that stands already', async () => {
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
    'line 1 is not JSON',
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
