import type { MetricInfo } from '../../core/score/metric.ts';
import type { ConfusionPair } from '../../core/trial/trial.ts';
import type { ScenarioInfo } from '../report-data.ts';

/** Everything that the page knows of all trials before one is opened. */
export interface PageIndex {
  readonly suite: string;
  /** In the order of the suite. */
  readonly variants: readonly string[];
  readonly scenarios: readonly ScenarioInfo[];
  /** Names of the metrics that any trial has a value of; the places of {@link PageTrial.values}. */
  readonly metrics: readonly MetricInfo[];
  /** In the order of the run's file. */
  readonly trials: readonly PageTrial[];
  readonly flips: readonly PageFlip[];
}

/** One trial without its transcript. */
export interface PageTrial {
  readonly scenario: string;
  readonly variant: string;
  readonly plan: string;
  readonly repeat: number;
  readonly verdict: 'passed' | 'failed' | 'invalid' | 'skipped';
  readonly stopReason: string | null;
  readonly reasons: readonly string[];
  readonly expectFail: string | null;
  readonly turns: number;
  readonly calls: number;
  /** Virtual time from the first to the last event. */
  readonly durationMs: number;
  /** Names of the tools that the model called, each once. */
  readonly tools: readonly string[];
  /** Kinds of the faults that struck. */
  readonly faults: readonly string[];
  /** Pairs of an expected call and the one that was made in its place, each once. */
  readonly confusion: readonly ConfusionPair[];
  /** By place in {@link PageIndex.metrics}; `null` = nothing to judge. */
  readonly values: readonly (number | null)[];
  /** The chunk that its transcript is in; `null` = left out, so that the page stays small. */
  readonly chunk: number | null;
}

/** A scenario under one plan that a comparison found better or worse. */
export interface PageFlip {
  readonly scenario: string;
  readonly plan: string;
  readonly direction: 'better' | 'worse';
  readonly baseline: string;
  readonly candidate: string;
}

/** The address of one trial on the page. */
export type TrialPlace = Pick<PageTrial, 'scenario' | 'variant' | 'plan' | 'repeat'>;

/** Whether two places are one. */
export function isSamePlace(left: TrialPlace, right: TrialPlace): boolean {
  return (
    left.scenario === right.scenario &&
    left.variant === right.variant &&
    left.plan === right.plan &&
    left.repeat === right.repeat
  );
}
