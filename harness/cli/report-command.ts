import { resolve } from 'node:path';

import type { Command } from 'commander';

import { toRunJson } from '../report/to-run-json.ts';
import { toRunText } from '../report/to-run-text.ts';
import { readRun } from '../store/read-run.ts';
import type { CliIo } from './cli-io.ts';
import type { SetExitCode } from './run-cli.ts';

interface ReportFlags {
  readonly json?: boolean;
}

/** Adds `report`. */
export function addReportCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('report')
    .description('Show a finished run again; its exit code is that of the run.')
    .argument('<run>', 'a run folder')
    .option('--json', 'print one JSON object on standard output')
    .addHelpText(
      'after',
      '\nExamples:\n  toolrig report reports/runs/20260101T120000Z-orders\n  toolrig report reports/runs/20260101T120000Z-orders --json',
    )
    .action((folder: string, flags: ReportFlags) => {
      const run = readRun(resolve(io.cwd, folder));
      const faults = run.manifest.selection['faults'];
      const words = Array.isArray(faults) ? faults.map(String) : [];
      io.out(
        flags.json === true
          ? `${JSON.stringify(toRunJson(run.summary, folder), null, 2)}\n`
          : toRunText(run.summary, { runFolder: folder, faults: words, misses: [], flips: [] }),
      );
      setExitCode(run.summary.exitCode);
    });
}
