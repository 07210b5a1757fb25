import { resolve } from 'node:path';

import type { ComparedBy, Comparison } from '../compare/comparison.ts';
import { compareAllRuns } from '../compare/compare-runs.ts';
import { decide } from '../compare/decide.ts';
import { chooseComparisons, type ComparisonChoice } from '../compare/pair/choose-comparisons.ts';
import { type RunSource, toRunSource } from '../compare/pair/run-source.ts';
import type { MetricName } from '../core/score/metric.ts';
import type { Verdict } from '../core/run.ts';
import { UsageError } from '../core/usage-error.ts';
import { toShownPath } from '../disk/shown-path.ts';
import { openSource } from './open/open-sources.ts';
import { ownSurroundings, type SurroundingsOptions } from './place/own-surroundings.ts';
import { refuseUnknownOptions } from './place/refuse-unknown-options.ts';
import { type Run, toStoredRun } from './run.ts';

/** What to compare and how. Only `runs` is needed. */
export interface CompareOptions extends Omit<SurroundingsOptions, 'signal'> {
  /**
   * One run with several variants, or several runs of one suite, the first of which is the baseline. A text is the path
   * of a run folder, of its `summary.json`, or of an accepted baseline.
   */
  readonly runs: readonly (Run | string)[];
  /** A variant, or a value of what `by` names, such as `desk@1`; default: the first declared that has a partner. */
  readonly baseline?: string;
  /** The variants to compare with the baseline, in one comparison each; default: all that differ from it. */
  readonly candidates?: readonly string[];
  /** What the two sides differ in; default: what they do differ in. */
  readonly by?: ComparedBy;
  /** With `by: 'plan'`: the variant whose plans are compared. */
  readonly variant?: string;
  /** Exchange baseline and candidate; default `false`. */
  readonly swap?: boolean;
  /** The largest loss that still counts as not worse; default 0.05. */
  readonly margin?: number;
  /** Metrics that decide, instead of the usual ones: each must be shown to be not worse. */
  readonly metrics?: readonly MetricName[];
  /** Share of scenarios that both sides must have, and of trials that must be valid; default 0.8. */
  readonly minCoverage?: number;
  /** An `INCONCLUSIVE` has exit code 0; default `false`. */
  readonly allowInconclusive?: boolean;
}

/** The result of the comparisons, together and each. */
export interface ComparedRuns {
  readonly verdict: Verdict;
  /** The exit code that `toolrig compare` would give. */
  readonly exitCode: number;
  readonly comparisons: readonly Comparison[];
}

/**
 * Compares variants of a run, or runs: what got better, what got worse, and how certain it is.
 *
 * @throws UsageError when there is nothing to compare; StoreError when a run folder is damaged.
 */
export async function compare(options: CompareOptions): Promise<ComparedRuns> {
  refuseUnknownOptions('compare', options, compareOptionNames);
  const around = ownSurroundings(options);
  refuseTwice(options.runs, around.cwd);
  const sources: RunSource[] = [];
  for (const [place, run] of options.runs.entries()) sources.push(await toSource(run, place));
  const choices = chooseComparisons(sources, {
    baseline: options.baseline ?? null,
    candidates: options.candidates ?? null,
    by: options.by ?? null,
    variant: options.variant ?? null,
  });
  const { metrics } = options;
  const comparisons = await compareAllRuns(options.swap === true ? choices.map(swap) : choices, {
    margin: options.margin ?? 0.05,
    minCoverage: options.minCoverage ?? 0.8,
    ...(metrics === undefined ? {} : { metrics, deciding: metrics }),
  });
  const { allowInconclusive = false } = options;
  const { verdict, exitCode } = decide({
    about: 'comparison',
    summary: null,
    comparisons,
    gates: null,
    allowInconclusive,
  });
  return { verdict, exitCode, comparisons };

  async function toSource(run: Run | string, place: number): Promise<RunSource> {
    if (typeof run !== 'string') {
      const label = run.folder === null ? `run ${place + 1}` : toShownPath(around.cwd, run.folder);
      return toRunSource(toStoredRun(run), label);
    }
    const source = await openSource(run, around);
    if (source !== null) return source;
    throw new UsageError(
      `Cannot compare "${run}": it is neither a run folder nor an accepted baseline. Run a suite with \`runSuite\` and compare its \`run\``,
    );
  }
}

const compareOptionNames: readonly string[] = Object.keys({
  runs: true,
  baseline: true,
  candidates: true,
  by: true,
  variant: true,
  swap: true,
  margin: true,
  metrics: true,
  minCoverage: true,
  allowInconclusive: true,
  cwd: true,
  env: true,
  onWarning: true,
} satisfies Record<keyof CompareOptions, true>);

function swap(choice: ComparisonChoice): ComparisonChoice {
  return { ...choice, baseline: choice.candidate, candidate: choice.baseline };
}

/** A run compared with itself is always identical. */
function refuseTwice(runs: readonly (Run | string)[], cwd: string): void {
  const met = new Set<unknown>();
  for (const run of runs) {
    const key = typeof run === 'string' ? resolve(cwd, run) : (run.folder ?? run);
    if (met.has(key)) {
      throw new UsageError(
        'Cannot compare a run with itself: it is the same run twice. For variants of one run, name it once',
      );
    }
    met.add(key);
  }
}
