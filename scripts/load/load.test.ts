import { expect, it, vi } from 'vitest';

import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';
import { findMiscounts } from './find-miscounts.ts';
import { type LoadFigures, runLoad } from './run-load.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const trials = 60;

it('a server that is killed in the middle: the run is resumed, and both sides count the same', async () => {
  await using folder = await createScratchFolder();
  const figures = await runLoad(folder.path, { trials, concurrency: 16, seed: 'test' });
  expect(findMiscounts(figures, trials)).toEqual([]);
  expect(figures).toMatchObject({ announced: 2 * trials, planned: trials, replies: 2 * trials });
  expect(figures.arrived).toBe(figures.served + figures.errors + figures.stalls);
});

const good: LoadFigures = {
  announced: 4,
  sent: 5,
  arrived: 5,
  served: 4,
  errors: 1,
  stalls: 0,
  planned: 2,
  passed: 2,
  failed: 0,
  invalid: 0,
  resumes: 0,
  kept: 0,
  lines: 2,
  doubled: 0,
  replies: 4,
  exitCode: 0,
};

it.each<[string, Partial<LoadFigures>, number]>([
  ['nothing', {}, 0],
  ['a trial lost', { passed: 1 }, 1],
  ['a line lost', { lines: 1 }, 1],
  ['a trial twice', { doubled: 1 }, 1],
  ['a trial INVALID', { passed: 1, invalid: 1 }, 1],
  ['more arrived than was sent', { sent: 4 }, 1],
  ['more replies than were served', { replies: 5 }, 1],
  ['another exit code', { exitCode: 4 }, 1],
])('what the counts contradict: %s', (_, part, count) => {
  expect(findMiscounts({ ...good, ...part }, 2)).toHaveLength(count);
});
