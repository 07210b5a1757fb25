import { resolve } from 'node:path';

import type { Comparison } from '../compare/comparison.ts';
import { decide } from '../compare/decide.ts';
import type { GateReport } from '../compare/gate/gate-report.ts';
import { UsageError } from '../core/usage-error.ts';
import { collectRun } from '../report/open/collect-run.ts';
import { readResults, type ResultSource } from '../report/open/read-results.ts';
import { reportWriters } from '../report/registry.ts';
import type { ReportData } from '../report/report-data.ts';
import type { ReportFile } from '../report/report-writer.ts';
import { decideReport, openReport } from './open/open-report.ts';
import { writeReport } from './open/write-report.ts';
import { ownSurroundings, type SurroundingsOptions } from './place/own-surroundings.ts';
import { refuseUnknownOptions } from './place/refuse-unknown-options.ts';
import { type Run, toStoredRun } from './run.ts';

/** What to report and as what. */
export interface ReportOptions extends Omit<SurroundingsOptions, 'signal' | 'env'> {
  /** A run, or the path of a run folder or of a comparison's JSON; may be left out beside `comparisons`. */
  readonly run?: Run | string;
  /** What `compare` found; then the report is about that. */
  readonly comparisons?: readonly Comparison[];
  /** What `runSuite` found with `gate`. */
  readonly gates?: GateReport | null;
  /** `html`, `png`, `csv`, `junit` or `md`. */
  readonly format: string;
  /** Where to write: a file, or a folder for `png` and `csv`; default: nothing is written. */
  readonly to?: string;
  /** Begin CSV files with a byte-order mark; default `false`. */
  readonly byteOrderMark?: boolean;
}

/** Report files. */
export interface Report {
  /** Names and contents. */
  readonly files: readonly ReportFile[];
  /** What readers should know of them, such as signs that no font has. */
  readonly notes: readonly string[];
  /** Paths that were written; empty without `to`. */
  readonly written: readonly string[];
}

/**
 * Makes one kind of report of a run or of comparisons. The same input gives the same bytes.
 *
 * @throws UsageError for a format that does not exist; StoreError when a run folder is damaged.
 */
export async function report(options: ReportOptions): Promise<Report> {
  refuseUnknownOptions('report', options, reportOptionNames);
  const writer = reportWriters[options.format];
  if (writer === undefined) {
    throw new UsageError(
      `Cannot report as "${options.format}": expected one of ${Object.keys(reportWriters).join(', ')}`,
    );
  }
  const { data, results } = await collect(options);
  const { byteOrderMark = false } = options;
  const { files, notes } = await writer.write({ data, results, byteOrderMark });
  if (options.to === undefined) return { files, notes, written: [] };
  const place = resolve(options.cwd ?? '', options.to);
  const written: string[] = [];
  for await (const path of writeReport(writer, files, place)) written.push(path);
  return { files, notes, written };
}

const reportOptionNames: readonly string[] = Object.keys({
  run: true,
  comparisons: true,
  gates: true,
  format: true,
  to: true,
  byteOrderMark: true,
  cwd: true,
  onWarning: true,
} satisfies Record<keyof ReportOptions, true>);

interface Collected {
  readonly data: ReportData;
  readonly results: ResultSource | null;
}

async function collect(options: ReportOptions): Promise<Collected> {
  const { run } = options;
  if (typeof run !== 'string') return await collectGiven(run, options);
  const opened = await openReport(run, ownSurroundings(options));
  const data = await opened.collect(decideReport(opened));
  return { data, results: opened.results };
}

async function collectGiven(run: Run | undefined, options: ReportOptions): Promise<Collected> {
  const { comparisons = [], gates = null } = options;
  const [first] = comparisons;
  const stored = run === undefined ? null : toStoredRun(run);
  const suite = stored?.summary.suite ?? first?.suite;
  if (suite === undefined) {
    throw new UsageError('Cannot report nothing: give a `run`, `comparisons` or both');
  }
  const summary = stored?.summary ?? null;
  const about = first === undefined ? ('run' as const) : ('comparison' as const);
  const { verdict, exitCode } = decide({ about, summary, comparisons, gates });
  const shown = { suite, about, verdict, exitCode, comparisons, gates };
  if (stored === null) return { data: { ...shown, run: null }, results: null };
  const results: ResultSource = () => readResults(stored);
  return { data: { ...shown, run: await collectRun(stored, results) }, results };
}
