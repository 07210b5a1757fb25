import { resolve } from 'node:path';

import type { Command } from 'commander';

import { toShownPath } from '../disk/shown-path.ts';
import { toAnnotations } from '../report/ci/to-annotations.ts';
import { toComparisonText } from '../report/to-comparison-text.ts';
import { toGateText } from '../report/to-gate-text.ts';
import { toRunJson } from '../report/to-run-json.ts';
import { toRunText } from '../report/to-run-text.ts';
import { findSuiteFile } from '../suite/find-suite-file.ts';
import type { CliIo } from './cli-io.ts';
import { isGated, openReport, type OpenedReport, toVerdict } from './open-report.ts';
import type { SetExitCode } from './set-exit-code.ts';
import { addReportOptions, type ReportFlags, wantsFiles, writeReports } from './write-reports.ts';

type Flags = ReportFlags & { readonly json?: boolean; readonly annotations?: boolean };

/** Adds `report`. */
export function addReportCommand(program: Command, io: CliIo, setExitCode: SetExitCode): void {
  addReportOptions(
    program
      .command('report')
      .description(
        'Show a finished run or comparison again, as text or as files; its exit code is that of what it shows.',
      )
      .argument('<run>', 'a run folder, or the JSON of a comparison')
      .option('--json', 'print one JSON object on standard output'),
  )
    .option('--annotations', 'print GitHub annotations on standard output')
    .addHelpText('after', examples)
    .action(async (path: string, flags: Flags) => {
      const report = await openReport(path, io);
      await tell(report, { path, flags }, io);
      setExitCode(toVerdict(report).exitCode);
    });
}

const examples = `
Examples:
  toolrig report reports/runs/20260101T120000Z-orders
  toolrig report reports/runs/20260101T120000Z-orders --html report.html --png pictures --csv tables
  toolrig report reports/runs/20260101T120000Z-orders --junit junit.xml --md summary.md --annotations
  toolrig report reports/runs/20260101T120000Z-desk/comparison.json --html comparison.html

In a folder that \`toolrig compare\` made, the comparison is shown and decides; its summary.json shows the run alone.`;

async function tell(
  report: OpenedReport,
  { path, flags }: { readonly path: string; readonly flags: Flags },
  io: CliIo,
): Promise<void> {
  const wantsAnnotations = flags.annotations === true;
  if (wantsFiles(flags) || wantsAnnotations) {
    const data = await report.collect();
    await writeReports(flags, { data, results: report.results }, io);
    if (wantsAnnotations) {
      io.command(toAnnotations(data, toSuiteFile(data.run?.suitePath ?? data.suite, io)));
      return;
    }
    if (flags.json !== true) return;
  }
  io.out(flags.json === true ? toJson(report, path) : toText(report, path));
}

function toJson({ about, run, comparisons, gates }: OpenedReport, path: string): string {
  const value =
    about === 'run' && run !== null
      ? { ...toRunJson(run.summary, path), ...(gates === null ? {} : { gates }) }
      : comparisons.length === 1
        ? comparisons[0]
        : { schemaVersion: 1, comparisons };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Where several verdicts are on the page, the last line says which of them is the exit code's. */
function toText(report: OpenedReport, path: string): string {
  const { about, run, comparisons, gates } = report;
  const compared = comparisons.map(toComparisonText);
  const { verdict, exitCode } = toVerdict(report);
  const decides = (what: string): string => `${what}: ${verdict} (exit code ${exitCode})\n`;
  if (about === 'comparison' || run === null) {
    const all = decides(comparisons.length === 1 ? 'the comparison decides' : 'all together');
    return [...compared, ...(run === null && compared.length === 1 ? [] : [all])].join('\n');
  }
  const faults = run.manifest.selection['faults'];
  const words = Array.isArray(faults) ? faults.map(String) : [];
  const page = toRunText(run.summary, { runFolder: path, faults: words, misses: [], flips: [] });
  const others = [...(gates === null ? [] : [toGateText(gates)]), ...compared];
  if (others.length === 0) return page;
  return [page, ...others, decides(isGated(report) ? 'the gates decide' : 'the run decides')].join(
    '\n',
  );
}

/** GitHub shows annotations beside files, not folders. */
function toSuiteFile(suitePath: string, io: CliIo): string {
  const found = findSuiteFile(resolve(io.cwd, suitePath));
  return found.ok ? toShownPath(io.cwd, found.value.path) : suitePath;
}
