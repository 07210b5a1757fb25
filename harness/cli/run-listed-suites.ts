import { exitCodes } from '../core/run.ts';
import { UsageError } from '../core/usage-error.ts';
import { loadConfig } from '../suite/load-config.ts';
import type { CliIo } from './cli-io.ts';

/**
 * Runs one suite, or, where none is named, each one that `toolrig.config.ts` lists.
 *
 * @returns the exit code that outweighs the others.
 * @throws UsageError when one JSON object is wanted for several suites.
 */
export async function runListedSuites(
  named: string | undefined,
  io: CliIo,
  work: {
    readonly json: boolean;
    /** `undefined`: no suite is named or listed. */
    readonly run: (suite: string | undefined) => Promise<number>;
  },
): Promise<number> {
  const suites = named === undefined ? (await loadConfig(io.cwd)).suites : [named];
  if (suites.length === 0) return await work.run(undefined);
  if (suites.length > 1 && work.json) {
    throw new UsageError(
      `Cannot print one JSON object for several suites: name one of ${suites.join(', ')}`,
    );
  }
  const codes: number[] = [];
  for (const suite of suites) {
    codes.push(await work.run(suite));
    if (io.signal.aborted) break;
  }
  return precedence.find((code) => codes.includes(code)) ?? exitCodes.invalid;
}

/** From what outweighs all to what only counts when all agree. */
const precedence: readonly number[] = [
  exitCodes.interrupted,
  exitCodes.usage,
  exitCodes.invalid,
  exitCodes.failed,
  exitCodes.inconclusive,
  exitCodes.passed,
];
