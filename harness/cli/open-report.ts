import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { Comparison } from '../compare/comparison.ts';
import type { GateReport } from '../compare/gate-report.ts';
import { joinVerdicts, toExitCode } from '../compare/judge-comparison.ts';
import { isJsonObject } from '../core/json.ts';
import { exitCodes } from '../core/run.ts';
import { UsageError } from '../core/usage-error.ts';
import { checkWhole } from '../report/check-whole.ts';
import { collectRun } from '../report/collect-run.ts';
import { readResults, type ResultSource } from '../report/read-results.ts';
import type { ReportData } from '../report/report-data.ts';
import { chooseComparisons } from '../rig/choose-comparisons.ts';
import { compareRuns } from '../rig/compare-runs.ts';
import { readRun, type StoredRun } from '../store/read-run.ts';
import { runFiles } from '../store/run-files.ts';
import type { CliIo } from './cli-io.ts';
import { openRun } from './open-sources.ts';

/** What `toolrig report` was pointed at. */
export interface OpenedReport {
  /** What the report is about, and what decides: a comparison asked for by its file, or one that `compare` left. */
  readonly about: 'run' | 'comparison';
  readonly run: StoredRun | null;
  readonly comparisons: readonly Comparison[];
  readonly gates: GateReport | null;
  readonly results: ResultSource | null;
  /** Folds the run; it reads every trial. */
  collect(): Promise<ReportData>;
}

/**
 * Opens a run folder (with what `compare` and `run --gate` left in it), or a comparison's JSON with the run beside it.
 * A folder that `compare` left its comparison in is about that; its `summary.json` is about the run alone. A run of
 * several variants that nobody compared yet is compared here.
 *
 * @throws UsageError when the path is neither.
 * @throws StoreError when files of the run are damaged.
 */
export async function openReport(path: string, io: CliIo): Promise<OpenedReport> {
  const full = resolve(io.cwd, path);
  const isFile = existsSync(full) && statSync(full).isFile();
  const folder = isFile ? dirname(full) : full;
  const isComparison = isFile && !full.endsWith(runFiles.summary);
  if (isComparison) {
    const comparisons = readComparisons(full, path);
    const run = existsSync(join(folder, runFiles.summary)) ? readRun(folder) : null;
    return toReport({ about: 'comparison', run, comparisons, gates: null });
  }
  const run = readRun(folder);
  await checkWhole(run);
  const gates = readGates(folder);
  const saved = isFile ? [] : readSaved(folder);
  if (saved.length > 0) return toReport({ about: 'comparison', run, comparisons: saved, gates });
  const comparisons = isFile ? [] : await compareVariants(folder, io);
  return toReport({ about: 'run', run, comparisons, gates });
}

function toReport(
  opened: Pick<OpenedReport, 'about' | 'run' | 'comparisons' | 'gates'>,
): OpenedReport {
  const { run } = opened;
  const results: ResultSource | null = run === null ? null : () => readResults(run);
  return {
    ...opened,
    results,
    collect: async () => ({
      suite: run?.summary.suite ?? opened.comparisons[0]?.suite ?? '',
      about: opened.about,
      ...toVerdict(opened),
      run: run === null || results === null ? null : await collectRun(run, results),
      comparisons: opened.comparisons,
      gates: opened.gates,
    }),
  };
}

/** A run that could not be measured stays INVALID whatever its gates say; otherwise they decide. */
export function toVerdict(opened: Decided): Pick<ReportData, 'verdict' | 'exitCode'> {
  const { about, run, comparisons, gates } = opened;
  if (about === 'comparison' || run === null) {
    const verdict = joinVerdicts(comparisons.map((comparison) => comparison.verdict));
    return { verdict, exitCode: toExitCode(verdict) };
  }
  return gates !== null && isGated(opened)
    ? { verdict: gates.verdict, exitCode: gates.exitCode }
    : { verdict: run.summary.verdict, exitCode: run.summary.exitCode };
}

/** True when gates have the last word on a run. */
export function isGated({ about, run, gates }: Decided): boolean {
  if (about === 'comparison' || run === null || gates === null) return false;
  const { exitCode } = run.summary;
  return exitCode !== exitCodes.invalid && exitCode !== exitCodes.interrupted;
}

type Decided = Pick<OpenedReport, 'about' | 'run' | 'comparisons' | 'gates'>;

async function compareVariants(folder: string, io: CliIo): Promise<readonly Comparison[]> {
  const source = openRun(folder, io);
  if (source.variants.length < 2) return [];
  try {
    const wish = { baseline: null, candidates: null, by: null, variant: null };
    const comparisons: Comparison[] = [];
    for (const choice of chooseComparisons([source], wish)) {
      comparisons.push(await compareRuns(choice));
    }
    return comparisons;
  } catch (error) {
    // Variants that have no partner are shown side by side without a verdict.
    if (error instanceof UsageError) return [];
    throw error;
  }
}

/** What `compare` kept: `comparison.json`, or `comparison-1.json` and so on. */
function readSaved(folder: string): readonly Comparison[] {
  const single = join(folder, 'comparison.json');
  if (existsSync(single)) return readComparisons(single, single);
  const comparisons: Comparison[] = [];
  for (let place = 1; ; place += 1) {
    const file = join(folder, `comparison-${place}.json`);
    if (!existsSync(file)) return comparisons;
    comparisons.push(...readComparisons(file, file));
  }
}

function readGates(folder: string): GateReport | null {
  const file = join(folder, 'gates.json');
  if (!existsSync(file)) return null;
  const value = readJson(file, file);
  if (!isJsonObject(value) || !Array.isArray(value['results'])) throw unreadable(file);
  // Written by `run --gate` from the same type.
  return value as unknown as GateReport;
}

function readComparisons(file: string, shown: string): readonly Comparison[] {
  const value = readJson(file, shown);
  const list =
    isJsonObject(value) && Array.isArray(value['comparisons'])
      ? (value['comparisons'] as readonly unknown[])
      : [value];
  const isComparison = (entry: unknown): boolean =>
    isJsonObject(entry) && entry['schemaVersion'] === 1 && Array.isArray(entry['metrics']);
  if (list.length === 0 || !list.every(isComparison)) throw unreadable(shown);
  // Written by `compare` from the same type; its version was just checked.
  return list as unknown as readonly Comparison[];
}

function readJson(file: string, shown: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof SyntaxError) throw unreadable(shown);
    throw error;
  }
}

function unreadable(file: string): UsageError {
  return new UsageError(
    `Cannot read "${file}": it is no comparison of this version. Give a run folder, or the JSON that \`toolrig compare\` wrote`,
  );
}
