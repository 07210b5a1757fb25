import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { repositoryRoot } from '../../harness/testing/run-command-line.ts';
import { spawnCommandLine } from '../../harness/testing/spawn-command-line.ts';
import { inspectFinished, readReference } from './inspect-run.ts';
import { readWholeLines } from './read-left.ts';

/** The outcome of two processes that resume one run folder at the same time. */
export interface TwoResumes {
  readonly finished: number;
  readonly refused: number;
  readonly different: readonly string[];
}

/** @param whole - the folder of a run that was never killed; `args` without `--resume` is its command line. */
export async function resumeTwice(
  folder: string,
  whole: string,
  args: readonly string[],
): Promise<TwoResumes> {
  const run = join(folder, 'left');
  cpSync(whole, run, { recursive: true });
  rmSync(join(run, 'summary.json'));
  for (const file of ['trials.jsonl', 'scores.jsonl']) {
    const lines = readWholeLines(join(run, file)).slice(0, 10);
    writeFileSync(join(run, file), lines.map((line) => `${line}\n`).join(''));
  }
  const start = () => spawnCommandLine([...args, '--resume', run], { cwd: repositoryRoot }).done;
  const ended = await Promise.all([start(), start()]);
  // The second one may come when the first has ended: it is refused all the same.
  const isRefused = /is writing it|came to its end/u;
  return {
    finished: ended.filter(({ exitCode }) => exitCode === 1).length,
    refused: ended.filter(({ exitCode, err }) => exitCode === 2 && isRefused.test(err)).length,
    different: inspectFinished(run, readReference(whole)),
  };
}
