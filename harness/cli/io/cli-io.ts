import type { Surroundings } from '../../api/place/surroundings.ts';
import type { StartWorker } from '../../run/worker/worker-link.ts';
import type { SecretRules } from '../../redact/find-secrets.ts';

/**
 * Everything that the command line may use of its process. It is a parameter, so that commands can be tested
 * in-process.
 */
export interface ProcessIo extends Surroundings {
  /** Writes to standard output. */
  readonly out: (text: string) => void;
  /** Lines of standard input, as they come; absent where there is none. */
  readonly lines?: () => AsyncIterable<string>;
  /** Standard error is a terminal: progress may redraw its line. */
  readonly isTerminal: boolean;
  /** Width of the terminal that standard output is; absent where it is none. */
  readonly columns?: number;
  /** Starts a process that runs trials of a suite; absent where none can be. */
  readonly startWorker?: (suite: WorkerSuite) => StartWorker;
  /** Results of trials may be kept near the suite, where no folder is named; absent: only where one is. */
  readonly keepsResults?: true;
  /** Milliseconds from any fixed point, for progress only. */
  readonly nowMs: () => number;
}

/** What a worker loads: the suite and the options as the command line gave them, as plain data. */
export interface WorkerSuite {
  readonly wanted: string;
  readonly flags: Readonly<Record<string, unknown>>;
}

/**
 * The interface that a command gets: `out` and `err` print any text from any source without harm to a terminal or a CI
 * job.
 */
export interface CliIo extends ProcessIo {
  /** Writes workflow commands for the runner of a CI job to standard output; the caller has escaped their values. */
  readonly command: (text: string) => void;
  /** Moves the cursor of the terminal behind standard error; the text is toolrig's own. */
  readonly redraw: (text: string) => void;
  /** Adds secrets to redact from everything that is written from now on. */
  readonly hide: (more: SecretRules) => void;
}
