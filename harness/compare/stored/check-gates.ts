import type { Verdict } from '../../core/run.ts';
import type { Comparison } from '../comparison.ts';
import type { GateReport, GateResult } from '../gate/gate-report.ts';
import { judgeLimit } from '../gate/judge-limit.ts';
import { blockingTools, joinVerdicts, toExitCode } from '../judge/judge-comparison.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import { checkComparison, type FieldChange, findChange } from './check-comparison.ts';

/** The run that gates were applied to. */
export interface GatedRun {
  readonly variants: readonly ComparedRecords[];
  /** Something of it could not be measured. */
  readonly isInvalid: boolean;
}

/**
 * Recomputes what can be recomputed of a stored report on gates: limits from the trials of the run, gates against the
 * baseline from their comparison, and the verdict and exit code of all from their parts.
 */
export function checkGates(report: GateReport, run: GatedRun): FieldChange | null {
  const { results, comparisons } = report;
  for (const [index, comparison] of comparisons.entries()) {
    const change = checkComparison(comparison, ['comparisons', index]);
    if (change !== null) return change;
  }
  const due = results.map((result) => judgeAgain(result, comparisons, run));
  const isJudged = results.some((result) => !isUndecided(result, comparisons));
  const verdict = joinVerdicts([
    ...due,
    // A result that was taken out still counts where its comparison is kept.
    ...comparisons.map((comparison) => comparison.verdict),
    ...(isJudged && !run.isInvalid ? [] : ['INVALID' as const]),
  ]);
  return findChange([
    ...results.map(
      (result, index) => [['results', index, 'verdict'], result.verdict, due[index]] as const,
    ),
    [['verdict'], report.verdict, verdict],
    [['exitCode'], report.exitCode, toExitCode(verdict)],
  ]);
}

function judgeAgain(
  result: GateResult,
  comparisons: readonly Comparison[],
  { variants }: GatedRun,
): Verdict {
  const { gate } = result;
  const run = variants.find(({ side }) => side.name === result.variant);
  if (run === undefined) return 'INVALID';
  if (gate.kind === 'limit') return judgeLimit(gate, run).verdict;
  const comparison = findComparison(result, comparisons);
  if (comparison === undefined) return 'INCONCLUSIVE';
  if (comparison.invalidReasons.length > 0) return 'INVALID';
  const tool = blockingTools(comparison).find(({ sentence }) => sentence === result.sentence);
  if (tool !== undefined) return tool.verdict;
  return comparison.metrics.find(({ metric }) => metric === gate.metric)?.verdict ?? 'INVALID';
}

/** Gates against the baseline decide nothing without one. */
function isUndecided(result: GateResult, comparisons: readonly Comparison[]): boolean {
  return (
    result.gate.kind === 'margin' &&
    result.verdict === 'INCONCLUSIVE' &&
    findComparison(result, comparisons) === undefined
  );
}

function findComparison(
  { variant }: GateResult,
  comparisons: readonly Comparison[],
): Comparison | undefined {
  return comparisons.find(({ candidate }) => candidate.name === variant);
}
