import { exitCodes } from '../../core/run.ts';
import { toReason } from '../../disk/disk-reason.ts';

/** A stream that the process writes to. */
export interface HostStream {
  write(text: string, done?: () => void): unknown;
  on(event: 'error', listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** The part of a process that the command line watches; `node:process` implements it. */
export interface HostProcess {
  exitCode?: number | string | null | undefined;
  readonly stdout: HostStream;
  readonly stderr: HostStream;
  on(event: HostEvent, listener: (value: unknown) => void): unknown;
  exit(code?: number): never;
}

type HostEvent = 'SIGINT' | 'SIGTERM' | 'unhandledRejection' | 'uncaughtException' | 'exit';

/** The state of the process, and the way to end it. */
export interface ProcessLife {
  /** Aborts at the first signal. */
  readonly signal: AbortSignal;
  /** Errors that code of a suite threw where nothing awaited it; they cannot be assigned to a trial. */
  readonly escaped: readonly string[];
  /** The first signal ends the run in an orderly way; the second one at once. */
  readonly onSignal: () => void;
  /** Loads the rest of the program; where too many files are open for that, the process ends with a message. */
  load<Modules>(load: () => Promise<Modules>): Promise<Modules>;
  /** Ends the process with the exit code of the command, or with a worse one where the result is not reliable. */
  end(exitCode: number, tell: (text: string) => void): Promise<void>;
}

/** Watches the process from here on: signals, unhandled errors, an early exit, output that cannot be written. */
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
      '\nStopping: trials in flight are cancelled, finished ones are kept. Press again to quit at once.\n',
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
      'toolrig: the process ended before its work was done: code of the suite exited it, or a promise of the suite never settled\n',
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
    /** The reason why output could not be written. */
    readonly unwritten: readonly string[];
  },
): Promise<void> {
  const { exitCode, hasEscaped, unwritten } = result;
  const { stdout, stderr } = host;
  const isWorse = exitCode === exitCodes.usage || exitCode === exitCodes.interrupted;
  host.exitCode = hasEscaped && !isWorse ? exitCodes.invalid : exitCode;
  if (host.exitCode !== exitCode) {
    stderr.write('toolrig: the result is therefore INVALID (exit code 4)\n');
  }
  // A leftover of the user's own agent, such as a timer, must not keep a finished run alive.
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
 * A reader that went away (`toolrig ... | head`) is not an error and does not change the verdict: the work is finished
 * and gives its usual exit code. Output that could not be written for another reason, such as a full disk, is lost,
 * which makes the result INVALID.
 */
function isReaderGone({ code }: NodeJS.ErrnoException): boolean {
  return code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED';
}

function isOutOfFiles(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'EMFILE' || code === 'ENFILE';
}

/** Resolves when everything that was written is flushed, or when the reader is gone. */
async function flush(stream: HostStream): Promise<void> {
  await new Promise<void>((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });
}
