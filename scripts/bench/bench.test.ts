import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { TrialRecord } from '../../harness/core/trial/trial.ts';
import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';
import type { BenchSample, BenchTask } from './bench-task.ts';
import { formatBench } from './format-bench.ts';
import { recordDesk } from './record-desk.ts';
import { runBare } from './run-bare.ts';
import { runToolrig } from './run-toolrig.ts';

function readRows(file: string): readonly unknown[] {
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as unknown);
}

it('every way goes through the same recorded trials of four model turns and three calls', async () => {
  await using scratch = await createScratchFolder();
  const task: BenchTask = {
    kind: 'toolrig',
    scenarios: 3,
    repeats: 2,
    cassettes: join(scratch.path, 'lanes'),
    out: join(scratch.path, 'out'),
    concurrency: 2,
  };
  await recordDesk(task);
  expect(await runToolrig(task)).toBe(6);
  expect(runBare({ ...task, kind: 'bare', out: join(scratch.path, 'bare') })).toBe(6);
  expect(runBare({ ...task, kind: 'kept', out: join(scratch.path, 'kept') })).toBe(6);
  const trials = readRows(join(task.out, 'run', 'trials.jsonl')) as readonly TrialRecord[];
  const counted = trials.map(({ events, tier }) => ({
    turns: events.filter((event) => event.type === 'reply').length,
    calls: events.filter((event) => event.type === 'result').length,
    tier,
  }));
  expect(counted).toEqual(Array(6).fill({ turns: 4, calls: 3, tier: 'exact' }));
  expect(readRows(join(scratch.path, 'bare', 'rows.jsonl'))).toHaveLength(6);
});

it('the table tells the middle of all runs, their range, and the share of the bare loop', () => {
  const toSample = (wallMs: number): BenchSample => ({
    trials: 100,
    wallMs,
    cpuMs: wallMs,
    processWallMs: wallMs + 500,
    processCpuMs: wallMs + 500,
    peakBytes: 90 * 2 ** 20,
    loadedBytes: 60 * 2 ** 20,
    writtenBytes: 100_000,
  });
  const samples = {
    bare: [100, 40, 50].map(toSample),
    kept: [80, 80, 80].map(toSample),
    toolrig: [200, 1000, 200].map(toSample),
  };
  const lines = formatBench([{ trials: 100, samples }]).split('\n');
  expect(lines.map((line) => line.replace(/\s+/gu, ' ').trim())).toEqual([
    'trials trials/s (from - to) CPU ms peak MiB over load written/trial whole s',
    '100 bare loop 2000 1000 - 2500 0.500 90 30 1.0 kB 0.6',
    '100 bare, all kept 1250 1250 - 1250 0.800 90 30 1.0 kB 0.6',
    '100 toolrig 500 100 - 500 2.000 90 30 1.0 kB 0.7',
    'toolrig has 0.25 of the speed of the bare loop (pairs 0.04 - 0.50); 0.25 by CPU time',
    'toolrig has 0.40 of the speed of the bare loop that keeps all (pairs 0.08 - 0.40); 0.40 by CPU time',
  ]);
});
