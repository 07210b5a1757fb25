import { expect, it } from 'vitest';

import { createLateWatch } from './late-watch.ts';
import type { LateEffect } from './transcript.ts';

const lane = { suite: 's', scenario: 'one', variant: 'v', plan: 'none', repeat: 1 };
const effect: LateEffect = {
  type: 'effect',
  call: 't1c0',
  delivery: 1,
  tool: 'pay',
  grade: 'irreversible',
  key: 'A1',
  confirmed: true,
};
const text =
  '"pay" had the effect "A1" when the trial "s/one/v/none/r1" was over, so it was not counted. Let its handler wait for what it starts';

it('late effects are kept while the run lasts, and are an error when it is over', () => {
  const watch = createLateWatch(undefined);
  watch.note(lane, effect);
  expect(watch.found).toEqual([text]);
  watch.end();
  expect(() => {
    watch.note(lane, effect);
  }).toThrowError(expect.objectContaining({ code: 'LATE_EFFECT', message: text }));
  expect(watch.found).toEqual([text]);
});

/** Counts of pending timers, one for each time it is asked; the last one goes on. */
function createCounts(counts: readonly number[]): () => number {
  let asked = 0;
  return () => counts[Math.min((asked += 1), counts.length) - 1] ?? 0;
}

/** Waits for as long as there is more at work than at the start; how long that was. */
async function settle(pendingTimers: (() => number) | undefined): Promise<number> {
  let waitedMs = 0;
  const wait = (ms: number): Promise<void> => {
    waitedMs += ms;
    return Promise.resolve();
  };
  await createLateWatch(pendingTimers, wait).settle();
  return waitedMs;
}

it.each<[string, readonly number[], number]>([
  ['nothing was started', [0, 0], 0],
  ['as many are at work as at the start', [2, 2, 9], 0],
  ['fewer are at work than at the start', [2, 1, 9], 0],
  ['one more is at work for a while', [0, 1, 1, 0], 20],
  ['one more is at work for ever', [0, 1], 1_000],
])('waits for what was started during the run: %s', async (_name, counts, waitedMs) => {
  expect(await settle(createCounts(counts))).toBe(waitedMs);
});

it('where timers cannot be counted, nothing is waited for', async () => {
  expect(await settle(undefined)).toBe(0);
});
