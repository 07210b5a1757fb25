import type { ByMetric, MetricInfo, MetricName } from '../../core/score/metric.ts';
import type { RunMode } from '../../core/run.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { ConfusionPair, TrialFacts } from '../../core/trial/trial.ts';
import type { ComparedTool } from '../pair/compared-records.ts';
import type { ComparedSide } from '../comparison.ts';

/**
 * A trial in a baseline, with the fields that a paired comparison needs. Only trials that could be measured are kept.
 */
export interface BaselineTrial {
  readonly scenario: string;
  readonly variant: string;
  readonly plan: string;
  readonly repeat: number;
  readonly cluster: string;
  /** `null` where the metric had nothing to judge. */
  readonly values: ByMetric<number | null>;
  readonly stopReason: StopReason;
  readonly turns: number;
  readonly confusion: readonly ConfusionPair[];
  readonly argumentErrors: TrialFacts['argumentErrors'];
  /** Present only when the trial failed: a known failure. */
  readonly failed?: true;
  /** Digest of its transcript, so that a later run can be called identical; absent in older files. */
  readonly transcript?: string;
}

/** A variant of a baseline. */
export type BaselineVariant = Omit<ComparedSide, 'name'>;

/** The accepted state of a suite, kept in the same repository: small, sorted, one line per trial. */
export interface Baseline {
  readonly schemaVersion: 1;
  readonly kind: 'baseline';
  readonly suite: string;
  readonly mode: RunMode;
  /** Of the run that was accepted. */
  readonly manifestHash: string;
  /** Metrics that the suite says decide; absent where it says none. */
  readonly decides?: readonly MetricName[];
  /** The metrics that the trials have values of. */
  readonly metrics: readonly MetricName[];
  /** How the team's own metrics among them are displayed; absent where there are none. */
  readonly own?: readonly MetricInfo[];
  readonly variants: Readonly<Record<string, BaselineVariant>>;
  /** By toolset id: the texts that models saw, so that a gate can name the one that changed. */
  readonly toolsets: Readonly<Record<string, readonly ComparedTool[]>>;
  readonly trials: readonly BaselineTrial[];
}
