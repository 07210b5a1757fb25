import type { CallRef, ConfirmState, Finding } from '../../core/talk/call.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { ScoredTool, ScorerInput } from '../../core/score/scorer.ts';
import type { StopReason } from '../../core/trial/stop-reason.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import type { ToolResultStatus } from '../../core/trial/tool-outcome.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';

/** One kind of event. */
export type EventOf<Type extends TranscriptEvent['type']> = Extract<
  TranscriptEvent,
  { type: Type }
>;

/** The outcome of one attempt to run a call. */
export interface RunView {
  /** 0 when it never reached its tool. */
  readonly delivery: number;
  readonly preview: boolean;
  readonly cached: boolean;
  readonly status: ToolResultStatus;
  readonly value: JsonValue | null;
  readonly error: ToolError | null;
  readonly event: number;
}

/**
 * The final outcome of a call. `ran`: it ran and nothing says what it came to. `cached`: answered from the journal
 * without running. `never_ran`: cut off, refused, held back or not delivered.
 */
export type CallFate =
  | 'ran'
  | 'succeeded'
  | 'failed'
  | 'denied'
  | 'previewed'
  | 'cached'
  | 'never_ran';

/** One call with everything that became of it. */
export interface CallView {
  readonly ref: CallRef;
  /** Its place among all calls of the trial, from 0. */
  readonly position: number;
  readonly turn: number;
  readonly name: string;
  readonly argumentsText: string | null;
  /**
   * A fault planted it or its arguments, or the agent made it by itself: it counts for effects, termination and
   * recovery only. One whose id a fault changed is the model's own.
   */
  readonly injected: boolean;
  /** `seq` of the reply that made it; that of its judgement where the model is not seen. */
  readonly event: number;
  /** `seq` of its judgement; that of the reply where there is none. */
  readonly judgedEvent: number;
  /** `null` when the tool does not exist in the toolset. */
  readonly tool: ScoredTool | null;
  /** A request offered a tool of this name: a framework may add some of its own. */
  readonly offered: boolean;
  readonly reading: 'parsed' | 'normalised' | 'repaired' | 'invalid';
  readonly arguments: JsonObject | null;
  readonly findings: readonly Finding[];
  readonly caughtBy: Finding['stage'] | null;
  readonly confirm: ConfirmState;
  /** Tool and normalised key fields. `null` when the arguments cannot be read. */
  readonly key: string | null;
  /**
   * Its reply was cut off, by its finish reason or by what the loop saw: its arguments say nothing about the model's.
   */
  readonly truncated: boolean;
  /** The loop held it back. */
  readonly refused: ToolError | null;
  /** Deliveries to its own tool. */
  readonly deliveries: number;
  /** Results of its own tool, read-backs left out. */
  readonly runs: readonly RunView[];
  readonly fate: CallFate;
}

/** Something that the model had seen. */
export interface SeenText {
  readonly event: number;
  /** In lower case, made when first asked for. */
  text(): string;
}

/** A trial, gathered once from its events for all scorers. */
export interface TrialView {
  readonly input: ScorerInput;
  readonly tools: ReadonlyMap<string, ScoredTool>;
  readonly calls: readonly CallView[];
  readonly users: readonly EventOf<'user'>[];
  readonly replies: readonly EventOf<'reply'>[];
  readonly effects: readonly EventOf<'effect'>[];
  /**
   * Effects of idempotent tools that only repeat an earlier one: the same call, or one idempotency key, delivered
   * again.
   */
  readonly retried: ReadonlySet<EventOf<'effect'>>;
  readonly journal: readonly EventOf<'journal'>[];
  readonly faults: readonly EventOf<'fault'>[];
  readonly guards: readonly EventOf<'guard'>[];
  /** Names of the tools that any request offered; empty where no request is known. */
  readonly offered: ReadonlySet<string>;
  /** What the model had seen, and since when. */
  readonly seen: readonly SeenText[];
  readonly state: EventOf<'state'> | null;
  /** Model turns begun. */
  readonly turns: number;
  readonly stopReason: StopReason | null;
  /** The last thing said to the user. */
  readonly finalText: string | null;
  readonly endEvent: number | null;
  /** Model and tool time, in milliseconds; `null` when nothing was timed. */
  readonly modelMs: number | null;
  readonly toolMs: number | null;
}
