import { Command } from 'commander';

import { exitCodes } from '../core/run.ts';
import { UsageError } from '../core/usage-error.ts';
import { readLimits, setLimits } from '../limit/limits.ts';
import { type AddCommand, loadCommands } from './commands.ts';
import type { CliIo, ProcessIo } from './io/cli-io.ts';
import type { SetExitCode } from './set-exit-code.ts';
import { readVersion } from '../api/place/package-info.ts';
import { plainIo } from './io/plain-io.ts';
import { redactIo } from './io/redact-io.ts';
import { reportError } from './io/report-error.ts';
import { glossary } from './glossary.ts';

/**
 * Runs one command line and gives its exit code. Errors that the user can correct are reported in one message without a
 * stack trace; only a fault of toolrig itself shows one.
 */
export async function runCli(args: readonly string[], process: ProcessIo): Promise<number> {
  const io = redactIo(plainIo(process, isPage(args)));
  if (args[0] === '--help' && args[1] === 'words') {
    io.out(glossary);
    return exitCodes.passed;
  }
  // A command that ends without an exit code of its own has decided nothing, which is no pass.
  let exitCode: number = exitCodes.invalid;
  try {
    applyLimits(io.env);
    const program = createProgram(await loadCommands(args), io, (code) => {
      exitCode = code;
    });
    await program.parseAsync([...args], { from: 'user' });
    return exitCode;
  } catch (error) {
    return reportError(error, { io, json: args.includes('--json') });
  }
}

/** Whether a command line prints for people: no JSON, no file format and no protocol. */
function isPage(args: readonly string[]): boolean {
  const [command = ''] = args;
  return (
    !['mcp', 'decode'].includes(command) &&
    !args.some((word) => word === '--json' || word.startsWith('--format'))
  );
}

/** The limits of the environment apply to everything that follows. */
function applyLimits(env: CliIo['env']): void {
  const { limits, problems } = readLimits(env);
  if (problems.length > 0) throw new UsageError(`Cannot use the limits: ${problems.join('; ')}`);
  setLimits(limits);
}

function createProgram(
  commands: readonly AddCommand[],
  io: CliIo,
  setExitCode: SetExitCode,
): Command {
  const program = new Command('toolrig')
    .description(
      'A crash-test rig for LLM tool calling: replay recordings, inject faults, check what really happened, compare.',
    )
    .version(readVersion())
    .configureOutput({ writeOut: io.out, writeErr: io.err })
    .showHelpAfterError('(run with --help for the options and examples)')
    .exitOverride()
    .addHelpText(
      'after',
      '\nTerms: toolrig --help words\nExit codes: 0 passed, 1 failed or regression, 2 usage or suite, 3 inconclusive,\n  4 invalid (nothing could be measured), 130 interrupted',
    );
  for (const add of commands) add(program, io, setExitCode);
  return program;
}
