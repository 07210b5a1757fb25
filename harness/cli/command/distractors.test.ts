import { expect, it } from 'vitest';
import { runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

async function run(words: string) {
  await using scratch = await createScratchFolder();
  const args = ['run', 'support-desk', ...words.split(' '), '--out', 'runs'];
  return await runCommandLine(runCli, args, { cwd: scratch.path });
}

it('--distractors runs the first variant whose model answers in the process, once for each number of tools', async () => {
  const { exitCode, out } = await run('--distractors far=15,5 --scenario none-6,things-1 --json');
  const { planned, variants } = JSON.parse(out) as {
    readonly planned: number;
    readonly variants: Readonly<Record<string, { readonly passed: number }>>;
  };
  expect([exitCode, planned]).toEqual([1, 6]);
  expect(Object.entries(variants).map(([name, { passed }]) => [name, passed])).toEqual([
    ['nearest:far=0', 2],
    ['nearest:far=5', 1],
    ['nearest:far=15', 1],
  ]);
});

it('shows the curve', async () => {
  const { out } = await run('--distractors near=5 --scenario things-1 --variant top3-encoder');
  expect(out).toContain('sweep of distractors.near, top3-encoder');
  expect(out.split('\n').filter((line) => /^[05] /u.test(line))).toHaveLength(2);
});

it.each([
  ['--distractors far --variant encoder-desk2', 'its model "encoder" is recorded'],
  ['--distractors far --gate', 'Cannot use --distractors with --gate'],
  ['--distractors far --sweep loop.corrections=1,2', 'Cannot use --distractors with --sweep'],
  ['--distractors some', 'expected near or far'],
])('run %s is refused', async (words, message) => {
  const { exitCode, err } = await run(words);
  expect(exitCode).toBe(2);
  expect(err).toContain(message);
});
