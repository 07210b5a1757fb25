import { appendFileSync, cpSync, existsSync, readFileSync, readdirSync, renameSync } from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCli } from '../run-cli.ts';
import {
  type CommandResult,
  repositoryRoot,
  runCommandLine,
} from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';

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

const noRecordings = ['--cassettes', 'nowhere'];

it('a run that could not be measured is finished: only what is missing runs again', async () => {
  await using scratch = await createScratchFolder();
  const cassettes = join(scratch.path, 'cassettes');
  cpSync(join(repositoryRoot, 'cassettes'), cassettes, { recursive: true });
  const lane = join(cassettes, 'orders/refund-once/reference/none.r1.jsonl');
  renameSync(lane, `${lane}.away`);
  const rest = ['--cassettes', cassettes];
  const first = await run(join(scratch.path, 'runs'), rest);
  expect(first.exitCode).toBe(4);
  const [name = ''] = readdirSync(join(scratch.path, 'runs'));
  const folder = join(scratch.path, 'runs', name);
  const measured = readFileSync(join(folder, 'trials.jsonl'), 'utf8');
  renameSync(`${lane}.away`, lane);
  const resumed = await run(join(scratch.path, 'runs'), [...rest, '--resume', folder]);
  expect(resumed.exitCode).toBe(0);
  expect(existsSync(join(folder, 'run.lock'))).toBe(false);

  const whole = await run(join(scratch.path, 'whole'), rest);
  const [other = ''] = readdirSync(join(scratch.path, 'whole'));
  expect(whole.exitCode).toBe(0);
  expect(readAll(folder)).toEqual(readAll(join(scratch.path, 'whole', other)));
  expect(readFileSync(join(folder, 'trials.jsonl'), 'utf8')).not.toBe(measured);
});

it('a run that another process writes is not resumed', async () => {
  await using scratch = await createScratchFolder();
  await run(scratch.path, noRecordings);
  const [name = ''] = readdirSync(scratch.path);
  const folder = join(scratch.path, name);
  writeFileSync(join(folder, 'run.lock'), 'test/2\n');
  const before = readAll(folder);
  const second = await run(scratch.path, [...noRecordings, '--resume', folder]);
  expect([second.exitCode, second.err]).toEqual([
    2,
    expect.stringMatching(/process "test\/2" is writing it/u),
  ]);
  expect(readAll(folder)).toEqual(before);
});
