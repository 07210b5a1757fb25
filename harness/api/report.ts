import { resolve } from 'node:path';

import type { Comparison } from '../compare/comparison.ts';
import { decide } from '../compare/decide.ts';
import type { GateReport } from '../compare/gate/gate-report.ts';
import type { StoredRun } from '../run/folder/read-run.ts';
import { readSweeps, type Sweep } from '../core/sweep.ts';
import { UsageError } from '../core/usage-error.ts';
import { collectRun } from '../report/open/collect-run.ts';
import { readResults } from '../report/open/read-results.ts';
import type { ResultSource } from '../report/open/trial-result.ts';
import { chooseReporter, joinReporters, type OwnReporter } from '../report/own/define-reporter.ts';
import type { ReportData } from '../report/report-data.ts';
import type { ReportFile, ReportWriter } from '../report/report-writer.ts';
import { decideReport, openReport } from './open/open-report.ts';
import { writeReport } from './open/write-report.ts';
import { loadNearConfig } from './place/load-near-config.ts';
import { ownSurroundings, type SurroundingsOptions } from './place/own-surroundings.ts';
import { refuseUnknownOptions } from './place/refuse-unknown-options.ts';
import { type Run, toStoredRun } from './run.ts';

/** What to report and as what. */
export interface ReportOptions extends Omit<SurroundingsOptions, 'signal' | 'env'> {
  /** A run, or the path of a run folder or of a comparison's JSON; may be omitted when `comparisons` are given. */
  readonly run?: Run | string;
  /** The result of `compare`; the report is then about it. */
  readonly comparisons?: readonly Comparison[];
  /** The result of the gates of `runSuite`. */
  readonly gates?: GateReport | null;
  /** Kinds of report of your own; those of `toolrig.config.ts` are found too. */
  readonly reporters?: readonly OwnReporter[];
  /** `html`, `png`, `svg`, `csv`, `junit`, `md`, or the id of a reporter of your own. */
  readonly format: string;
  /** Where to write: a file, or a folder for `png`, `svg` and `csv`; default: nothing is written. */
  readonly to?: string;
  /** Begin CSV files with a byte-order mark; default `false`. */
  readonly byteOrderMark?: boolean;
}

/** Report files. */
export interface Report {
  /** Names and contents. */
  readonly files: readonly ReportFile[];
  /** Notes for readers, such as characters that no font has. */
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
  const writer = await findReporter(options);
  const { data, results } = await collect(options);
  const { byteOrderMark = false } = options;
  const { files, notes } = await writer.write({ data, results, byteOrderMark });
  if (options.to === undefined) return { files, notes, written: [] };
  const place = resolve(options.cwd ?? '', options.to);
  const written: string[] = [];
  for await (const path of writeReport(writer, files, place)) written.push(path);
  return { files, notes, written };
}

/** The configuration is only asked for what is not at hand. */
async function findReporter(options: ReportOptions): Promise<ReportWriter> {
  const { format, reporters = [] } = options;
  const known = joinReporters(reporters)[format];
  if (known !== undefined) return known;
  const config = await loadNearConfig(null, ownSurroundings(options));
  return chooseReporter(joinReporters([...reporters, ...config.reporters]), format);
}

const reportOptionNames: readonly string[] = Object.keys({
  run: true,
  comparisons: true,
  gates: true,
  reporters: true,
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
  const decided = { about, summary, comparisons, gates };
  const { verdict, exitCode } = decide({ ...decided, ...toSweeps(stored) });
  const shown = { suite, about, verdict, exitCode, comparisons, gates };
  if (stored === null) return { data: { ...shown, run: null }, results: null };
  const results: ResultSource = () => readResults(stored);
  return { data: { ...shown, run: await collectRun(stored, results) }, results };
}

function toSweeps(run: StoredRun | null): { readonly sweeps?: readonly Sweep[] } {
  return run === null ? {} : { sweeps: readSweeps(run.manifest.selection) };
}
