import { spawn } from 'node:child_process';

import { RigError } from '../core/rig-error.ts';

/** A command that the user gave. */
export interface ChildOptions {
  readonly command: readonly [program: string, ...args: string[]];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The work is to end early. */
  readonly signal: AbortSignal;
}

/** So long a command may take to end by itself once it was asked to. */
const graceMs = 5_000;

/** What shells add to the number of a signal. */
const signalBase = 128;

const signalNumbers: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
};

/**
 * Runs a command with the input, output and terminal of this process, and gives its exit code as a shell would.
 *
 * @throws RigError `COMMAND_CANNOT_START` when the program does not exist.
 */
export async function runChild({ command, cwd, env, signal }: ChildOptions): Promise<number> {
  const [program, ...args] = command;
  const child = spawn(program, args, { cwd, env, stdio: 'inherit' });
  // A terminal interrupts its whole group, and then the command has heard it already.
  const stop = (): void => {
    child.kill('SIGTERM');
    setTimeout(() => child.kill('SIGKILL'), graceMs).unref();
  };
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await new Promise<number>((resolve, reject) => {
      child.once('error', (error) => reject(toStartError(program, error)));
      child.once('close', (exitCode, ending) => {
        resolve(exitCode ?? signalBase + (signalNumbers[ending ?? ''] ?? 0));
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function toStartError(program: string, error: Error): RigError {
  const code = 'code' in error ? String(error.code) : error.message;
  const why = code === 'ENOENT' ? 'there is no such program' : code;
  return new RigError('COMMAND_CANNOT_START', `Cannot start "${program}": ${why}`);
}
