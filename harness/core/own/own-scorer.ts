import type { CallRef } from '../talk/call.ts';
import type { EffectGrade } from '../suite/effect-grade.ts';
import type { FaultRecord } from '../suite/fault.ts';
import type { Loss } from '../score/score.ts';
import type { MetricInfo } from '../score/metric.ts';
import type { Scenario } from '../suite/suite.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { StopReason } from '../trial/stop-reason.ts';
import type { ToolResultStatus } from '../trial/tool-outcome.ts';
import type { TranscriptEvent } from '../trial/transcript.ts';

/** One call of a trial with its outcome. `event` is the `seq` of the reply that made it. */
export interface ViewedCall {
  readonly ref: CallRef;
  readonly turn: number;
  readonly event: number;
  readonly name: string;
  /** `null` when the tool does not exist. */
  readonly grade: EffectGrade | null;
  /** As the model wrote them. */
  readonly argumentsText: string | null;
  /** `null` when they cannot be read. */
  readonly arguments: JsonObject | null;
  /** A fault planted it, or its arguments: it is not the model's doing. */
  readonly injected: boolean;
  /** What became of it in the end. */
  readonly fate: 'ran' | 'succeeded' | 'failed' | 'denied' | 'previewed' | 'cached' | 'never_ran';
  /** What each attempt to run it came to. */
  readonly results: readonly {
    readonly event: number;
    readonly status: ToolResultStatus;
    readonly value: JsonValue | null;
  }[];
}

/** An effect that happened, from the ledger of the world. */
export interface ViewedEffect {
  readonly event: number;
  readonly tool: string;
  readonly key: string;
}

/** A finished trial as a custom scorer sees it. It cannot be changed. */
export interface TrialSight {
  /** Everything that was seen at the two boundaries, in order; a reason names one by its `seq`. */
  readonly events: readonly TranscriptEvent[];
  readonly calls: readonly ViewedCall[];
  readonly effects: readonly ViewedEffect[];
  /** The last thing said to the user. */
  readonly finalText: string | null;
  /** `seq` of the event that ended the conversation. */
  readonly endEvent: number | null;
  readonly stopReason: StopReason | null;
  /** Model turns begun. */
  readonly turns: number;
  /** The faults that were planned for this trial, and whether they struck. */
  readonly faults: readonly FaultRecord[];
}

/** The scenario of a trial: what the user wanted and what is right. */
export type ScoredScenario = Pick<
  Scenario,
  'id' | 'about' | 'tags' | 'turns' | 'history' | 'session' | 'expected'
>;

/**
 * What a scorer says of one trial: `null` where there is nothing to judge (reported as n/a, never averaged as 0); a `value`;
 * or `count` of `of`, which is the share of the two. `reasons` say why it is not perfect.
 */
export type OwnScore =
  | null
  | { readonly value: number; readonly reasons?: readonly Loss[] }
  | { readonly count: number; readonly of: number; readonly reasons?: readonly Loss[] };

/** A metric of a team's own and the function that gives it. */
export interface OwnScorer extends MetricInfo {
  /** A pure function of the trial and its scenario: the same trial gives the same score. */
  readonly score: (trial: TrialSight, scenario: ScoredScenario) => OwnScore;
}
