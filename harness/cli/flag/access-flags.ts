import { type Command, Option } from 'commander';

import { defaultOut } from './default-out.ts';
import { readCount, readDollars, readList } from './read-list.ts';

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

/** Adds the options of every command that runs trials: which, how many, how they are replayed, and what they may cost. */
export function addTrialOptions(command: Command): Command {
  return command
    .option('--scenario <ids>', "only these scenarios; '*' stands for any characters", readList)
    .option('--tag <tags>', 'only scenarios with one of these tags', readList)
    .option(
      '--faults <plans>',
      "fault plans besides the clean one: standard, full, chaos-<seed>, the suite's own, or one fault by name",
      readList,
    )
    .option('--repeats <n>', 'attempts at each scenario', readCount)
    .option('--concurrency <n>', 'trials in flight', readCount, 4)
    .option('--seed <text>', 'seed of everything random', 'toolrig')
    .option('--cassettes <folder>', 'root of the recordings')
    .option('--out <folder>', 'root of run folders', defaultOut)
    .addOption(
      new Option('--tier <tier>', 'how far a replay may be from its recording')
        .choices(['exact', 'loose', 'position'])
        .default('exact'),
    )
    .option('--allow-record', 'record although CI is set')
    .option('--max-requests <n>', 'end (INVALID, resumable) before one request more', readCount)
    .option('--max-cost <dollars>', 'end before it costs more', readDollars);
}
