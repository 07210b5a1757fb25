import { appendFileSync, cpSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCli } from './run-cli.ts';
import { type CommandResult, runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';

const files = ['trials.jsonl', 'scores.jsonl', 'summary.json'];

async function run(out: string, rest: readonly string[] = []): Promise<CommandResult> {
  return await runCommandLine(runCli, [
    'run',
    'suites/orders',
    '--faults',
    'standard',
    '--out',
    out,
    ...rest,
  ]);
}

function readAll(folder: string): readonly string[] {
  return files.map((file) => readFileSync(join(folder, file), 'utf8'));
}

/** A run as a kill leaves it: some lines, the last one torn, no summary. */
function tear(folder: string, lines: number): void {
  rmSync(join(folder, 'summary.json'));
  for (const file of ['trials.jsonl', 'scores.jsonl']) {
    const whole = readFileSync(join(folder, file), 'utf8').split('\n');
    writeFileSync(
      join(folder, file),
      whole
        .slice(0, lines)
        .map((line) => `${line}\n`)
        .join(''),
    );
    appendFileSync(join(folder, file), (whole[lines] ?? '').slice(0, 40));
  }
}

it.each([0, 1, 30, 100, 231])(
  'B150 B152 a run killed after %i trials is finished to the same bytes',
  async (lines) => {
    await using scratch = await createScratchFolder();
    await run(scratch.path);
    const [name = ''] = readdirSync(scratch.path);
    const folder = join(scratch.path, name);
    const whole = readAll(folder);
    tear(folder, lines);
    const resumed = await run(scratch.path, ['--resume', folder]);
    expect(resumed.exitCode).toBe(0);
    expect(readAll(folder)).toEqual(whole);
  },
);

it('B152 refuses to resume a run of something else, or one that ended', async () => {
  await using scratch = await createScratchFolder();
  await run(scratch.path);
  const [name = ''] = readdirSync(scratch.path);
  const folder = join(scratch.path, name);
  const ended = await run(scratch.path, ['--resume', folder]);
  expect([ended.exitCode, ended.err]).toEqual([
    2,
    expect.stringMatching(/the run came to its end/u),
  ]);
  cpSync(folder, join(scratch.path, 'torn'), { recursive: true });
  tear(join(scratch.path, 'torn'), 10);
  const other = await run(scratch.path, [
    '--resume',
    join(scratch.path, 'torn'),
    '--variant',
    'naive',
  ]);
  expect([other.exitCode, other.err]).toEqual([
    2,
    expect.stringMatching(/the suite, the selection or a setting is not the one/u),
  ]);
});
