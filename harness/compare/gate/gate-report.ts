import type { Gate } from '../../core/suite/gate.ts';
import type { Verdict } from '../../core/run.ts';
import type { Comparison } from '../comparison.ts';

/** A scenario that speaks against a gate. */
export interface GateBreaker {
  readonly scenario: string;
  readonly plan: string;
  /** Mean over repeats, now and in the baseline (`null` for limits). */
  readonly value: number;
  readonly baseline: number | null;
  /** Codes and texts of the losses. */
  readonly reasons: readonly string[];
}

/** The result of one gate for one variant. */
export interface GateResult {
  /** The gate; for the recall of a tool, the gate that it keeps from passing. */
  readonly gate: Gate;
  /** The rule in words, such as `task.success at least 95 % at its lower bound`. */
  readonly rule: string;
  readonly variant: string;
  readonly verdict: Verdict;
  /** One plain sentence. */
  readonly sentence: string;
  /** Worst first; empty when the gate holds. */
  readonly breakers: readonly GateBreaker[];
  /** Possible causes: tools whose text differs from the baseline. */
  readonly causes: readonly string[];
}

/** All gates of one run. */
export interface GateReport {
  readonly schemaVersion: 1;
  readonly verdict: Verdict;
  readonly exitCode: number;
  /**
   * Why the run as a whole could not be measured, which has priority over all gates; absent in reports of older
   * versions.
   */
  readonly invalidReasons?: readonly { readonly code: string; readonly text: string }[];
  /** Failed trials that the accepted baseline has as failed too, as `scenario/variant/plan/rN`. */
  readonly knownFailures?: readonly string[];
  readonly results: readonly GateResult[];
  /** Against the accepted baseline, one for each variant with such a gate. */
  readonly comparisons: readonly Comparison[];
}
