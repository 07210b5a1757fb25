import { UsageError } from '../../core/usage-error.ts';
import { selectVariants } from '../../run/plan/plan-groups.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { hashSuiteFiles } from '../../suite/load/hash-suite-files.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { RunFlags } from './run-flags.ts';

/** The text of the option. */
export const workersHelp = 'processes that run the trials of a replay (default: this one alone)';

/**
 * The workers of a run, as an option of it; nothing where this process runs all trials.
 *
 * @throws UsageError for workers that are asked for and cannot do this run.
 */
export function chooseWorkers(
  options: RunOptions,
  suite: { readonly wanted: string; readonly path: string; readonly flags: RunFlags },
  io: CliIo,
): Pick<RunOptions, 'workers'> {
  const { workers: given, meter: _meter, ...flags } = suite.flags;
  if (given === undefined || given === 1) return {};
  const problem = findProblem(options);
  if (problem !== null) {
    throw new UsageError(`Cannot use --workers ${given}: ${problem}. Use --workers 1`);
  }
  if (io.startWorker === undefined) return {};
  const start = io.startWorker({ wanted: suite.wanted, flags: { ...flags } });
  return { workers: { count: given, start, code: hashSuiteFiles(suite.path) } };
}

/** For work of this process alone. */
export function withoutWorkers({ workers: _workers, ...options }: RunOptions): RunOptions {
  return options;
}

function findProblem(options: RunOptions): string | null {
  if (options.mode !== 'replay')
    return `only replays run in worker processes, not --mode ${options.mode}`;
  const own = selectVariants(options.suite, options.variants).find(({ agent }) => agent !== null);
  return own === undefined
    ? null
    : `variant "${own.name}" has an agent of its own, which runs in one process`;
}
