import { expect, it, vi } from 'vitest';

import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';
import { formatKills } from './format-kills.ts';
import { killNames, noDamage } from './kill-task.ts';
import { type KillResult, runKills } from './run-kills.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

it('one kill of each command: nothing lost, doubled, torn or blocked, and of two resumes one is refused', async () => {
  await using folder = await createScratchFolder();
  const results: KillResult[] = [];
  const kills = killNames.length;
  const twice = await runKills(
    folder.path,
    { kills, seed: 'test', isStopped: () => false },
    (result) => {
      results.push(result);
    },
  );
  expect(results.map(({ name }) => name).sort()).toEqual([...killNames].sort());
  expect(
    results.map(({ lost, doubled, torn, blocked, different }) => [
      ...lost,
      ...doubled,
      ...torn,
      ...blocked,
      ...different,
    ]),
  ).toEqual(results.map(() => []));
  expect(twice).toEqual({ finished: 1, refused: 1, different: [] });
});

it('the table counts violations by command', () => {
  const results: readonly KillResult[] = [
    { ...noDamage, name: 'run', wasOver: false, kept: 3, torn: ['a', 'b'] },
    { ...noDamage, name: 'report', wasOver: true, kept: 1, lost: ['a'] },
  ];
  expect(formatKills(results).split('\n').at(-1)).toMatch(/^all +2 +1 +4 +1 +0 +2 +0 +0$/u);
});
