import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCommandLine } from '../../../testing/run-command-line.ts';
import { createScratchFolder } from '../../../testing/scratch-folder.ts';
import { runCli } from '../../run-cli.ts';

it('writes a suite that runs at once, clean and with its fault, and never over another', async () => {
  await using folder = await createScratchFolder();
  const place = { cwd: folder.path };
  const first = await runCommandLine(runCli, ['init', 'mine'], place);
  expect([first.exitCode, first.out]).toEqual([
    0,
    expect.stringContaining(join('mine', 'suite.yaml')),
  ]);
  expect(await readFile(join(folder.path, '.gitattributes'), 'utf8')).toContain(
    'cassettes/** text eol=lf',
  );
  const clean = await runCommandLine(runCli, ['run', 'mine'], place);
  expect([clean.exitCode, clean.err]).toEqual([0, '']);
  const lost = await runCommandLine(runCli, ['run', 'mine', '--faults', 'lost'], place);
  expect(lost.exitCode).toBe(0);
  expect(lost.out).toMatch(/timeout_after +2 +1 +1 +1 +1\n/u);
  const again = await runCommandLine(runCli, ['init', 'mine'], place);
  expect([again.exitCode, again.err]).toEqual([2, expect.stringContaining('it exists already')]);
});
