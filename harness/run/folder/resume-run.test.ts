import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, it } from 'vitest';

import { makeRun } from '../../testing/made-run.ts';
import { saveMadeRun } from '../../testing/save-made-run.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { toGroupKey } from './index-groups.ts';
import { arrangeGroups, readUnfinished, reopenRun } from './resume-run.ts';
import { takeRunFolder } from './run-lock.ts';

type Status = 'finished' | 'invalid';

/** A group of a plan with two trials, and which attempt at it this is. */
interface Row {
  readonly scenario: string;
  readonly attempt: number;
  readonly status: Status;
}

function toLines({ scenario, attempt, status }: Row): readonly string[] {
  return ['none', 'lost'].map((plan) => {
    const lane = { suite: 's', scenario, variant: 'v', plan, repeat: 1 };
    const outcome =
      status === 'finished'
        ? { status, stopReason: 'answered' }
        : { status, code: 'lost', cause: 'The line was lost', detail: [] };
    const common = { lane, attempt, cluster: scenario, faults: [] };
    // A trial and its scores at once, so that both files can have the same lines.
    const trial = { outcome, tier: null, events: [] };
    const score = { verdict: 'invalid', expectFail: null, scores: {}, facts: null };
    return `${JSON.stringify({ ...common, ...trial, ...score })}\n`;
  });
}

function write(folder: string, rows: readonly Row[]): void {
  const text = rows.flatMap(toLines).join('');
  writeFileSync(join(folder, 'trials.jsonl'), text);
  writeFileSync(join(folder, 'scores.jsonl'), text);
}

function read(folder: string, file = 'trials.jsonl'): string {
  return readFileSync(join(folder, file), 'utf8');
}

const keyOf = (scenario: string): string => toGroupKey({ scenario, variant: 'v', repeat: 1 });
const order = ['a', 'b', 'c', 'd'];
const done = (scenario: string, attempt = 1): Row => ({ scenario, attempt, status: 'finished' });
const failed = (scenario: string, attempt = 1): Row => ({ scenario, attempt, status: 'invalid' });

it('groups behind one that could not be measured are kept', async () => {
  await using scratch = await createScratchFolder();
  write(scratch.path, [done('a'), failed('b'), done('c'), done('d')]);
  writeFileSync(join(scratch.path, 'summary.json'), '{}');
  const kept: string[] = [];
  const measured = await reopenRun(scratch.path, ({ key }) => kept.push(key));
  expect(kept).toEqual([keyOf('a'), keyOf('c'), keyOf('d')]);
  expect(measured).toEqual(new Set(kept));
  expect(existsSync(join(scratch.path, 'summary.json'))).toBe(false);
});

it('without a summary the last group may lack trials, and is cut off with what is torn', async () => {
  await using scratch = await createScratchFolder();
  write(scratch.path, [done('a'), done('b')]);
  appendFileSync(join(scratch.path, 'trials.jsonl'), '{"lane":');
  const measured = await reopenRun(scratch.path, () => undefined);
  expect(measured).toEqual(new Set([keyOf('a')]));
  expect(read(scratch.path)).toBe(toLines(done('a')).join(''));
  expect(read(scratch.path, 'scores.jsonl')).toBe(toLines(done('a')).join(''));
});

it('property: however often a run is resumed, each group appears once, in plan order, as it was measured', async () => {
  await using scratch = await createScratchFolder();
  const attempts = fc.array(
    fc.record({ scenario: fc.constantFrom(...order), isDone: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(attempts, async (list) => {
      const rows: Row[] = [];
      const firstDone = new Map<string, Row>();
      const last = new Map<string, Row>();
      for (const [attempt, { scenario, isDone }] of list.entries()) {
        // What was measured is never run again.
        if (firstDone.has(scenario)) continue;
        const row = isDone ? done(scenario, attempt) : failed(scenario, attempt);
        rows.push(row);
        last.set(scenario, row);
        if (isDone) firstDone.set(scenario, row);
      }
      write(scratch.path, rows);
      await arrangeGroups(scratch.path, order.map(keyOf));
      const expected = order.flatMap((scenario) => last.get(scenario) ?? []).flatMap(toLines);
      expect(read(scratch.path)).toBe(expected.join(''));
      expect(read(scratch.path, 'scores.jsonl')).toBe(expected.join(''));
    }),
    { numRuns: 100 },
  );
});

it('a kill between the two renames of an arrangement is mended', async () => {
  await using scratch = await createScratchFolder();
  write(scratch.path, [done('a'), done('b')]);
  const scores = join(scratch.path, 'scores.jsonl');
  renameSync(scores, `${scores}.arranged`);
  writeFileSync(scores, toLines(done('b')).join(''));
  writeFileSync(join(scratch.path, 'summary.json'), '{}');
  const measured = await reopenRun(scratch.path, () => undefined);
  expect(measured).toEqual(new Set([keyOf('a'), keyOf('b')]));
});

it('before the first rename of an arrangement nothing has changed, and what it wrote goes', async () => {
  await using scratch = await createScratchFolder();
  for (const left of [['trials', 'scores'], ['trials']]) {
    write(scratch.path, [done('a'), done('b')]);
    const before = [read(scratch.path), read(scratch.path, 'scores.jsonl')];
    for (const name of left) await scratch.write(`${name}.jsonl.arranged`, 'half');
    writeFileSync(join(scratch.path, 'summary.json'), '{}');
    await reopenRun(scratch.path, () => undefined);
    expect([read(scratch.path), read(scratch.path, 'scores.jsonl')]).toEqual(before);
    expect(readdirSync(scratch.path).toSorted()).toEqual(['scores.jsonl', 'trials.jsonl']);
  }
});

it('a group that was measured twice is kept once, as it was first', async () => {
  await using scratch = await createScratchFolder();
  write(scratch.path, [failed('a'), done('b', 1), done('b', 2), done('c')]);
  writeFileSync(join(scratch.path, 'summary.json'), '{}');
  const kept: string[] = [];
  await reopenRun(scratch.path, ({ written }) => {
    kept.push(written.map(({ trial }) => `${trial.lane.scenario} ${JSON.stringify(trial)}`).join());
  });
  expect(kept.map((text) => /^(.) .*?"attempt":(.)/u.exec(text)?.slice(1))).toEqual([
    ['b', '1'],
    ['c', '1'],
  ]);
});

it('of a run without a whole group nothing is left', async () => {
  await using scratch = await createScratchFolder();
  write(scratch.path, [done('a')]);
  expect(await reopenRun(scratch.path, () => undefined)).toEqual(new Set());
  expect([read(scratch.path), read(scratch.path, 'scores.jsonl')]).toEqual(['', '']);
});

it('files in the order of the plan are left alone, and others are written again', async () => {
  await using scratch = await createScratchFolder();
  const node = (): readonly number[] =>
    ['trials.jsonl', 'scores.jsonl'].map((name) => statSync(join(scratch.path, name)).ino);
  write(scratch.path, [done('a'), failed('b'), done('d')]);
  const before = node();
  await arrangeGroups(scratch.path, order.map(keyOf));
  expect(node()).toEqual(before);
  write(scratch.path, [done('a'), failed('b', 1), failed('b', 2)]);
  await arrangeGroups(scratch.path, order.map(keyOf));
  expect(read(scratch.path)).toBe([done('a'), failed('b', 2)].flatMap(toLines).join(''));
  expect(readdirSync(scratch.path).toSorted()).toEqual(['scores.jsonl', 'trials.jsonl']);
});

it.each([
  [null, true],
  [130, true],
  [4, true],
  [0, false],
  [1, false],
  [3, false],
])('a run with exit code %j can be resumed: %j', async (exitCode, isOpen) => {
  await using scratch = await createScratchFolder();
  const made = makeRun([{ scenario: 'a' }]);
  const summary = { ...made.summary, exitCode: exitCode ?? 0 };
  await saveMadeRun({ ...made, summary }, scratch);
  const path = join(scratch.path, 'run');
  if (exitCode === null) renameSync(join(path, 'summary.json'), join(path, 'other.json'));
  if (isOpen) expect(readUnfinished(path)).toEqual(made.manifest);
  else {
    expect(() => readUnfinished(path)).toThrow(
      `Cannot resume "${path}": the run came to its end. Start a new one without --resume`,
    );
  }
});

const alive = (owner: string): boolean => owner !== 'host/dead';

it('a run folder has one owner at a time', async () => {
  await using scratch = await createScratchFolder();
  const release = takeRunFolder(scratch.path, { owner: 'host/1', isAlive: alive });
  expect(() => takeRunFolder(scratch.path, { owner: 'host/2', isAlive: alive })).toThrow(
    'process "host/1" is writing it',
  );
  release();
  takeRunFolder(scratch.path, { owner: 'host/2', isAlive: alive })();
  expect(existsSync(join(scratch.path, 'run.lock'))).toBe(false);
});

it('the lock of a dead process is taken over, by one process', async () => {
  await using scratch = await createScratchFolder();
  await scratch.write('run.lock', 'host/dead\n');
  takeRunFolder(scratch.path, { owner: 'host/1', isAlive: alive });
  expect(() => takeRunFolder(scratch.path, { owner: 'host/2', isAlive: alive })).toThrow(
    'is writing it',
  );
});

it('a lock that its owner is just writing is not taken over, and an empty one that stays is', async () => {
  await using scratch = await createScratchFolder();
  const lock = join(scratch.path, 'run.lock');
  writeFileSync(lock, '');
  const writer = new Worker(
    "const { workerData } = require('node:worker_threads'); Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20); require('node:fs').writeFileSync(workerData, 'host/1\\n');",
    { eval: true, workerData: lock },
  );
  await once(writer, 'online');
  expect(() => takeRunFolder(scratch.path, { owner: 'host/2', isAlive: alive })).toThrow(
    'process "host/1" is writing it',
  );
  await writer.terminate();
  writeFileSync(lock, '');
  takeRunFolder(scratch.path, { owner: 'host/2', isAlive: alive })();
  expect(existsSync(lock)).toBe(false);
});
