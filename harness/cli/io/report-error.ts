import { CommanderError } from 'commander';

import { RigError } from '../../core/rig-error.ts';
import { exitCodes } from '../../core/run.ts';
import { toReason } from '../../disk/disk-reason.ts';
import type { CliIo } from './cli-io.ts';

/** Reports an error that ended a command, with `--json` also as one JSON object; returns the exit code. */
export function reportError(
  error: unknown,
  { io, json }: { readonly io: Pick<CliIo, 'out' | 'err' | 'signal'>; readonly json: boolean },
): number {
  const end = (exitCode: number, code: string, message: string): number => {
    if (json)
      io.out(
        `${JSON.stringify({ schemaVersion: 1, exitCode, error: { code, message } }, null, 2)}\n`,
      );
    return exitCode;
  };
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.passed;
    return end(exitCodes.usage, 'USAGE', error.message);
  }
  if (error instanceof RigError) {
    io.err(`toolrig: ${error.message}\n`);
    return end(toExitCode(error, io), error.code, error.message);
  }
  if (io.signal.aborted) return end(exitCodes.interrupted, 'INTERRUPTED', 'Interrupted');
  if (isSystemError(error)) {
    const where = typeof error.path === 'string' ? ` at "${error.path}"` : '';
    const message = `Cannot go on${where}: ${toReason(error)}`;
    io.err(`toolrig: ${message}\n`);
    return end(exitCodes.invalid, error.code, message);
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.err(`toolrig: this is a fault of toolrig itself; please report it\n${text}\n`);
  return end(exitCodes.invalid, 'FAULT', error instanceof Error ? error.message : String(error));
}

/** An interruption has priority over errors that it caused or that happened at the same time. */
function toExitCode({ exitCode }: RigError, { signal }: Pick<CliIo, 'signal'>): number {
  return signal.aborted ? exitCodes.interrupted : exitCode;
}

/**
 * The system refused something, such as one more open file: this is not a fault of toolrig, and nothing was measured.
 */
function isSystemError(
  error: unknown,
): error is Error & { readonly code: string; readonly path?: unknown } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    ('syscall' in error || 'path' in error) &&
    /^E[A-Z0-9]+$/u.test(error.code)
  );
}
