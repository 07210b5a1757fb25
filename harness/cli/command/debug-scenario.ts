import { exitCodes } from '../../core/run.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toTrialText } from '../../report/text/to-trial-text.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { runSuite } from '../../run/run-suite.ts';
import { readRun } from '../../run/folder/read-run.ts';
import type { CliIo } from '../io/cli-io.ts';

/** Runs one scenario and shows its trials turn by turn. */
export async function debugScenario(
  scenario: string,
  options: RunOptions,
  io: CliIo,
): Promise<number> {
  const known = options.suite.scenarios.map((candidate) => candidate.id);
  if (!known.includes(scenario)) {
    throw new UsageError(
      `Cannot debug scenario "${scenario}": the suite "${options.suite.name}" has ${known.join(', ')}`,
    );
  }
  const result = await runSuite({ ...options, scenarios: [scenario], repeats: 1 });
  const run = readRun(result.runFolder);
  const scores = run.scores();
  for await (const record of run.trials()) {
    const scored = await scores.next();
    io.out(`${toTrialText(record, scored.done === true ? {} : scored.value.scores)}\n`);
  }
  for (const miss of result.misses) io.out(`${miss}\n`);
  return result.interrupted ? exitCodes.interrupted : result.summary.exitCode;
}
