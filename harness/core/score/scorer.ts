import type { FaultRecord } from '../suite/fault.ts';
import type { EffectGrade } from '../suite/effect-grade.ts';
import type { JsonObject } from '../../json/json.ts';
import type { Scores } from './score.ts';
import type { Claim, Expected, Price } from '../suite/suite.ts';
import type { StopReason } from '../trial/stop-reason.ts';
import type { TranscriptEvent } from '../trial/transcript.ts';

/** What scorers need to know of a tool; stored with the run, so that any run can be scored again. */
export interface ScoredTool {
  readonly name: string;
  readonly grade: EffectGrade;
  /** `false`: the source does not say the grade, and the gravest was taken. Absent: it is known. */
  readonly graded?: boolean;
  readonly parameters: JsonObject;
  readonly confirm: 'none' | 'token' | 'human';
  readonly polling: boolean;
  /** Roles that may use it; absent: all. */
  readonly roles?: readonly string[];
  /** Another read that answers the same. */
  readonly fallback?: string;
  /** A write that must not be repeated and that cannot be found out about afterwards. */
  readonly oneShot?: true;
  /** A write of a live service whose effects cannot be seen. */
  readonly unseen?: true;
}

/** Everything a scorer sees. Stored values only. */
export interface ScorerInput {
  readonly events: readonly TranscriptEvent[];
  readonly expected: Expected;
  readonly tools: readonly ScoredTool[];
  readonly claims: readonly Claim[];
  readonly identity: readonly string[];
  readonly faults: readonly FaultRecord[];
  readonly price: Price | null;
  /** Text that was known before the first turn: system prompt, history, session; for grounding. */
  readonly knownText: string;
  /** `false` under a replay in which the model never saw the present descriptions. */
  readonly selectionCounts: boolean;
  /** Effects are `n/a` when a live back end's recorded results were given, and when the agent's tools were not seen. */
  readonly effectsCount: boolean;
  /** How the conversation ended; `null` for a transcript made elsewhere that does not say. */
  readonly stopReason: StopReason | null;
  /** A run, which has an event for each call that ran. Absent: a document, where calls may be all that there is. */
  readonly watched?: true;
}

/** A pure fold from a stored trial to scores. */
export type Scorer = (input: ScorerInput) => Scores;
