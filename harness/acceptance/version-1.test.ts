import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { publishedSchemas } from '../../scripts/schema/stored-formats.ts';
import { nodeDisk } from '../cassette/lane/lane-disk.ts';
import { createLibrary } from '../cassette/lane/library.ts';
import { loadWaivers } from '../cassette/match/waivers.ts';
import { runCli } from '../cli/run-cli.ts';
import { loadBaseline } from '../compare/baseline/baseline-file.ts';
import { checkRun } from '../run/folder/check-run.ts';
import { readRun } from '../run/folder/read-run.ts';
import { repositoryRoot, runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';

// What was written in version 1 is read for ever. These files are kept as they are, whatever is written today.
const runFolder = fileURLToPath(new URL('../run/folder/fixtures/version-1', import.meta.url));
const recordings = fileURLToPath(new URL('../cassette/fixtures/version-1', import.meta.url));
const lane = {
  suite: 'orders',
  scenario: 'opening-hours-zh',
  variant: 'reference',
  plan: 'none',
  repeat: 1,
};
const laneFile = join(recordings, 'orders/opening-hours-zh/reference/none.r1.jsonl');

describe('a run folder of version 1', () => {
  it('is read, and its files agree', async () => {
    const run = readRun(runFolder);
    await checkRun(run);
    expect(run.summary).toMatchObject({ planned: 8, passed: 5, failed: 1, verdict: 'FAIL' });
  });

  it('is shown with its comparison', async () => {
    await using scratch = await createScratchFolder();
    cpSync(runFolder, join(scratch.path, 'run'), { recursive: true });
    const place = { cwd: scratch.path };
    const { out, err, exitCode } = await runCommandLine(runCli, ['report', 'run'], place);
    expect([exitCode, err]).toEqual([1, '']);
    expect(out).toContain('suite starter · scripted -> naive');
  });

  const files = [
    'manifest.json',
    'summary.json',
    'trials.jsonl',
    'scores.jsonl',
    'comparison.json',
    'gates.json',
  ];
  it.each(files)('%s of a later version is refused by name', async (file) => {
    await using scratch = await createScratchFolder();
    const copy = join(scratch.path, 'run');
    cpSync(runFolder, copy, { recursive: true });
    const text = readFileSync(join(copy, file), 'utf8');
    const later = file.endsWith('.jsonl')
      ? text.replace('{', '{"schemaVersion":2,')
      : text.replace('"schemaVersion": 1', '"schemaVersion": 2');
    writeFileSync(join(copy, file), later);
    const place = { cwd: scratch.path };
    const { err, exitCode } = await runCommandLine(runCli, ['report', 'run'], place);
    expect(exitCode).toBe(4);
    expect(err).toMatch(
      /schemaVersion.*expected.* 1, found 2.*made by a newer toolrig\. Update toolrig|expected schemaVersion 1, found 2: it was made by a newer toolrig\. Update toolrig/u,
    );
    expect(err).toContain(file);
  });
});

describe('recordings of version 1', () => {
  it('are read, with their parts and waivers', () => {
    const library = createLibrary(recordings, nodeDisk, null);
    expect(library.open(lane)).toMatchObject({ ok: true });
    expect(library.part('0e441e0d33a171d1')).not.toBeNull();
    expect(loadWaivers(recordings, 'orders', nodeDisk)).toHaveLength(1);
  });
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
const lines = (path: string): readonly unknown[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
const whole = (path: string): readonly unknown[] => [JSON.parse(readFileSync(path, 'utf8'))];
const baseline = join(repositoryRoot, 'reports/baseline/orders.json');

it.each([
  ['run-manifest', whole(join(runFolder, 'manifest.json'))],
  ['run-summary', whole(join(runFolder, 'summary.json'))],
  ['run-trial', lines(join(runFolder, 'trials.jsonl'))],
  ['run-score', lines(join(runFolder, 'scores.jsonl'))],
  ['comparison', whole(join(runFolder, 'comparison.json'))],
  ['gates', whole(join(runFolder, 'gates.json'))],
  ['baseline', whole(baseline)],
  ['recording-head', lines(laneFile).slice(0, 1)],
  ['recording-line', lines(laneFile).slice(1)],
  ['recording-part', whole(join(recordings, 'parts/0e441e0d33a171d1.json'))],
  ['waivers', whole(join(recordings, 'orders/drift.json'))],
])('the published schema %s takes them, and nothing of another version', (name, values) => {
  const validate = ajv.compile(publishedSchemas[name] ?? false);
  for (const value of values) {
    expect([validate(value), validate.errors]).toEqual([true, null]);
    const later = { ...(value as object), schemaVersion: 2, version: 2, type: 'other' };
    expect(validate(later)).toBe(false);
  }
});

it('the shipped baseline is read', () => {
  expect(loadBaseline(baseline, 'orders').suite).toBe('orders');
});
