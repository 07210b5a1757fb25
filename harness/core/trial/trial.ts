import type { FaultRecord } from '../suite/fault.ts';
import type { Lane } from '../suite/lane.ts';
import type { Scores } from '../score/score.ts';
import type { StopReason } from './stop-reason.ts';
import type { ReplayTier, TranscriptEvent } from './transcript.ts';

/** How a trial came out, apart from its scores. */
export type TrialOutcome =
  | { readonly status: 'finished'; readonly stopReason: StopReason }
  /** The harness, the line or the recording failed: never scored. */
  | {
      readonly status: 'invalid';
      readonly code: string;
      readonly cause: string;
      readonly detail: readonly string[];
    }
  | { readonly status: 'skipped'; readonly code: string; readonly cause: string };

/** One line of `trials.jsonl`. */
export interface TrialRecord {
  readonly lane: Lane;
  readonly cluster: string;
  readonly outcome: TrialOutcome;
  /** Worst tier of its replayed turns; `null` when nothing was replayed. */
  readonly tier: ReplayTier | null;
  readonly faults: readonly FaultRecord[];
  /** An answer of the model was streamed. */
  readonly streamed?: true;
  /** The one boundary that the agent passed: it ran its tools inside itself. Absent: both were watched. */
  readonly watched?: 'model';
  readonly events: readonly TranscriptEvent[];
}

/** An expected call beside the call that was made in its place; `null` = no call. */
export interface ConfusionPair {
  readonly expected: string | null;
  readonly called: string | null;
}

/** What the attempts after a wrong one made of one field of the arguments. */
export interface FieldCorrection {
  readonly tool: string;
  /** JSON path in the arguments, such as `$.filters.country`. */
  readonly path: string;
  /** What was wrong, such as `missing_required`. */
  readonly code: string;
  /**
   * `mended`, `not_mended`: whether the attempt after the first is right there. `worse`: a correction moved away there,
   * of any attempt.
   */
  readonly outcome: 'mended' | 'not_mended' | 'worse';
}

/** What comparisons and reports count besides scores; kept so that they need no transcript. */
export interface TrialFacts {
  readonly stopReason: StopReason;
  readonly turns: number;
  readonly confusion: readonly ConfusionPair[];
  /** Where arguments were refused: the tool, the JSON path in its arguments, the code. */
  readonly argumentErrors: readonly {
    readonly tool: string;
    readonly path: string;
    readonly code: string;
  }[];
  /** Absent where no arguments of the model's own were wrong. */
  readonly corrections?: readonly FieldCorrection[];
}

/** One line of `scores.jsonl`. */
export interface ScoreRecord {
  readonly lane: Lane;
  readonly cluster: string;
  /** `failed` with `expectFail` in the scenario counts as passed, with the reason kept. */
  readonly verdict: 'passed' | 'failed' | 'invalid' | 'skipped';
  readonly expectFail: string | null;
  readonly scores: Scores;
  /** `null` when the trial did not finish. */
  readonly facts: TrialFacts | null;
  /** Faults of the trial: kind and whether it struck and was handled. */
  readonly faults: readonly FaultRecord[];
}
