import type { Command } from 'commander';

import { readCount } from './read-list.ts';

/** Adds the options of `run` that say what is taken from earlier runs. */
export function addReuseOptions(command: Command): Command {
  return command
    .option('--fresh', 'run every trial, also where nothing has changed since an earlier run')
    .option(
      '--changed',
      'leave out conversations that passed and of which nothing has changed since; such a run does not pass a gate',
    )
    .option('--verify <n>', 'run n of the reused trials again; a difference is INVALID', readCount)
    .option(
      '--cache <folder>',
      'folder of the results that later runs reuse, or off (default: TOOLRIG_CACHE, else node_modules/.cache/toolrig near the suite)',
    );
}
