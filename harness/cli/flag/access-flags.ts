import { type Command, Option } from 'commander';

import { defaultOut } from './default-out.ts';
import { readCount, readDollars, readDuration, readList } from './read-list.ts';

/** Adds the options for the endpoint of models and for the consent of the user. */
export function addAccessOptions(command: Command): Command {
  return command
    .option('--base-url <url>', 'endpoint for models that are not replayed')
    .option(
      '--allow-host <hosts>',
      'hosts named by the suite that requests may be sent to',
      readList,
    )
    .option(
      '--allow-key <variables>',
      'environment variables named by the suite that may be sent as keys',
      readList,
    );
}

/**
 * Adds the options of every command that runs trials: which, how many, how they are replayed, and what they may cost.
 */
export function addTrialOptions(command: Command): Command {
  return command
    .option('--scenario <ids>', "only these scenarios; '*' matches any characters", readList)
    .option('--tag <tags>', 'only scenarios with one of these tags', readList)
    .option(
      '--faults <plans>',
      "fault plans besides the clean one: standard, full, smoke (every kind once), chaos-<seed>, the suite's own, or one fault by name",
      readList,
    )
    .option('--repeats <n>', 'attempts at each scenario', readCount)
    .option('--concurrency <n>', 'trials in flight', readCount, 4)
    .option('--seed <text>', 'seed of all random choices', 'toolrig')
    .option('--cassettes <folder>', 'root of the recordings')
    .option('--out <folder>', 'root of run folders', defaultOut)
    .addOption(
      new Option('--tier <tier>', 'how exactly requests must match the recording')
        .choices(['exact', 'loose', 'position'])
        .default('exact'),
    )
    .option('--allow-record', 'record although CI is set')
    .option(
      '--max-requests <n>',
      'the most requests to send; the run then ends as INVALID and can be resumed',
      readCount,
    )
    .option(
      '--max-cost <dollars>',
      'the most that the run may cost; it ends before it costs more',
      readDollars,
    )
    .option('--max-tokens <n>', 'the most input and output tokens to take', readCount)
    .option(
      '--max-time <duration>',
      'the longest that the run may take, such as 90s, 10m or 2h; what was measured is kept',
      readDuration,
    );
}
