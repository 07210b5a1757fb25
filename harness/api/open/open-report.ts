import { existsSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

import type { Comparison } from '../../compare/comparison.ts';
import { decide, type Deciders, type Decision } from '../../compare/decide.ts';
import type { GateReport } from '../../compare/gate/gate-report.ts';
import { readSweeps } from '../../core/sweep.ts';
import { UsageError } from '../../core/usage-error.ts';
import { collectRun } from '../../report/open/collect-run.ts';
import { readResults } from '../../report/open/read-results.ts';
import type { ResultSource } from '../../report/open/trial-result.ts';
import type { ReportData } from '../../report/report-data.ts';
import { chooseComparisons } from '../../compare/pair/choose-comparisons.ts';
import { compareAllRuns } from '../../compare/compare-runs.ts';
import { checkRun } from '../../run/folder/check-run.ts';
import { readRun, type StoredRun } from '../../run/folder/read-run.ts';
import { runFiles } from '../../run/folder/run-files.ts';
import { readComparisons, readGates, readSaved } from './read-verdicts.ts';
import type { Surroundings } from '../place/surroundings.ts';
import { openRun } from './open-sources.ts';

/** The input of `toolrig report`. */
export interface OpenedReport {
  /** The subject of the report, which decides: a comparison named by its file, or one that `compare` left. */
  readonly about: 'run' | 'comparison';
  readonly run: StoredRun | null;
  readonly comparisons: readonly Comparison[];
  readonly gates: GateReport | null;
  readonly results: ResultSource | null;
  /** Folds the run; it reads every trial. */
  collect(decision: Pick<Decision, 'verdict' | 'exitCode'>): Promise<ReportData>;
}

/**
 * Opens a run folder (with the files that `compare` and `run --gate` left in it), or a comparison's JSON with the run
 * in the same folder. A folder with a comparison is a report of that comparison; its `summary.json` is a report of the
 * run alone. A run of several variants without a comparison is compared here.
 *
 * @throws UsageError when the path is neither.
 * @throws StoreError when files of the run, or what was left in it, are damaged or do not follow from each other.
 */
export async function openReport(path: string, io: Surroundings): Promise<OpenedReport> {
  const full = resolve(io.cwd, path);
  const isFile = existsSync(full) && statSync(full).isFile();
  const folder = isFile ? dirname(full) : full;
  const isComparison = isFile && !full.endsWith(runFiles.summary);
  if (isComparison) {
    const run = existsSync(join(folder, runFiles.summary)) ? readRun(folder) : null;
    if (run !== null) await checkRun(run);
    const comparisons = await readComparisons(full, { shown: path, run });
    return toReport({ about: 'comparison', run, comparisons, gates: null });
  }
  const run = readRun(folder);
  await checkRun(run);
  const gates = await readGates(run);
  const saved = isFile ? [] : await readSaved(run);
  if (saved.length > 0) return toReport({ about: 'comparison', run, comparisons: saved, gates });
  const isSwept = readSweeps(run.manifest.selection).length > 0;
  const comparisons = isFile || isSwept ? [] : await compareVariants(folder, io);
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
    collect: async ({ verdict, exitCode }) => ({
      suite: run?.summary.suite ?? opened.comparisons[0]?.suite ?? '',
      about: opened.about,
      verdict,
      exitCode,
      run: run === null || results === null ? null : await collectRun(run, results),
      comparisons: opened.comparisons,
      gates: opened.gates,
    }),
  };
}

/** The decision of the report; `flags` are those of the command that just made the run. */
export function decideReport(
  { about, run, comparisons, gates }: Decided,
  flags: Pick<Deciders, 'allowInconclusive' | 'recording'> = {},
): Decision {
  const sweeps = run === null ? [] : readSweeps(run.manifest.selection);
  return decide({ ...flags, about, summary: run?.summary ?? null, comparisons, gates, sweeps });
}

type Decided = Pick<OpenedReport, 'about' | 'run' | 'comparisons' | 'gates'>;

async function compareVariants(folder: string, io: Surroundings): Promise<readonly Comparison[]> {
  const source = openRun(folder, io);
  if (source.variants.length < 2) return [];
  try {
    const wish = { baseline: null, candidates: null, by: null, variant: null };
    return await compareAllRuns(chooseComparisons([source], wish));
  } catch (error) {
    // Variants that have no partner are shown side by side without a verdict.
    if (error instanceof UsageError) return [];
    throw error;
  }
}
