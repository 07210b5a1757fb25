import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { toShownPath } from '../../disk/shown-path.ts';
import { exitCodes } from '../../core/run.ts';
import { UsageError } from '../../core/usage-error.ts';
import { loadNearConfig } from '../../api/place/load-near-config.ts';
import type { CliIo } from '../io/cli-io.ts';

/**
 * Runs one suite, or, where none is named, each one that `toolrig.config.ts` lists.
 *
 * @returns the exit code with the highest priority.
 * @throws UsageError when one JSON object is wanted for several suites.
 */
export async function runListedSuites(
  named: string | undefined,
  io: CliIo,
  work: {
    readonly json: boolean;
    /** `undefined`: no suite is named or listed. */
    readonly run: (suite: string | undefined, isOneOfSeveral: boolean) => Promise<number>;
  },
): Promise<number> {
  const suites = named === undefined ? await listSuites(io) : [named];
  const [only] = suites;
  if (suites.length < 2) return await work.run(only, false);
  if (work.json) {
    throw new UsageError(
      `Cannot print one JSON object for several suites: name one of ${suites.join(', ')}`,
    );
  }
  const codes: number[] = [];
  for (const suite of suites) {
    codes.push(await work.run(suite, true));
    if (io.signal.aborted) break;
  }
  const exitCode = combineCodes(codes);
  io.out(`\n${codes.length} of ${suites.length} suites ran; all together: exit code ${exitCode}\n`);
  return exitCode;
}

/** The exit code of several suites together: the one with the highest priority. */
export function combineCodes(codes: readonly number[]): number {
  return precedence.find((code) => codes.includes(code)) ?? exitCodes.invalid;
}

/**
 * The suites that `toolrig.config.ts` lists. Paths are relative to it; a name that is not a path there may be the name of
 * a shipped suite.
 */
export async function listSuites(io: CliIo): Promise<readonly string[]> {
  const { root, suites } = await loadNearConfig(null, io);
  return suites.map((suite) => {
    const path = resolve(root, suite);
    return existsSync(path) ? toShownPath(io.cwd, path) : suite;
  });
}

/** From the code with the highest priority to the one that counts only when all agree. */
const precedence: readonly number[] = [
  exitCodes.interrupted,
  exitCodes.usage,
  exitCodes.invalid,
  exitCodes.failed,
  exitCodes.inconclusive,
  exitCodes.passed,
];
