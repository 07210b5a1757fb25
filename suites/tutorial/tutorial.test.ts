import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

import { runCli } from '../../harness/cli/run-cli.ts';
import { readPageCommands } from '../../harness/testing/page-commands.ts';
import { runCommandLine } from '../../harness/testing/run-command-line.ts';
import { createScratchFolder } from '../../harness/testing/scratch-folder.ts';

const page = readFileSync(new URL('README.md', import.meta.url), 'utf8');
const commands = readPageCommands(page);

it('the tutorial has a command for each of its parts', () => {
  expect(commands.length).toBe(page.match(/^#/gmu)?.length);
});

it.each(commands.map((command) => ({ ...command, shown: command.args.join(' ') })))(
  'toolrig $shown passes and prints what the tutorial says',
  async ({ args, exitCode, lines }) => {
    await using scratch = await createScratchFolder();
    const result = await runCommandLine(runCli, args, { cwd: scratch.path });
    expect([result.exitCode, result.err]).toEqual([exitCode, '']);
    expect(lines.filter((line) => !result.out.includes(line.trim()))).toEqual([]);
    expect(lines.length).toBeGreaterThan(0);
  },
);
