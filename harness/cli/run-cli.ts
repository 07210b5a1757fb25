import { Command, CommanderError } from 'commander';

import { RigError } from '../core/rig-error.ts';
import { exitCodes } from '../core/run.ts';
import { toReason } from '../disk/disk-reason.ts';
import { UsageError } from '../core/usage-error.ts';
import { readLimits, setLimits } from '../limit/limits.ts';
import type { CliIo, ProcessIo } from './io/cli-io.ts';
import { addBaselineCommand } from './command/baseline-command.ts';
import { addCassettesCommand } from './command/cassettes-command.ts';
import { addCompareCommand } from './command/compare-command.ts';
import { addDecodeCommand } from './command/decode-command.ts';
import { addLintCommand } from './command/lint-command.ts';
import { addPlanCommand } from './command/plan-command.ts';
import { addImportCommand } from './command/import-command.ts';
import { addInitCommand } from './command/init-command.ts';
import { addReportCommand } from './command/report-command.ts';
import { addRunCommand } from './command/run-command.ts';
import type { SetExitCode } from './set-exit-code.ts';
import { addScoreCommand } from './command/score-command.ts';
import { readVersion } from '../api/place/package-info.ts';
import { plainIo } from './io/plain-io.ts';
import { redactIo } from './io/redact-io.ts';
import { glossary } from './glossary.ts';

/**
 * Runs one command line and gives its exit code. Errors that the user can mend are told in one
 * message without a stack; only a fault of toolrig itself shows one.
 */
export async function runCli(args: readonly string[], process: ProcessIo): Promise<number> {
  const io = redactIo(plainIo(process));
  if (args[0] === '--help' && args[1] === 'words') {
    io.out(glossary);
    return exitCodes.passed;
  }
  let exitCode: number = exitCodes.passed;
  const program = createProgram(io, (code) => {
    exitCode = code;
  });
  try {
    applyLimits(io.env);
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    return tellError(error, { io, json: args.includes('--json') });
  }
}

/** The limits of the environment hold for all that follows. */
function applyLimits(env: CliIo['env']): void {
  const { limits, problems } = readLimits(env);
  if (problems.length > 0) throw new UsageError(`Cannot use the limits: ${problems.join('; ')}`);
  setLimits(limits);
}

const commands: readonly ((program: Command, io: CliIo, setExitCode: SetExitCode) => void)[] = [
  // One line a command.
  addRunCommand,
  addScoreCommand,
  addDecodeCommand,
  addReportCommand,
  addCompareCommand,
  addBaselineCommand,
  addPlanCommand,
  addCassettesCommand,
  addInitCommand,
  addImportCommand,
  addLintCommand,
];

function createProgram(io: CliIo, setExitCode: SetExitCode): Command {
  const program = new Command('toolrig')
    .description(
      'Crash-test rig for LLM tool calling: replay, break, look at what really happened, compare.',
    )
    .version(readVersion())
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showHelpAfterError('(run with --help for the options and examples)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nWords: toolrig --help words\nExit codes: 0 passed, 1 failed or regression, 2 usage or suite, 3 inconclusive, 4 invalid (nothing could be measured), 130 interrupted',
    );
  for (const add of commands) add(program, io, setExitCode);
  return program;
}

function tellError(
  error: unknown,
  { io, json }: { readonly io: CliIo; readonly json: boolean },
): number {
  const tell = (exitCode: number, code: string, message: string): number => {
    if (json)
      io.out(
        `${JSON.stringify({ schemaVersion: 1, exitCode, error: { code, message } }, null, 2)}\n`,
      );
    return exitCode;
  };
  if (error instanceof CommanderError) {
    if (error.exitCode === 0) return exitCodes.passed;
    return tell(exitCodes.usage, 'USAGE', error.message);
  }
  if (error instanceof RigError) {
    io.err(`toolrig: ${error.message}\n`);
    return tell(toExitCode(error, io), error.code, error.message);
  }
  if (io.signal.aborted) return tell(exitCodes.interrupted, 'INTERRUPTED', 'Interrupted');
  if (isSystemError(error)) {
    const where = typeof error.path === 'string' ? ` at "${error.path}"` : '';
    const message = `Cannot go on${where}: ${toReason(error)}`;
    io.err(`toolrig: ${message}\n`);
    return tell(exitCodes.invalid, error.code, message);
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  io.err(`toolrig: this is a fault of toolrig itself; please report it\n${text}\n`);
  return tell(exitCodes.invalid, 'FAULT', error instanceof Error ? error.message : String(error));
}

/** An interruption outweighs what went wrong because of it, or beside it. */
function toExitCode({ exitCode }: RigError, { signal }: CliIo): number {
  return signal.aborted ? exitCodes.interrupted : exitCode;
}

/** What the system refused, such as one more open file: no fault of toolrig, and nothing was measured. */
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
