import { expect, it } from 'vitest';

import type { WorkedGroup, WorkerOrder, WorkerReport } from './worker-link.ts';
import { WorkerPool } from './worker-pool.ts';

const choice = {
  variants: null,
  scenarios: null,
  faults: [],
  repeats: 1,
  seed: 's',
  tier: 'exact',
} as const;

function toWorked(place: number): WorkedGroup {
  return { trials: `${place}\n`, scores: `${place}\n`, kept: [] };
}

/** Workers that answer when they are made to, and can be ended. */
class FakeWorkers {
  readonly workers: {
    readonly orders: WorkerOrder[];
    readonly report: (report: WorkerReport) => void;
    readonly exit: () => void;
    isKilled: boolean;
  }[] = [];

  readonly start = (
    report: (report: WorkerReport) => void,
    onExit: (how: string) => void,
  ): { readonly send: (order: WorkerOrder) => void; readonly kill: () => void } => {
    const worker = {
      orders: [] as WorkerOrder[],
      report,
      exit: () => {
        onExit('SIGKILL');
      },
      isKilled: false,
    };
    this.workers.push(worker);
    return {
      send: (order) => {
        worker.orders.push(order);
      },
      kill: () => {
        worker.isKilled = true;
      },
    };
  };

  ready(index: number, identity = 'same'): void {
    this.workers[index]?.report({ type: 'ready', identity });
  }

  placesOf(index: number): readonly number[] {
    return (this.workers[index]?.orders ?? []).flatMap((order) =>
      order.type === 'run' ? [order.place] : [],
    );
  }

  answer(index: number, place: number): void {
    this.workers[index]?.report({ type: 'done', place, worked: toWorked(place) });
  }
}

function createPool(count: number): { readonly fake: FakeWorkers; readonly pool: WorkerPool } {
  const fake = new FakeWorkers();
  const pool = new WorkerPool({
    count,
    concurrency: 2,
    start: fake.start,
    choice,
    identity: 'same',
  });
  return { fake, pool };
}

it('deals conversations out to workers that are ready, as many at a time as each may have', async () => {
  const { fake, pool } = createPool(2);
  const results = [0, 1, 2, 3, 4].map((place) => pool.run(place));
  expect(fake.placesOf(0)).toEqual([]);
  fake.ready(0);
  expect(fake.placesOf(0)).toEqual([0, 1]);
  fake.ready(1);
  expect(fake.placesOf(1)).toEqual([2, 3]);
  fake.answer(1, 3);
  for (const [worker, place] of [
    [0, 0],
    [0, 1],
    [1, 2],
    [1, 4],
  ] as const)
    fake.answer(worker, place);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3, 4].map(toWorked));
});

it('what a worker was running when it ended is run again, once, and a new worker takes its place', async () => {
  const { fake, pool } = createPool(2);
  const results = [0, 1, 2, 3].map((place) => pool.run(place));
  fake.ready(0);
  fake.ready(1);
  fake.answer(0, 0);
  fake.workers[0]?.exit();
  expect(fake.workers).toHaveLength(3);
  fake.ready(2);
  expect(fake.placesOf(2)).toEqual([1]);
  for (const [worker, place] of [
    [2, 1],
    [1, 2],
    [1, 3],
  ] as const)
    fake.answer(worker, place);
  expect(await Promise.all(results)).toEqual([0, 1, 2, 3].map(toWorked));
});

it('a conversation that ends two workers ends the run as a harness error, and so does a worker that never gets ready', async () => {
  const { fake, pool } = createPool(1);
  const result = pool.run(0);
  fake.ready(0);
  fake.workers[0]?.exit();
  fake.ready(1);
  fake.workers[1]?.exit();
  await expect(result).rejects.toMatchObject({ code: 'WORKER_LOST', exitCode: 4 });

  const other = createPool(2);
  const never = other.pool.run(0);
  for (const index of [0, 2, 3]) other.fake.workers[index]?.exit();
  await expect(never).rejects.toThrow(
    'worker processes ended again and again before they were ready (SIGKILL)',
  );
  expect(other.fake.workers[1]?.isKilled).toBe(true);
  await expect(other.pool.run(1)).rejects.toMatchObject({ code: 'WORKER_LOST' });
});

it('a worker that ends before it is ready is replaced', async () => {
  const { fake, pool } = createPool(1);
  const result = pool.run(0);
  fake.workers[0]?.exit();
  fake.ready(1);
  fake.answer(1, 0);
  expect(await result).toEqual(toWorked(0));
});

it('a worker that ends while it is asked what it found is not replaced', async () => {
  const { fake, pool } = createPool(2);
  fake.ready(0);
  fake.ready(1);
  const found = pool.end();
  fake.workers[1]?.exit();
  expect(fake.workers).toHaveLength(2);
  fake.workers[0]?.report({ type: 'ended', late: ['a'], leaks: [], escaped: [] });
  expect(await found).toEqual({ late: ['a'], leaks: [], escaped: [] });
});

it('a worker that loaded another suite ends the run as a harness error', async () => {
  const { fake, pool } = createPool(2);
  const result = pool.run(0);
  fake.ready(0);
  fake.ready(1, 'another');
  await expect(result).rejects.toMatchObject({ code: 'WORKER_DIFFERS', exitCode: 4 });
  expect(fake.workers.map(({ isKilled }) => isKilled)).toEqual([true, true]);
});

it('asks each worker at the end what it found besides its trials', async () => {
  const { fake, pool } = createPool(2);
  fake.ready(0);
  fake.ready(1);
  const found = pool.end();
  fake.workers[0]?.report({ type: 'ended', late: ['b'], leaks: ['x'], escaped: [] });
  fake.workers[1]?.report({ type: 'ended', late: ['a'], leaks: [], escaped: ['e'] });
  expect(await found).toEqual({ late: ['a', 'b'], leaks: ['x'], escaped: ['e'] });
});
