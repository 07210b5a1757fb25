import { expect, it, vi } from 'vitest';

import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';
import { runFuzz } from './run-fuzz.ts';

vi.setConfig({ testTimeout: 120_000 });

it('random inputs of every kind are read or refused, never a fault', async () => {
  await using folder = await createScratchFolder();
  const figures = await runFuzz(folder.path, { runs: 40, seed: 'test' });
  expect(figures.flatMap(({ violations }) => violations)).toEqual([]);
  expect(figures.map(({ name }) => name)).toEqual([
    'suites',
    'lanes',
    'run folders',
    'imports',
    'redaction',
    'patterns',
  ]);
});
