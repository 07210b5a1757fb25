import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const suiteOf = (reply: string): string => `
import { scenarios } from './parts/scenarios.ts';
export default {
  tools: [{ name: 'look', description: 'Looks.', effect: 'read', parameters: { type: 'object' }, handler: () => ({}) }],
  model: { script: ['${reply}'] },
  scenarios,
};
`;
const scenarios = (...ids: readonly string[]): string =>
  `export const scenarios = ${JSON.stringify(
    ids.map((id) => ({ id, user: 'Hi', expected: { calls: [], says: 'Hello' } })),
  )};\n`;

async function createProject(): Promise<ScratchFolder> {
  const scratch = await createScratchFolder();
  for (const suite of ['one', 'two']) {
    await scratch.write(`${suite}/suite.ts`, suiteOf('Hello.'));
    await scratch.write(`${suite}/parts/scenarios.ts`, scenarios('s'));
  }
  await scratch.write('toolrig.config.ts', "export default { suites: ['one', 'two'] };");
  return scratch;
}

/** Watches, and makes the next edit each time that it waits for one; after the last, it is interrupted. */
async function watch(
  scratch: ScratchFolder,
  words: readonly string[],
  edits: readonly (() => Promise<void> | void)[],
): Promise<CommandResult> {
  const stop = new AbortController();
  const left = [...edits];
  let out = '';
  const result = await runCommandLine(runCli, ['run', ...words, '--watch', '--quiet'], {
    cwd: scratch.path,
    signal: stop.signal,
    out: (text) => (out += text),
    err: (text) => {
      out += text;
      if (!text.startsWith('watching')) return;
      const edit = left.shift();
      if (edit === undefined) stop.abort();
      else void edit();
    },
  });
  return { ...result, out };
}

it('an edit of the suite, or of a file that it imports, runs it again and shows the trials that changed', async () => {
  await using scratch = await createProject();
  const { exitCode, out } = await watch(
    scratch,
    ['one'],
    [
      () => scratch.write('one/suite.ts', suiteOf('Goodbye.')),
      () => scratch.write('one/parts/scenarios.ts', scenarios('s', 't')),
    ],
  );
  expect(exitCode).toBe(1);
  expect(out).toContain('one/suite.ts changed');
  expect(out).toContain('since the last run:\n  now fails: one/s/reference/none/r1');
  expect(out).toContain('one/parts/scenarios.ts changed');
  expect(out).toContain(
    'since the last run (2 trials planned, 1 before):\n  now fails: one/t/reference/none/r1',
  );
  expect(out.match(/planned = /gu)).toHaveLength(3);
});

it('what cannot be loaded while it is edited is reported, and compared with what there was before', async () => {
  await using scratch = await createProject();
  const { exitCode, out } = await watch(
    scratch,
    ['one'],
    [
      () => scratch.write('one/suite.ts', 'export default {'),
      () => rmSync(join(scratch.path, 'one/suite.ts')),
      () => scratch.write('one/suite.ts', suiteOf('Goodbye.')),
    ],
  );
  expect(exitCode).toBe(1);
  expect(out).toContain('the module cannot be read');
  expect(out).toContain('the folder has no suite file');
  expect(out).toContain('now fails: one/s/reference/none/r1');
});

it('of several suites, only those that an edit touches run again, and the exit code is that of all', async () => {
  await using scratch = await createProject();
  const { exitCode, out } = await watch(
    scratch,
    [],
    [
      () => scratch.write('two/suite.ts', suiteOf('Goodbye.')),
      () => scratch.write('one/suite.ts', `// Nothing else.${suiteOf('Hello.')}`),
      () =>
        scratch.write('toolrig.config.ts', "export default { suites: ['one', 'two'], gates: [] };"),
    ],
  );
  expect(exitCode).toBe(1);
  expect(out.match(/planned = /gu)).toHaveLength(2 + 1 + 1 + 2);
  // The exit code is said once, for all.
  expect(out).not.toMatch(/\(exit code \d\)/u);
  expect(out.match(/together: exit code \d/gu)).toEqual([
    'together: exit code 0',
    'together: exit code 1',
    'together: exit code 1',
    'together: exit code 1',
  ]);
});

it('new recordings run a suite again', async () => {
  await using scratch = await createProject();
  await scratch.write('cassettes/one/note.txt', '');
  const { exitCode, out } = await watch(
    scratch,
    ['one'],
    [() => scratch.write('cassettes/one/s/reference/none/r1.jsonl', '')],
  );
  expect(exitCode).toBe(0);
  expect(out).toContain('cassettes/one/s/reference/none/r1.jsonl changed');
});

it.each([
  [['one', '--json'], 'Cannot use --watch with --json'],
  [['one', '--mode', 'live'], 'Cannot use --watch with --mode live'],
  [['one', '--mode', 'record'], 'Cannot use --watch with --mode record'],
  [['one', '--shard', '1/2'], 'Cannot use --watch with --shard'],
  [['one', '--resume', 'x'], 'Cannot use --watch with --resume'],
])('run %j --watch is refused', async (words, message) => {
  await using scratch = await createProject();
  const { exitCode, out, err } = await runCommandLine(runCli, ['run', ...words, '--watch'], {
    cwd: scratch.path,
  });
  expect([exitCode, `${out}${err}`]).toEqual([2, expect.stringContaining(message)]);
});

it('without a suite there is nothing to watch', async () => {
  await using scratch = await createScratchFolder();
  const { exitCode, err } = await runCommandLine(runCli, ['run', '--watch'], { cwd: scratch.path });
  expect([exitCode, err]).toEqual([2, expect.stringContaining('Cannot watch: name a suite')]);
});
