import { resolve } from 'node:path';

import type { Command } from 'commander';

import { toShownPath } from '../../disk/shown-path.ts';
import { loadNearConfig } from '../../api/place/load-near-config.ts';
import { writeReport } from '../../api/open/write-report.ts';
import { UsageError } from '../../core/usage-error.ts';
import { chooseReporter, joinReporters } from '../../report/own/define-reporter.ts';
import type { ReportFile } from '../../report/report-writer.ts';
import { findPlace, type SourceText } from '../../report/ci/find-place.ts';
import { toAnnotations } from '../../report/ci/to-annotations.ts';
import { toComparisonText } from '../../report/text/to-comparison-text.ts';
import { toGateText } from '../../report/text/to-gate-text.ts';
import { toRunJson } from '../../report/text/to-run-json.ts';
import { toSuccessTable, type SuccessTable } from '../../report/to-success-table.ts';
import { foldScores } from '../../report/open/fold-scores.ts';
import type { VariantReport } from '../../report/report-data.ts';
import { toRunText } from '../../report/text/to-run-text.ts';
import { listSuiteFiles } from '../../suite/load/list-suite-files.ts';
import { findSuiteFile } from '../../suite/load/find-suite-file.ts';
import type { CliIo } from '../io/cli-io.ts';
import { decideReport, openReport, type OpenedReport } from '../../api/open/open-report.ts';
import type { SetExitCode } from '../set-exit-code.ts';
import {
  addReportOptions,
  type ReportFlags,
  wantsFiles,
  writeReports,
} from '../io/write-reports.ts';

type Flags = ReportFlags & {
  readonly json?: boolean;
  readonly annotations?: boolean;
  readonly format?: string;
  readonly to?: string;
};

/** Adds `report`. */
export function addReportCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  addReportOptions(
    program
      .command('report')
      .description(
        'Show a finished run or comparison again, as text or as files, with the same exit code.',
      )
      .argument('<run>', 'a run folder, or the JSON of a comparison')
      .option('--json', 'print one JSON object on standard output'),
  )
    .option(
      '--format <id>',
      'one report by its id, which may be one of `reporters` in toolrig.config.ts',
    )
    .option('--to <place>', 'with --format: the file or folder (default: standard output)')
    .option('--annotations', 'print GitHub annotations on standard output')
    .addHelpText('after', examples)
    .action(async (path: string, flags: Flags) => {
      const report = await openReport(path, io);
      if (!(await tellFormat(report, flags, io))) await tell(report, { path, flags }, io);
      setExitCode(decideReport(report).exitCode);
    });
}

const examples = `
Examples:
  toolrig report reports/runs/20260101T120000Z-orders
  toolrig report reports/runs/20260101T120000Z-orders --html report.html --png pictures --csv tables
  toolrig report reports/runs/20260101T120000Z-orders --junit junit.xml --md summary.md --annotations
  toolrig report reports/runs/20260101T120000Z-desk/comparison.json --html comparison.html

In a folder that \`toolrig compare\` made, the comparison is shown and decides;
its summary.json shows the run alone.`;

async function tell(
  report: OpenedReport,
  { path, flags }: { readonly path: string; readonly flags: Flags },
  io: CliIo,
): Promise<void> {
  const wantsAnnotations = flags.annotations === true;
  if (wantsFiles(flags) || wantsAnnotations) {
    const data = await report.collect(decideReport(report));
    await writeReports(flags, { data, results: report.results }, io);
    if (wantsAnnotations) {
      const suite = data.run?.suitePath ?? data.suite;
      const sources = listSources(suite, io);
      io.command(
        toAnnotations(data, toSuiteFile(suite, io), (subject) => findPlace(subject, sources)),
      );
      return;
    }
    if (flags.json !== true) return;
  }
  const variants = report.run === null ? [] : await foldScores(report.run);
  io.out(flags.json === true ? toJson(report, path, variants) : toText(report, path, variants));
}

/** Makes the report of `--format`. `true` means that nothing else is to be shown. */
async function tellFormat(report: OpenedReport, flags: Flags, io: CliIo): Promise<boolean> {
  const { format, to, annotations, json } = flags;
  if (format === undefined) {
    if (to === undefined) return false;
    throw new UsageError('Cannot write to --to: name the report with --format');
  }
  if (json === true && to === undefined) {
    throw new UsageError('Cannot print two things: give --format a place with --to');
  }
  await writeFormat(report, { format, flags }, io);
  return !wantsFiles(flags) && annotations !== true && json !== true;
}

/** One report by its id; without a place, a single file goes to standard output. */
async function writeFormat(
  report: OpenedReport,
  { format, flags }: { readonly format: string; readonly flags: Flags },
  io: CliIo,
): Promise<void> {
  const { reporters } = await loadNearConfig(null, io);
  const writer = chooseReporter(joinReporters(reporters), format);
  if (flags.to === undefined && writer.target === 'folder') {
    throw new UsageError(
      `Cannot print the report "${format}": it is a folder of files. Name a folder with --to`,
    );
  }
  const data = await report.collect(decideReport(report));
  const byteOrderMark = flags.bom === true;
  const { files, notes } = await writer.write({ data, results: report.results, byteOrderMark });
  if (flags.to === undefined) for (const file of files) io.out(await readWhole(file.content));
  else {
    for await (const path of writeReport(writer, files, resolve(io.cwd, flags.to))) {
      io.err(`wrote ${toShownPath(io.cwd, path)}\n`);
    }
  }
  for (const note of notes) io.err(`note: ${note}\n`);
}

async function readWhole(content: ReportFile['content']): Promise<string> {
  if (content instanceof Uint8Array) return new TextDecoder().decode(content);
  let text = '';
  for await (const piece of content) text += piece;
  return text;
}

function toJson(report: OpenedReport, path: string, variants: readonly VariantReport[]): string {
  const { about, run, comparisons, gates } = report;
  const { verdict, exitCode, by: decidedBy } = decideReport(report);
  const value =
    about === 'run' && run !== null
      ? {
          ...toRunJson(run.summary, path),
          verdict,
          exitCode,
          decidedBy,
          ...toSuccess(variants),
          ...(gates === null ? {} : { gates }),
        }
      : comparisons.length === 1
        ? comparisons[0]
        : { schemaVersion: 1, verdict, exitCode, comparisons };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Per variant: the two means of `task.success`, and pass^k where every scenario was tried several times. */
function toSuccess(variants: readonly VariantReport[]): Readonly<Record<string, unknown>> {
  if (toSuccessTable(variants) === null) return {};
  const entries = variants.map(({ name, figures, summary, reliability }) => [
    name,
    {
      trialMean: summary.scores['task.success']?.value ?? null,
      clusterMean: figures.find(({ metric }) => metric === 'task.success')?.estimate.value ?? null,
      reliability,
    },
  ]);
  return { success: Object.fromEntries(entries) };
}

/** Where several verdicts are on the page, only the last line has an exit code: the one of the command. */
function toText(report: OpenedReport, path: string, variants: readonly VariantReport[]): string {
  const { about, run } = report;
  return about === 'comparison' || run === null
    ? toComparisonPage(report)
    : toRunPage({ ...report, run }, path, toSuccessTable(variants));
}

function toComparisonPage(report: OpenedReport): string {
  const { run, comparisons } = report;
  const { line } = decideReport(report);
  const [first] = comparisons;
  if (first !== undefined && comparisons.length === 1) {
    if (run === null) return toComparisonText(first, line);
    return `${toComparisonText(first)}\nthe comparison decides: ${line}\n`;
  }
  return [...comparisons.map((one) => toComparisonText(one)), `${line}\n`].join('\n');
}

function toRunPage(
  report: OpenedReport & { readonly run: NonNullable<OpenedReport['run']> },
  path: string,
  success: SuccessTable | null,
): string {
  const { run, comparisons, gates } = report;
  const { line } = decideReport(report);
  const faults = run.manifest.selection['faults'];
  const words = Array.isArray(faults) ? faults.map(String) : [];
  const isAlone = gates === null && comparisons.length === 0;
  const page = toRunText(run.summary, {
    runFolder: path,
    faults: words,
    misses: [],
    flips: [],
    known: gates?.knownFailures ?? [],
    success,
    ...(isAlone ? { decision: line } : {}),
  });
  if (isAlone) return page;
  const compared = comparisons.map((one) => toComparisonText(one));
  const closing = gates === null ? `the run decides: ${line}\n` : toGateText(gates, line);
  return [page, ...compared, closing].join('\n');
}

/** GitHub shows annotations at files, not at folders. */
function toSuiteFile(suitePath: string, io: CliIo): string {
  const found = findSuiteFile(resolve(io.cwd, suitePath));
  return found.ok ? toShownPath(io.cwd, found.value.path) : suitePath;
}

/** The suite as it is now: the job that reports may not have it. */
function listSources(suitePath: string, { cwd }: CliIo): readonly SourceText[] {
  return listSuiteFiles(resolve(cwd, suitePath)).map(({ path, text }) => ({
    file: toShownPath(cwd, path),
    text,
  }));
}
