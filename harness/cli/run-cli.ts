import { Command } from 'commander';

import { exitCodes } from '../core/run.ts';
import { UsageError } from '../core/usage-error.ts';
import { readLimits, setLimits } from '../limit/limits.ts';
import type { CliIo, ProcessIo } from './io/cli-io.ts';
import { addBaselineCommand } from './command/baseline-command.ts';
import { addCassettesCommand } from './command/cassettes-command.ts';
import { addCompareCommand } from './command/compare-command.ts';
import { addDecodeCommand } from './command/decode-command.ts';
import { addExecCommand } from './command/exec-command.ts';
import { addLintCommand } from './command/tools/lint-command.ts';
import { addMcpCommand } from './command/mcp-command.ts';
import { addPlanCommand } from './command/plan-command.ts';
import { addImportCommand } from './command/import-command.ts';
import { addInitCommand } from './command/init/init-command.ts';
import { addProbeCommand } from './command/tools/probe-command.ts';
import { addReportCommand } from './command/report-command.ts';
import { addRunCommand } from './command/run-command.ts';
import { addViewCommand } from './command/view-command.ts';
import type { SetExitCode } from './set-exit-code.ts';
import { addVersionsCommand } from './command/tools/versions-command.ts';
import { addScoreCommand } from './command/score-command.ts';
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
    return reportError(error, { io, json: args.includes('--json') });
  }
}

/** The limits of the environment apply to everything that follows. */
function applyLimits(env: CliIo['env']): void {
  const { limits, problems } = readLimits(env);
  if (problems.length > 0) throw new UsageError(`Cannot use the limits: ${problems.join('; ')}`);
  setLimits(limits);
}

const commands: readonly ((program: Command, io: CliIo, setExitCode: SetExitCode) => void)[] = [
  // One line per command.
  addRunCommand,
  addScoreCommand,
  addDecodeCommand,
  addReportCommand,
  addCompareCommand,
  addViewCommand,
  addBaselineCommand,
  addPlanCommand,
  addCassettesCommand,
  addInitCommand,
  addImportCommand,
  addLintCommand,
  addProbeCommand,
  addVersionsCommand,
  addExecCommand,
  addMcpCommand,
];

function createProgram(io: CliIo, setExitCode: SetExitCode): Command {
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
      '\nTerms: toolrig --help words\nExit codes: 0 passed, 1 failed or regression, 2 usage or suite, 3 inconclusive, 4 invalid (nothing could be measured), 130 interrupted',
    );
  for (const add of commands) add(program, io, setExitCode);
  return program;
}
