import fc from 'fast-check';
import { expect, it } from 'vitest';

import { runInOrder } from './run-in-order.ts';

const calm = new AbortController().signal;

async function collect<Value>(values: AsyncIterable<Value>): Promise<readonly Value[]> {
  const all: Value[] = [];
  for await (const value of values) all.push(value);
  return all;
}

it('yields results in the order of the jobs, whatever order they end in', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(5), { maxLength: 40 }),
      fc.integer({ min: 1, max: 16 }),
      async (turns, concurrency) => {
        const work = async (job: number): Promise<number> => {
          for (let turn = 0; turn < (turns[job] ?? 0); turn += 1) await Promise.resolve();
          return job;
        };
        const jobs = turns.map((_, index) => index);
        expect(await collect(runInOrder(jobs, work, { concurrency, signal: calm }))).toEqual(jobs);
      },
    ),
    { numRuns: 50 },
  );
});

it('keeps at most the allowed number of jobs in flight and four times that many unread', async () => {
  let running = 0;
  let mostRunning = 0;
  let started = 0;
  const work = async (): Promise<void> => {
    started += 1;
    running += 1;
    mostRunning = Math.max(mostRunning, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
  };
  const results = runInOrder(Array.from({ length: 100 }), work, { concurrency: 3, signal: calm });
  await results.next();
  await new Promise((resolve) => setImmediate(resolve));
  expect(mostRunning).toBe(3);
  expect(started).toBeLessThanOrEqual(12);
  await collect(results);
  expect(started).toBe(100);
});

it('starts nothing more after an abort and still yields what had ended', async () => {
  const stop = new AbortController();
  const done: number[] = [];
  const results = runInOrder(
    [1, 2, 3, 4, 5, 6, 7, 8, 9],
    (job) => {
      done.push(job);
      if (job === 2) stop.abort();
      return Promise.resolve(job);
    },
    { concurrency: 1, signal: stop.signal },
  );
  expect(await collect(results)).toEqual([1, 2]);
  expect(done).toEqual([1, 2]);
});

it('throws what a job threw, at its place', async () => {
  const results = runInOrder(
    [1, 2],
    (job) => (job === 2 ? Promise.reject(new Error('broken')) : Promise.resolve(job)),
    {
      concurrency: 2,
      signal: calm,
    },
  );
  await expect(collect(results)).rejects.toThrow('broken');
});

it('starts nothing more after a failure, and waits for what is at work', async () => {
  const started: number[] = [];
  let ended = 0;
  const results = runInOrder(
    [1, 2, 3, 4, 5, 6, 7, 8],
    async (job) => {
      started.push(job);
      if (job === 1) throw new Error('broken');
      await new Promise((resolve) => setImmediate(resolve));
      ended += 1;
      return job;
    },
    { concurrency: 2, signal: calm },
  );
  await expect(collect(results)).rejects.toThrow('broken');
  expect(started.length).toBeLessThan(8);
  expect(ended).toBe(started.length - 1);
  const before = [...started];
  await new Promise((resolve) => setImmediate(resolve));
  expect(started).toEqual(before);
});

it('starts nothing more once its reader has gone', async () => {
  const started: number[] = [];
  const results = runInOrder(
    [1, 2, 3, 4, 5, 6, 7, 8],
    async (job) => {
      started.push(job);
      await new Promise((resolve) => setImmediate(resolve));
      return job;
    },
    { concurrency: 1, signal: calm },
  );
  for await (const value of results) if (value === 1) break;
  expect(started.length).toBeLessThanOrEqual(2);
});
