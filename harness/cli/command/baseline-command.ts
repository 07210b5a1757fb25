import { resolve } from 'node:path';

import type { Command } from 'commander';

import { toShownPath } from '../../disk/shown-path.ts';
import { acceptBaseline } from '../../compare/baseline/accept-baseline.ts';
import { saveBaseline, toBaselineFile } from '../../compare/baseline/baseline-file.ts';
import { checkRun } from '../../run/folder/check-run.ts';
import { readRun } from '../../run/folder/read-run.ts';
import { count } from '../../run/spend/describe-spend.ts';
import type { CliIo } from '../io/cli-io.ts';
import { guardOwnPlace } from '../../api/place/guard-own-place.ts';
import { loadNearConfig } from '../../api/place/load-near-config.ts';
import type { SetExitCode } from '../set-exit-code.ts';

interface AcceptFlags {
  readonly folder?: string;
  readonly json?: boolean;
}

/** Adds `baseline accept`. */
export function addBaselineCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('baseline')
    .description('Store the accepted state of a suite, which gates compare later runs with.')
    .command('accept')
    .description('Make a run the baseline of its suite: a small file to commit.')
    .argument('<run>', 'a run folder')
    .option(
      '--folder <path>',
      'folder of baselines (default: as in toolrig.config.ts, else reports/baseline)',
    )
    .option('--json', 'print one JSON object on standard output')
    .addHelpText(
      'after',
      '\nExamples:\n  toolrig baseline accept reports/runs/20260101T120000Z-orders\n  git diff reports/baseline/orders.json',
    )
    .action(async (folder: string, flags: AcceptFlags) => {
      await accept(folder, flags, io);
      setExitCode(0);
    });
}

async function accept(folder: string, flags: AcceptFlags, io: CliIo): Promise<void> {
  const run = readRun(resolve(io.cwd, folder));
  await checkRun(run);
  const config = await loadNearConfig(null, io);
  const baseline = await acceptBaseline(run, config.gates);
  const root =
    flags.folder === undefined
      ? resolve(config.root, config.baselines)
      : resolve(io.cwd, flags.folder);
  const file = toBaselineFile(root, baseline.suite);
  if (flags.folder === undefined) guardOwnPlace(config.root, file, '--folder');
  saveBaseline(file, baseline);
  const shown = toShownPath(io.cwd, file);
  const { suite, metrics, trials } = baseline;
  const { failed } = run.summary;
  if (flags.json === true) {
    io.out(
      `${JSON.stringify({ schemaVersion: 1, file: shown, suite, metrics, trials: trials.length, failed })}\n`,
    );
    return;
  }
  io.out(
    `accepted ${count(trials.length, 'trial')} of ${Object.keys(baseline.variants).join(', ')} as baseline of suite ${suite}: ${shown}\n`,
  );
  if (failed > 0) {
    io.out(
      `note: ${failed} of them failed; gates with this baseline will accept the same failures\n`,
    );
  }
}
