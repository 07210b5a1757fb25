import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it, vi } from 'vitest';

import { createScratchFolder, type ScratchFolder } from '../harness/testing/scratch-folder.ts';
import { goodTexts, editedTexts, writePickerSuite } from '../harness/testing/picker-suite.ts';
import { type ProcessResult, spawnCommandLine } from '../harness/testing/spawn-command-line.ts';

// Processes start slowly on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const suiteText = writePickerSuite(goodTexts, editedTexts);
const files = ['trials.jsonl', 'scores.jsonl', 'summary.json'];

function readAll({ path }: ScratchFolder, root: string): readonly string[] {
  const [name = ''] = readdirSync(join(path, root));
  return files.map((file) => readFileSync(join(path, root, name, file), 'utf8'));
}

async function run({ path }: ScratchFolder, ...rest: readonly string[]): Promise<ProcessResult> {
  return await spawnCommandLine(['run', 'suite.ts', '--variant', '*', ...rest], { cwd: path }).done;
}

/** The worker processes of a process. */
function listChildren(pid: number | undefined): readonly number[] {
  const lines = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return lines.trim().split(/\s+/u).map(Number);
}

/** A process that has ended may wait for its parent to take note. */
function isRunning(pid: number): boolean {
  try {
    return !execFileSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).startsWith(
      'Z',
    );
  } catch {
    return false;
  }
}

it('1, 2 and 4 workers write the same bytes', async () => {
  await using folder = await createScratchFolder();
  await folder.write('suite.ts', suiteText);
  for (const workers of ['1', '2', '4']) {
    const { exitCode } = await run(
      folder,
      '--repeats',
      '3',
      '--workers',
      workers,
      '--out',
      workers,
    );
    expect(exitCode).toBe(1);
  }
  expect(readAll(folder, '2')).toEqual(readAll(folder, '1'));
  expect(readAll(folder, '4')).toEqual(readAll(folder, '1'));
});

it('a worker that is killed loses nothing: its conversations are run again, and the bytes are the same', async () => {
  await using folder = await createScratchFolder();
  await folder.write('suite.ts', suiteText);
  const args = ['--repeats', '20', '--seed', 'a'];
  await run(folder, ...args, '--workers', '1', '--out', 'one');
  const started = spawnCommandLine(
    ['run', 'suite.ts', '--variant', '*', ...args, '--workers', '2', '--out', 'two'],
    { cwd: folder.path },
  );
  await vi.waitFor(
    () => {
      const [name = ''] = readdirSync(join(folder.path, 'two'));
      expect(readFileSync(join(folder.path, 'two', name, 'scores.jsonl'), 'utf8')).not.toBe('');
    },
    { timeout: 60_000, interval: 5 },
  );
  const [victim = 0] = listChildren(started.child.pid);
  process.kill(victim, 'SIGKILL');
  const { exitCode } = await started.done;
  expect(exitCode).toBe(1);
  expect(readAll(folder, 'two')).toEqual(readAll(folder, 'one'));
});

it('a suite that each process loads in another way ends as a harness error', async () => {
  await using folder = await createScratchFolder();
  await folder.write(
    'suite.ts',
    suiteText.replace("' ' + (i + 1) + '?'", "' ' + (i + process.pid) + '?'"),
  );
  const { exitCode, err } = await run(folder, '--workers', '2', '--out', 'runs');
  expect([exitCode, err]).toEqual([
    4,
    expect.stringContaining('a worker loaded another suite than this process'),
  ]);
});

it('a handler that ends its process ends the run as a harness error', async () => {
  await using folder = await createScratchFolder();
  await folder.write(
    'suite.ts',
    suiteText.replace('({ about }) => ({ about })', '() => process.exit(0)'),
  );
  const { exitCode, err } = await run(folder, '--workers', '2', '--out', 'runs');
  expect([exitCode, err]).toEqual([
    4,
    expect.stringContaining('worker processes ended again and again (exit code 0)'),
  ]);
});

it('Ctrl-C ends the workers too', async () => {
  await using folder = await createScratchFolder();
  await folder.write('suite.ts', suiteText);
  const started = spawnCommandLine(
    ['run', 'suite.ts', '--repeats', '2000', '--workers', '2', '--out', 'runs'],
    { cwd: folder.path },
  );
  await vi.waitFor(
    () => {
      const [name = ''] = readdirSync(join(folder.path, 'runs'));
      expect(readFileSync(join(folder.path, 'runs', name, 'scores.jsonl'), 'utf8')).not.toBe('');
    },
    { timeout: 60_000, interval: 5 },
  );
  const workers = listChildren(started.child.pid);
  expect(workers).toHaveLength(2);
  started.child.kill('SIGINT');
  expect((await started.done).exitCode).toBe(130);
  await vi.waitFor(() => {
    expect(workers.filter(isRunning)).toEqual([]);
  });
});

it.each([[['--mode', 'live'], 'only replays run in worker processes, not --mode live']])(
  'refuses workers with %j',
  async (options, message) => {
    await using folder = await createScratchFolder();
    await folder.write('suite.ts', suiteText);
    const { exitCode, err } = await run(folder, '--workers', '2', ...options);
    expect([exitCode, err]).toEqual([2, expect.stringContaining(message)]);
  },
);
