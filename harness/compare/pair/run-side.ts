import { readRun } from '../../run/folder/read-run.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { runSuite } from '../../run/run-suite.ts';
import { spendLimitCode, SpendLimitError } from '../../run/spend/budget.ts';
import { toRunSource, type RunSource } from './run-source.ts';

/** An intermediate run: its source and its cost. */
export interface SideRun {
  readonly source: RunSource;
  readonly runFolder: string;
  /** Model requests, retries included. */
  readonly requests: number;
  readonly misses: readonly string[];
}

/**
 * Runs a part of a suite and opens the run. Throws on when the user interrupts.
 *
 * @throws SpendLimitError when a limit ended the run: a part of a part decides nothing.
 */
export async function runSide(options: RunOptions): Promise<SideRun> {
  const result = await runSuite({ ...options, onProgress: () => undefined });
  options.signal.throwIfAborted();
  const cut = result.summary.invalidReasons.find(({ code }) => code === spendLimitCode);
  if (cut !== undefined) {
    throw new SpendLimitError(`${cut.text}. What was measured is in "${result.runFolder}"`);
  }
  const run = readRun(result.runFolder);
  let requests = 0;
  for await (const trial of run.trials()) {
    for (const event of trial.events) if (event.type === 'request') requests += 1;
  }
  return {
    source: toRunSource(run, result.runFolder),
    runFolder: result.runFolder,
    requests,
    misses: result.misses,
  };
}
