import type { Command } from 'commander';

import { readList } from './read-list.ts';

/** Adds the options that say where models are and what the user agrees to. */
export function addAccessOptions(command: Command): Command {
  return command
    .option('--base-url <url>', 'endpoint for models that are not replayed')
    .option('--allow-host <hosts>', "hosts of the suite's choice that may be asked", readList)
    .option(
      '--allow-key <variables>',
      "environment variables of the suite's choice that may be sent as keys",
      readList,
    );
}
