import { exitCodes } from '../../core/run.ts';
import { toReason } from '../../disk/disk-reason.ts';

/** A stream that the process writes to. */
export interface HostStream {
  write(text: string, done?: () => void): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** The process that the command line runs in, as far as its life is watched over; `node:process` is one. */
export interface HostProcess {
  exitCode?: number | string | null | undefined;
  readonly stdout: HostStream;
  readonly stderr: HostStream;
  on(event: HostEvent, listener: (value: unknown) => void): unknown;
  exit(code?: number): never;
}

type HostEvent = 'SIGINT' | 'SIGTERM' | 'unhandledRejection' | 'uncaughtException' | 'exit';

/** What the command line knows of its process, and how it ends it. */
export interface ProcessLife {
  /** Aborts at the first signal. */
  readonly signal: AbortSignal;
  /** What code of a suite threw where nobody waited for it: it belongs to no trial that could be named. */
  readonly escaped: readonly string[];
  /** The first signal ends the run in an orderly way; the second one at once. */
  readonly onSignal: () => void;
  /** Loads the rest of the program; where too many files are open for that, the process ends with a reason. */
  load<Modules>(load: () => Promise<Modules>): Promise<Modules>;
  /** Ends the process with the exit code of the command, or with a worse one where the result is not to be trusted. */
  end(exitCode: number, tell: (text: string) => void): Promise<void>;
}

/** Watches over the process from here on: signals, errors that nobody waits for, an early end, output that is not taken. */
export function watchProcess(host: HostProcess): ProcessLife {
  const { stdout, stderr } = host;
  const stop = new AbortController();
  const escaped: string[] = [];
  const unwritten: string[] = [];
  let asked = 0;
  let isDone = false;
  const onSignal = (): void => {
    asked += 1;
    if (asked > 1) host.exit(exitCodes.interrupted);
    stderr.write(
      '\nStopping: the trials in flight are given up, the rest is kept. Press again to quit at once.\n',
    );
    stop.abort();
  };
  const onEscaped = (error: unknown): void => {
    escaped.push(error instanceof Error ? error.message : String(error));
  };
  host.on('SIGINT', onSignal);
  host.on('SIGTERM', onSignal);
  host.on('unhandledRejection', onEscaped);
  host.on('uncaughtException', onEscaped);
  // Whatever ends the process before the work is done, such as a `process.exit(0)` in a suite or a promise that never
  // settles, must not look like a pass.
  host.on('exit', () => {
    if (isDone || asked > 1) return;
    stderr.write(
      'toolrig: the process ended before its work did: something exited it, or a promise of the suite never settled\n',
    );
    host.exitCode = exitCodes.invalid;
  });
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error) => {
      if (!isReaderGone(error)) unwritten.push(toReason(error));
    });
  }
  return {
    signal: stop.signal,
    escaped,
    onSignal,
    load: async (load) => {
      try {
        return await load();
      } catch (error) {
        if (!isOutOfFiles(error)) throw error;
        stderr.write(`toolrig: Cannot start: ${toReason(error)}\n`);
        isDone = true;
        return host.exit(exitCodes.invalid);
      }
    },
    end: async (exitCode, tell) => {
      isDone = true;
      for (const message of escaped) {
        tell(`toolrig: code of the suite threw outside of any trial: ${message}\n`);
      }
      await endProcess(host, { exitCode, hasEscaped: escaped.length > 0, unwritten });
    },
  };
}

async function endProcess(
  host: HostProcess,
  result: {
    readonly exitCode: number;
    readonly hasEscaped: boolean;
    /** Why output was not taken. */
    readonly unwritten: readonly string[];
  },
): Promise<void> {
  const { exitCode, hasEscaped, unwritten } = result;
  const { stdout, stderr } = host;
  const isWorse = exitCode === exitCodes.usage || exitCode === exitCodes.interrupted;
  host.exitCode = hasEscaped && !isWorse ? exitCodes.invalid : exitCode;
  if (host.exitCode !== exitCode) {
    stderr.write('toolrig: that makes it INVALID after all (exit code 4)\n');
  }
  // What an agent of the user's own left behind, such as a timer, must not keep a finished run alive.
  await Promise.all([flush(stdout), flush(stderr)]);
  const [reason] = unwritten;
  if (reason !== undefined) {
    stderr.write(`toolrig: the output could not be written: ${reason}\n`);
    await flush(stderr);
    if (!isWorse) host.exitCode = exitCodes.invalid;
  }
  host.exit();
}

/**
 * A reader that went away (`toolrig ... | head`) is no error of ours, and no reason to say that all is well: the work is done
 * to its end and gives its own exit code. Output that could not be written for another reason, such as a full disk, is a
 * result that no one has.
 */
function isReaderGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

function isOutOfFiles(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'EMFILE' || code === 'ENFILE';
}

/** Resolves when all that was written is handed on, also when nobody reads it any more. */
async function flush(stream: HostStream): Promise<void> {
  await new Promise<void>((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });
}
