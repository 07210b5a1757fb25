import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { copyOrders } from '../testing/copy-orders.ts';
import { editedTexts, goodTexts, writePickerSuite } from '../testing/picker-suite.ts';
import { runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { runCli } from './run-cli.ts';

const stopped = (): AbortSignal => {
  const stop = new AbortController();
  stop.abort();
  return stop.signal;
};
const runFolder = 'reports/runs/20260101T000000Z-picker';
const config = `export default { suites: ['suite.ts', 'suite.ts'], gates: [{ metric: 'task.success', min: 0.1 }] };`;

it.each([
  ['run', 'suite.ts'],
  ['run', 'suite.ts', '--gate'],
  ['run', 'suite.ts', '--gate', '--allow-inconclusive'],
  ['run', 'suite.ts', '--faults', 'standard', '--json'],
  ['run'],
  ['record', 'suite.ts'],
  ['compare', 'suite.ts', '--by', 'toolset'],
  ['compare', 'suite.ts', '--by', 'toolset', '--allow-inconclusive', '--json'],
  ['compare', 'suite.ts', '--by', 'plan', '--faults', 'standard'],
  ['compare', 'suite.ts', '--by', 'toolset', '--sequential'],
  ['compare', 'suite.ts', '--by', 'toolset', '--bisect'],
])('an interruption is 130 after any measurements: %s %s %s %s', async (...args) => {
  await using folder = await createScratchFolder();
  await folder.write('suite.ts', writePickerSuite(goodTexts, editedTexts));
  await folder.write('toolrig.config.ts', config);
  const words = args.filter((word) => word !== undefined);
  const result = await runCommandLine(runCli, words, { cwd: folder.path, signal: stopped() });
  expect([result.exitCode, result.err]).toEqual([130, expect.not.stringContaining('Cannot')]);
  if (args.includes('--json')) {
    expect(JSON.parse(result.out)).toMatchObject({ exitCode: 130, verdict: 'INVALID' });
  }
});

it('a run that was interrupted stays so in its reports, and is not a baseline', async () => {
  await using folder = await createScratchFolder();
  await folder.write('suite.ts', writePickerSuite(goodTexts, editedTexts));
  const run = async (...args: readonly string[]) =>
    await runCommandLine(runCli, args, { cwd: folder.path });
  await runCommandLine(runCli, ['run', 'suite.ts'], { cwd: folder.path, signal: stopped() });
  expect((await run('report', runFolder)).exitCode).toBe(130);
  const accepted = await run('baseline', 'accept', runFolder);
  expect([accepted.exitCode, accepted.err]).toEqual([
    4,
    expect.stringMatching(/Cannot accept the run .* as baseline: it is INVALID, since /u),
  ]);
});

it('an interruption has priority over an error of the same command', async () => {
  await using folder = await createScratchFolder();
  const place = { cwd: folder.path };
  expect((await runCommandLine(runCli, ['report', 'nowhere'], place)).exitCode).toBe(2);
  const result = await runCommandLine(runCli, ['report', 'nowhere', '--json'], {
    ...place,
    signal: stopped(),
  });
  expect(result.exitCode).toBe(130);
  expect(JSON.parse(result.out)).toMatchObject({ exitCode: 130, error: { code: 'RUN_MISSING' } });
});

const lane = 'cassettes/orders/nothing-found/reference/none.r1.jsonl';

it.each([
  { name: 'whole', damage: () => undefined, exitCode: 0 },
  {
    name: 'cut inside a line',
    damage: (file: string) => {
      truncateSync(file, readFileSync(file).length - 5);
    },
    exitCode: 4,
  },
  {
    name: 'empty',
    damage: (file: string) => {
      writeFileSync(file, '');
    },
    exitCode: 4,
  },
])('cassettes show: a recording that is $name', async ({ damage, exitCode }) => {
  await using folder = await copyOrders();
  damage(join(folder.path, lane));
  const result = await runCommandLine(runCli, ['cassettes', 'show', lane], { cwd: folder.path });
  expect(result.exitCode).toBe(exitCode);
  expect(result.out.includes('Unusable')).toBe(exitCode === 4);
});
