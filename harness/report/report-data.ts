import type { Comparison, Estimate } from '../compare/comparison.ts';
import type { OwnReliability } from '../compare/judge/compare-reliability.ts';
import type { GateReport } from '../compare/gate/gate-report.ts';
import type { Diagnosis } from '../diagnosis/diagnosis.ts';
import type { MetricRef } from '../core/score/metric.ts';
import type { RunSummary, VariantSummary, Verdict } from '../core/run.ts';
import type { Sweep } from '../core/sweep.ts';
import type { ScoreRecord } from '../core/trial/trial.ts';

/** One attempt at a case, without its transcript. */
export interface AttemptResult {
  readonly repeat: number;
  readonly verdict: ScoreRecord['verdict'];
  readonly stopReason: string | null;
  /** Why it failed, was invalid or was skipped: `code: sentence`, each once. */
  readonly reasons: readonly string[];
  /** Why the scenario says that it must fail. */
  readonly expectFail: string | null;
}

/** A scenario under one plan with one variant: all its attempts. */
export interface CaseResult {
  readonly scenario: string;
  readonly variant: string;
  readonly plan: string;
  readonly attempts: readonly AttemptResult[];
}

/** A metric of one variant over its scored trials: the mean over clusters, with its 95 % interval. */
export interface MetricFigure extends MetricRef {
  readonly estimate: Estimate;
  readonly count: number;
  readonly of: number;
  /** Trials with a value, and scored trials without one. */
  readonly judged: number;
  readonly unmeasured: number;
  readonly clusters: number;
}

/** How often a tool was called where another (or none) was expected; `null` = no call. */
export interface ConfusionCount {
  readonly expected: string | null;
  readonly called: string | null;
  readonly count: number;
}

/** The results of one variant where a kind of fault struck. */
export interface FaultFigure {
  /** `null` = the trials without any fault. */
  readonly kind: string | null;
  /** Trials with a value of `task.success`, and those of them that succeeded. */
  readonly judged: number;
  readonly succeeded: number;
  /** Faults that struck and could be judged, and those of them that were handled. */
  readonly told: number;
  readonly handled: number;
}

/** One variant of a run. */
export interface VariantReport {
  readonly name: string;
  readonly summary: VariantSummary;
  readonly figures: readonly MetricFigure[];
  readonly confusion: readonly ConfusionCount[];
  readonly faults: readonly FaultFigure[];
  /** What its transcripts say of its troubles. */
  readonly diagnosis: Diagnosis;
  /**
   * For k attempts at each scenario: the chance that all succeed (pass^k) and that one does; empty where one was tried
   * once.
   */
  readonly reliability: readonly OwnReliability[];
}

/** What a scenario is about, from the manifest. */
export interface ScenarioInfo {
  readonly id: string;
  readonly about: string | null;
  /** What the user says, in order. */
  readonly turns: readonly string[];
  readonly tags: readonly string[];
}

/** A run, folded: everything that reports show of it besides transcripts. */
export interface RunReport {
  readonly summary: RunSummary;
  /** The suite as it was named on the command line. */
  readonly suitePath: string;
  readonly seed: string;
  readonly repeats: number;
  /** Fault words as asked for. */
  readonly faults: readonly string[];
  readonly scenarios: readonly ScenarioInfo[];
  readonly variants: readonly VariantReport[];
  /** Toolsets that ran and have a note, with that note; absent where none has. */
  readonly toolsets?: readonly { readonly id: string; readonly note: string }[];
  /** Settings that were swept over values; absent where none was. */
  readonly sweeps?: readonly Sweep[];
  /** By scenario and plan, then variant, each in the order of the run. */
  readonly cases: readonly CaseResult[];
}

/** Everything that a report is made from. At least one of `run` and `comparisons` is there. */
export interface ReportData {
  readonly suite: string;
  /** What decides where both are present; by default the run. */
  readonly about?: 'run' | 'comparison';
  /** The verdict of the subject of the report, with its exit code. */
  readonly verdict: Verdict;
  readonly exitCode: number;
  /** `null` when only a comparison is at hand. */
  readonly run: RunReport | null;
  readonly comparisons: readonly Comparison[];
  readonly gates: GateReport | null;
}
