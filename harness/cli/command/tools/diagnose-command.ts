import { resolve } from 'node:path';
import type { Command } from 'commander';

import { exitCodes } from '../../../core/run.ts';
import type { TrialResult } from '../../../report/open/trial-result.ts';
import { UsageError } from '../../../core/usage-error.ts';
import { DiagnosisFold } from '../../../diagnosis/fold-diagnosis.ts';
import {
  measureAgreement,
  type MadeCalls,
  readMadeCalls,
} from '../../../diagnosis/measure-agreement.ts';
import { readResults } from '../../../report/open/read-results.ts';
import {
  type DiagnosedVariant,
  toDiagnosisText,
} from '../../../report/text/diagnosis/to-diagnosis-text.ts';
import { readRun } from '../../../run/folder/read-run.ts';
import type { CliIo } from '../../io/cli-io.ts';
import type { SetExitCode } from '../../set-exit-code.ts';

interface DiagnoseFlags {
  readonly against?: string;
  readonly json?: boolean;
}

/** Adds `diagnose`. */
export function addDiagnoseCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  program
    .command('diagnose')
    .description(
      'Show what went wrong in a run: where calls were caught, likely causes with the turns that show them, and remedies.',
    )
    .argument('<run>', 'a run folder')
    .option(
      '--against <run>',
      'the run that calls are compared with, such as one of the old version (default: the first variant of the run)',
    )
    .option('--json', 'print one JSON object on standard output')
    .addHelpText(
      'after',
      `
Examples:
  toolrig diagnose reports/runs/20260101T120000Z-orders
  toolrig diagnose reports/runs/20260102T120000Z-orders --against reports/runs/20260101T120000Z-orders`,
    )
    .action(async (folder: string, flags: DiagnoseFlags) => {
      await diagnose(folder, flags, io);
      setExitCode(exitCodes.passed);
    });
}

async function diagnose(folder: string, flags: DiagnoseFlags, io: CliIo): Promise<void> {
  const { suite, variants } = await diagnoseRun(folder, flags, io);
  io.out(
    flags.json === true
      ? `${JSON.stringify({ schemaVersion: 1, suite, variants }, null, 2)}\n`
      : toDiagnosisText(suite, variants),
  );
}

/** Reads a run folder and diagnoses each of its variants. */
export async function diagnoseRun(
  folder: string,
  flags: Pick<DiagnoseFlags, 'against'>,
  io: Pick<CliIo, 'cwd'>,
): Promise<{ readonly suite: string; readonly variants: readonly DiagnosedVariant[] }> {
  const run = await foldRun(folder, io);
  const other = flags.against === undefined ? null : await foldRun(flags.against, io);
  const variants = [...run.variants.values()].map((variant): DiagnosedVariant => ({
    name: variant.name,
    diagnosis: variant.fold.toDiagnosis(),
    agreement: agree(variant, run, other),
  }));
  return { suite: run.suite, variants };
}

interface FoldedVariant {
  readonly name: string;
  readonly fold: DiagnosisFold;
  readonly calls: MadeCalls[];
}

interface FoldedRun {
  /** As the command line names it. */
  readonly folder: string;
  readonly suite: string;
  readonly first: FoldedVariant;
  readonly variants: ReadonlyMap<string, FoldedVariant>;
}

async function foldRun(folder: string, { cwd }: Pick<CliIo, 'cwd'>): Promise<FoldedRun> {
  const run = readRun(resolve(cwd, folder));
  const variants = new Map<string, FoldedVariant>();
  for await (const { trial, score } of readResults(run) as AsyncIterable<TrialResult>) {
    const { variant: name, scenario, plan, repeat } = trial.lane;
    const found = variants.get(name) ?? { name, fold: new DiagnosisFold(), calls: [] };
    variants.set(name, found);
    found.fold.add(trial, score);
    found.calls.push(readMadeCalls(`${scenario}/${plan}/r${repeat}`, trial.events));
  }
  const [first] = variants.values();
  if (first === undefined) throw new UsageError(`Cannot diagnose "${folder}": it has no trial`);
  return { folder, suite: run.summary.suite, first, variants };
}

/** With the same variant of the other run, else its first; without another run, with the first variant of this one. */
function agree(
  mine: FoldedVariant,
  run: FoldedRun,
  other: FoldedRun | null,
): DiagnosedVariant['agreement'] {
  const theirs = other === null ? run.first : (other.variants.get(mine.name) ?? other.first);
  if (theirs === mine) return null;
  return {
    with: other === null ? theirs.name : `${theirs.name} of ${other.folder}`,
    measured: measureAgreement(mine.calls, theirs.calls),
  };
}
