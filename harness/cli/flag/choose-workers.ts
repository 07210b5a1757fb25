import { UsageError } from '../../core/usage-error.ts';
import { selectVariants } from '../../run/plan/plan-groups.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { planAll } from '../../run/stage-run.ts';
import { hashSuiteFiles } from '../../suite/load/hash-suite-files.ts';
import type { CliIo } from '../io/cli-io.ts';
import type { RunFlags } from './run-flags.ts';

/** The text of the option. */
export const workersHelp =
  'processes that run trials of a replay (default: one a core when there is enough work, else none)';

/** Conversations from which on starting workers, each of which loads the suite, takes less time than it saves. */
const enoughTrials = 2_000;
/** A preset of faults makes about this many trials of one. */
const trialsUnderFaults = 10;
const mostByDefault = 8;

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
  if (given !== 'auto' && problem !== null) {
    throw new UsageError(`Cannot use --workers ${given}: ${problem}. Use --workers 1`);
  }
  const count = given === 'auto' ? countByDefault(options, io.cores ?? 1) : given;
  if (problem !== null || count < 2 || io.startWorker === undefined) return {};
  const start = io.startWorker({ wanted: suite.wanted, flags: { ...flags } });
  return { workers: { count, start, code: hashSuiteFiles(suite.path) } };
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

function countByDefault(options: RunOptions, cores: number): number {
  const isFaulted = options.faults.some((word) => word !== 'none');
  const trials = planAll(options).length * (isFaulted ? trialsUnderFaults : 1);
  return trials < enoughTrials ? 1 : Math.min(cores, mostByDefault);
}
