import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { expect, it } from 'vitest';

import {
  defineReporter,
  type OwnReporter,
  report,
  runSuite,
  UsageError,
} from '../../../harness/index.ts';
import { runCli } from '../../../harness/cli/run-cli.ts';
import { type CommandResult, runCommandLine } from '../../../harness/testing/run-command-line.ts';
import {
  createScratchFolder,
  type ScratchFolder,
} from '../../../harness/testing/scratch-folder.ts';

const example = import.meta.dirname;
const orders = resolve(example, '../../orders');
const stored = 'runs/20260101T000000Z-orders';
const faults = [
  '--variant',
  'naive',
  '--faults',
  'standard.timeout_after@*',
  '--scenario',
  'refund-*',
];

async function createRun(): Promise<ScratchFolder> {
  const folder = await createScratchFolder();
  const index = resolve(example, '../../../harness/index.ts');
  for (const name of ['toolrig.config.ts', 'worst-reporter.ts']) {
    const text = readFileSync(join(example, name), 'utf8');
    await folder.write(name, text.replace("from 'toolrig'", `from '${index}'`));
  }
  await runCommandLine(runCli, ['run', orders, '--out', 'runs', ...faults], { cwd: folder.path });
  return folder;
}

const show = async (folder: ScratchFolder, ...args: readonly string[]): Promise<CommandResult> =>
  await runCommandLine(runCli, ['report', stored, ...args], { cwd: folder.path });

it('is printed, or written to a place, with the exit code of the run', async () => {
  await using folder = await createRun();
  const printed = await show(folder, '--format', 'worst');
  expect(printed.exitCode).toBe(1);
  expect(printed.out).toMatch(/^orders: FAIL\n\d+\/\d+ refund-\S+: double_effect: /u);
  const written = await show(folder, '--format', 'worst', '--to', 'out/worst.txt');
  expect([written.out, written.err]).toEqual(['', 'wrote out/worst.txt\n']);
  expect(readFileSync(join(folder.path, 'out/worst.txt'), 'utf8')).toBe(printed.out);
});

it('a report of toolrig is made by its id too', async () => {
  await using folder = await createRun();
  expect((await show(folder, '--format', 'md')).out).toContain('refund');
  await show(folder, '--format', 'csv', '--to', 'tables');
  expect(existsSync(join(folder.path, 'tables/metrics.csv'))).toBe(true);
});

it.each([
  [['--format', 'wurst'], 'expected one of html, png, svg, csv, junit, md, worst'],
  [['--format', 'csv'], 'it is a folder of files. Name a folder with --to'],
  [['--to', 'x.txt'], 'name the report with --format'],
  [['--format', 'worst', '--json'], 'Cannot print two things'],
])('refuses %j', async (args, says) => {
  await using folder = await createRun();
  const result = await show(folder, ...args);
  expect([result.exitCode, result.err]).toEqual([2, expect.stringContaining(says)]);
});

const good: OwnReporter = { id: 'mine', about: 'all', target: 'file', write: () => 'text' };

it('the public function takes one that is defined beside it', async () => {
  const { run } = await runSuite({ suite: orders, scenarios: ['refund-once'] });
  const made = await report({ run, format: 'mine', reporters: [defineReporter(good)] });
  expect(made.files).toEqual([{ name: 'mine.txt', content: ['text'] }]);
});

it.each([
  [{ id: 'html' }, 'id: toolrig has a report of this name'],
  [{ id: 'My Report' }, 'id: expected a name in lower case'],
  [{ target: 'stdout' }, 'target: expected "file" or "folder"'],
  [{ write: 'text' }, 'write: expected a function'],
  [{ about: undefined }, 'about: expected a text'],
  [{ wirte: () => 'text' }, 'wirte: there is no such field'],
])('a definition with %o is refused', (wrong, says) => {
  // What JavaScript lets through.
  const define = (): unknown => defineReporter({ ...good, ...wrong } as OwnReporter);
  expect(define).toThrow(UsageError);
  expect(define).toThrow(says);
});

it.each<[string, () => unknown, string]>([
  ['throws', () => Promise.reject(new Error('my bug')), 'its reporter threw: my bug'],
  ['gives nothing', () => undefined, 'its reporter gave nothing: expected a text or a list'],
  [
    'gives two files for one',
    () => [file('a'), file('b')],
    'its reporter gave 2 files: expected one',
  ],
  ['leads out of its folder', () => [file('../a')], 'its reporter gave a file named "../a"'],
  ['gives a file without content', () => [{ name: 'a' }], 'its reporter gave the content nothing'],
])('a reporter that %s is reported by name', async (_name, write, says) => {
  const { run } = await runSuite({ suite: orders, scenarios: ['refund-once'] });
  // What JavaScript lets through.
  const reporters = [{ ...good, write } as OwnReporter];
  const making = report({ run, format: 'mine', reporters });
  await expect(making).rejects.toThrow(`Cannot report as "mine": ${says}`);
  await expect(making).rejects.toMatchObject({ code: 'REPORTER_FAILED' });
});

function file(name: string): { readonly name: string; readonly content: string } {
  return { name, content: 'x' };
}
