import type { Gate } from '../../core/suite/gate.ts';
import { toLaneId } from '../../core/suite/lane.ts';
import type { ByMetric } from '../../core/score/metric.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { Baseline } from '../baseline/baseline.ts';
import { toBaselineRecords } from '../baseline/baseline-records.ts';
import { compareTogether, draftComparison, type ComparisonDraft } from '../compare-scores.ts';
import type { ComparedRecords } from '../pair/compared-records.ts';
import type { Comparison } from '../comparison.ts';
import { findSame } from '../find/find-same.ts';
import type { GateReport, GateResult } from './gate-report.ts';
import { blockingTools, joinVerdicts, toExitCode } from '../judge/judge-comparison.ts';
import { judgeLimit } from './judge-limit.ts';
import { describeMargin, judgeMargin } from './judge-margin.ts';
import { pairTrials, toTrialKey } from '../pair/pair-trials.ts';

/**
 * Judges all gates that apply to a run, variant by variant. Gates against the baseline share one comparison per
 * variant, so that p is adjusted over all of them. Gates of other suites are left out. A gate that applies to no
 * variant, or no gate at all, is INVALID: it checks nothing. Without a baseline, limits are judged and the others stay
 * undecided.
 *
 * @param baseline - `null` when there is none, or no gate needs it.
 */
export function judgeGates(
  variants: readonly ComparedRecords[],
  allGates: readonly Gate[],
  baseline: Baseline | null,
): GateReport {
  const gates = allGates.filter((gate) => variants.some((run) => isOfSuite(gate, run)));
  const applied = variants.map((run) => ({
    run,
    ...sortGates(gates.filter((gate) => appliesTo(gate, run))),
  }));
  const held = applied.flatMap(({ run, margins }) => {
    const before = baseline === null ? null : toBaselineRecords(baseline, run.side.name);
    return margins.length === 0 || before === null ? [] : [{ run, margins, before }];
  });
  const comparisons = compareTogether(
    held.map(({ run, margins, before }) => draftWithBaseline(before, run, margins)),
  );
  const results = applied.flatMap(({ run, limits, margins }) => {
    const place = held.findIndex((other) => other.run === run);
    const [found, comparison] = [held[place], comparisons[place]];
    const judged = limits.map((gate) => judgeLimit(gate, run));
    if (found === undefined || comparison === undefined) {
      return [...judged, ...margins.map((gate) => toUndecided(gate, run))];
    }
    const sides = { now: run, baseline: found.before };
    return [
      ...judged,
      ...margins.map((gate) => judgeMargin(gate, sides, comparison)),
      ...judgeToolGates(margins, run, comparison),
    ];
  });
  const idle = gates.filter((gate) => !variants.some((run) => appliesTo(gate, run)));
  return toReport([...results, ...idle.map(toIdle)], { variants, held, comparisons });
}

interface HeldVariant {
  readonly run: ComparedRecords;
  readonly before: ComparedRecords;
}

function toReport(
  results: readonly GateResult[],
  run: {
    readonly variants: readonly ComparedRecords[];
    readonly held: readonly HeldVariant[];
    readonly comparisons: readonly Comparison[];
  },
): GateReport {
  const reasons = new Map(
    run.variants.flatMap(({ refusals }) => refusals.map((reason) => [reason.text, reason])),
  );
  const invalidReasons = [...reasons.values()];
  const isJudged = results.some((result) => result.sentence !== noBaseline);
  const verdict = joinVerdicts([
    ...results.map((result) => result.verdict),
    ...(isJudged && invalidReasons.length === 0 ? [] : ['INVALID' as const]),
  ]);
  return {
    schemaVersion: 1,
    verdict,
    exitCode: toExitCode(verdict),
    invalidReasons,
    knownFailures: run.held.flatMap(listKnown),
    results,
    comparisons: run.comparisons,
  };
}

/** Failures of a run that its baseline has too. */
function listKnown({ run, before }: HeldVariant): readonly string[] {
  const known = new Set(before.records.filter(hasFailed).map(({ lane }) => toTrialKey(lane)));
  return run.records
    .filter((record) => hasFailed(record) && known.has(toTrialKey(record.lane)))
    .map(({ lane }) => toLaneId(lane));
}

/** Baselines of older versions show a failure only by the score. */
function hasFailed({ verdict, scores }: ScoreRecord): boolean {
  return verdict === 'failed' || (scores['task.success']?.value ?? 1) < 1;
}

type LimitGate = Gate & { readonly kind: 'limit' };
type MarginGate = Gate & { readonly kind: 'margin' };

/** Gates by kind. A kind that is not known here is an error, never a gate that holds. */
function sortGates(gates: readonly Gate[]): {
  readonly limits: readonly LimitGate[];
  readonly margins: readonly MarginGate[];
} {
  const limits: LimitGate[] = [];
  const margins: MarginGate[] = [];
  for (const gate of gates) {
    switch (gate.kind) {
      case 'limit':
        limits.push(gate);
        break;
      case 'margin':
        margins.push(gate);
        break;
      default:
        throw refuseKind(gate);
    }
  }
  return { limits, margins };
}

function refuseKind(gate: never): UsageError {
  // Reached only by a gate outside of the type, such as one made by hand.
  const { kind, metric } = gate as { readonly kind?: unknown; readonly metric?: unknown };
  return new UsageError(
    `Cannot judge the gate on ${String(metric)}: its kind is ${JSON.stringify(kind) ?? 'missing'}; expected "limit" or "margin"`,
  );
}

const noBaseline =
  'There is no accepted baseline to compare with. Accept a run with `toolrig baseline accept RUN`';

function toUndecided(gate: MarginGate, run: ComparedRecords): GateResult {
  return {
    gate,
    rule: describeMargin(gate),
    variant: run.side.name,
    verdict: 'INCONCLUSIVE',
    sentence: noBaseline,
    breakers: [],
    causes: [],
  };
}

/** Tools that lost recall against the baseline, next to the gates that they keep from passing. */
function judgeToolGates(
  margins: readonly MarginGate[],
  run: ComparedRecords,
  comparison: Comparison,
): readonly GateResult[] {
  const [gate] = margins;
  if (gate === undefined || comparison.invalidReasons.length > 0) return [];
  return blockingTools(comparison).map((tool) => ({
    gate,
    rule: `recall of tool "${tool.tool}" not lost against the accepted baseline`,
    variant: run.side.name,
    verdict: tool.verdict,
    sentence: tool.sentence,
    breakers: [],
    causes: [],
  }));
}

/** Whether a gate is about this variant of this suite. */
function appliesTo(gate: Gate, run: ComparedRecords): boolean {
  return isOfSuite(gate, run) && (gate.variant === null || gate.variant === run.side.name);
}

function isOfSuite(gate: Gate, { suite }: ComparedRecords): boolean {
  return gate.suite === null || gate.suite === suite;
}

function draftWithBaseline(
  before: ComparedRecords,
  run: ComparedRecords,
  gates: readonly MarginGate[],
): ComparisonDraft {
  const margins: ByMetric<number> = Object.fromEntries(
    gates.map(({ metric, margin }) => [metric, margin]),
  );
  const { pairs } = pairTrials(before.records, run.records, 'variant');
  const none: ReadonlyMap<string, string> = new Map();
  return draftComparison(before, run, {
    by: 'variant',
    metrics: gates.map((gate) => gate.metric),
    margins,
    transcripts: {
      same: findSame(pairs, before.transcripts ?? none, run.transcripts ?? none),
      divergences: new Map(),
    },
  });
}

function toIdle(gate: Gate): GateResult {
  return {
    gate,
    rule: `${gate.metric} of ${gate.variant === null ? 'any variant' : `"${gate.variant}"`}`,
    variant: gate.variant ?? '',
    verdict: 'INVALID',
    sentence: `The gate on ${gate.metric} applies to no variant of this run`,
    breakers: [],
    causes: [],
  };
}
