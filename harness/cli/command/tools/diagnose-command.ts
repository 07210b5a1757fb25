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
  const run = await foldRun(resolve(io.cwd, folder));
  const other = flags.against === undefined ? null : await foldRun(resolve(io.cwd, flags.against));
  if (run.variants.size === 0) {
    throw new UsageError(`Cannot diagnose "${folder}": it has no trial`);
  }
  const variants = [...run.variants].map(([name, { fold, calls }]): DiagnosedVariant => ({
    name,
    diagnosis: fold.toDiagnosis(),
    agreement: agree(name, calls, { run, other, against: flags.against ?? '' }),
  }));
  return { suite: run.suite, variants };
}

interface FoldedVariant {
  readonly fold: DiagnosisFold;
  readonly calls: MadeCalls[];
}

interface FoldedRun {
  readonly suite: string;
  readonly variants: ReadonlyMap<string, FoldedVariant>;
}

async function foldRun(folder: string): Promise<FoldedRun> {
  const run = readRun(folder);
  const variants = new Map<string, FoldedVariant>();
  for await (const { trial, score } of readResults(run) as AsyncIterable<TrialResult>) {
    const { variant, scenario, plan, repeat } = trial.lane;
    const found = variants.get(variant) ?? { fold: new DiagnosisFold(), calls: [] };
    variants.set(variant, found);
    found.fold.add(trial, score);
    found.calls.push(readMadeCalls(`${scenario}/${plan}/r${repeat}`, trial.events));
  }
  return { suite: run.summary.suite, variants };
}

/** With the same variant of the other run, or its only one; without another run, with the first variant of this one. */
function agree(
  name: string,
  calls: readonly MadeCalls[],
  sides: { readonly run: FoldedRun; readonly other: FoldedRun | null; readonly against: string },
): DiagnosedVariant['agreement'] {
  const { run, other, against } = sides;
  const [first] = run.variants.keys();
  if (other === null && (first === undefined || first === name)) return null;
  const among = other ?? run;
  const [only] = among.variants.keys();
  const wanted = other === null || !other.variants.has(name) ? (only ?? '') : name;
  const found = among.variants.get(wanted);
  if (found === undefined) return null;
  const measured = measureAgreement(calls, found.calls);
  return { with: other === null ? wanted : `${wanted} of ${against}`, measured };
}
