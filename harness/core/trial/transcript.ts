import type { CallRef, ConfirmState, Finding, JudgeStage } from '../talk/call.ts';
import type { EffectGrade } from '../suite/effect-grade.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type {
  CallEdit,
  Deviation,
  ModelError,
  ModelStop,
  Provenance,
  Usage,
} from '../talk/model.ts';
import type { StopReason } from './stop-reason.ts';
import type { ToolError } from './tool-error.ts';
import type { ToolResultStatus } from './tool-outcome.ts';

/** A call inside a `reply` event. */
export interface ReplyCall {
  readonly ref: CallRef;
  readonly id: string | null;
  readonly name: string;
  readonly argumentsText: string | null;
  /** Name of the fault that planted the call. */
  readonly injected?: string;
  /** What a fault changed of a call that the model made. */
  readonly edited?: CallEdit;
  /** Why nothing of it may be read, where the provider says so. */
  readonly unreadable?: string;
}

/** What a journal believes of one intended write. */
export type JournalState = 'intent' | 'committed' | 'failed' | 'unknown';

/** The events of a trial, without number and time. */
export type EventBody =
  /** The user spoke. */
  | { readonly type: 'user'; readonly text: string }
  /** From here on, another toolset is in force. */
  | { readonly type: 'toolset'; readonly toolset: string }
  /** A model request was sent. Counts from 1. */
  | {
      readonly type: 'request';
      readonly turn: number;
      readonly attempt: number;
      readonly messages: number;
      readonly offered: readonly string[];
    }
  /** A model reply came and could be read. `durationMs` is model time. */
  | {
      readonly type: 'reply';
      readonly turn: number;
      readonly attempt: number;
      readonly from: Provenance;
      /** For recorded replies: how the request matched. */
      readonly tier?: ReplayTier;
      readonly text: string | null;
      readonly refusal: string | null;
      readonly calls: readonly ReplyCall[];
      readonly stop: ModelStop;
      readonly finishReason: string | null;
      readonly usage: Usage | null;
      readonly model: string | null;
      readonly deviations: readonly Deviation[];
      readonly durationMs: number;
    }
  /** A model attempt gave nothing usable. */
  | {
      readonly type: 'model_error';
      readonly turn: number;
      readonly attempt: number;
      readonly from: Provenance;
      readonly error: ModelError;
      readonly durationMs: number;
    }
  /** The tool boundary's judgement of one call. `arguments` is `null` when unreadable. */
  | {
      readonly type: 'judged';
      readonly call: CallRef;
      readonly name: string;
      readonly known: boolean;
      readonly grade: EffectGrade | null;
      readonly reading: 'parsed' | 'normalised' | 'repaired' | 'invalid';
      readonly arguments: JsonObject | null;
      /** The arguments as JSON with every digit; only there where JavaScript rounds a number of theirs. */
      readonly exact?: string;
      readonly findings: readonly Finding[];
      readonly caughtBy: JudgeStage | null;
      readonly confirm: ConfirmState;
      readonly key: string | null;
      readonly injected?: string;
      readonly edited?: CallEdit;
      /** No reply asked for it: the agent made the call by itself. */
      readonly unsaid?: true;
    }
  /** The loop held a call back. */
  | { readonly type: 'refused'; readonly call: CallRef; readonly error: ToolError }
  /** A scripted human was asked. */
  | {
      readonly type: 'human';
      readonly call: CallRef;
      readonly answer: 'approve' | 'deny' | 'silent';
    }
  /** A call was delivered to its tool. `delivery` counts the deliveries of this call from 1. */
  | {
      readonly type: 'delivery';
      readonly call: CallRef;
      readonly tool: string;
      readonly delivery: number;
      readonly preview: boolean;
      readonly confirm: ConfirmState;
      readonly arguments: JsonObject;
      /** As in `judged`. */
      readonly exact?: string;
      readonly idempotencyKey: string | null;
      /** Not delivered by the tool boundary: the agent ran it, and a later request tells its result. */
      readonly from?: 'history';
    }
  /** The world changed: one entry of the ledger. */
  | {
      readonly type: 'effect';
      readonly call: CallRef;
      readonly delivery: number;
      readonly tool: string;
      readonly grade: EffectGrade;
      readonly key: string;
      readonly confirmed: boolean;
      readonly detail?: JsonValue;
    }
  /** What the agent got back from one delivery (or from the journal, when `cached`). `content` is what the model is sent. */
  | {
      readonly type: 'result';
      readonly call: CallRef;
      readonly delivery: number;
      readonly status: ToolResultStatus;
      readonly value: JsonValue | null;
      readonly error: ToolError | null;
      readonly cached: boolean;
      readonly durationMs: number;
      /** The arguments finally executed, defaults inside the handler included. */
      readonly executed: JsonObject | null;
      /** As in `delivery`. */
      readonly from?: 'history';
    }
  /** The text that answered a call in the conversation. */
  | {
      readonly type: 'observation';
      readonly call: CallRef;
      readonly content: string;
      readonly fullChars: number;
      readonly truncated: boolean;
    }
  | {
      readonly type: 'journal';
      readonly call: CallRef;
      readonly key: string;
      readonly state: JournalState;
    }
  /** A fault struck. */
  | {
      readonly type: 'fault';
      readonly fault: string;
      readonly kind: string;
      readonly on: 'model' | 'tool';
      readonly turn?: number;
      readonly attempt?: number;
      readonly call?: CallRef;
      readonly tool?: string;
      readonly delivery?: number;
    }
  | {
      readonly type: 'guard';
      readonly guard: string;
      readonly text: string;
      /** The call that it is about, where it is about one. */
      readonly call?: CallRef;
    }
  /** The conversation ended; `text` is the last thing said to the user. */
  | { readonly type: 'end'; readonly stopReason: StopReason; readonly text: string | null }
  /** The world as the scenario's `state` expectation sees it, after the clock was drained. */
  | { readonly type: 'state'; readonly state: JsonObject };

/** One event: `seq` counts from 0 in a trial, `atMs` is the trial's own time. */
export type TranscriptEvent = EventBody & { readonly seq: number; readonly atMs: number };

/** How a recorded reply was found for a request. */
export type ReplayTier = 'exact' | 'allowed' | 'loose' | 'position';

/** Takes events in and gives each its number. */
export interface TranscriptSink {
  emit(body: EventBody): number;
}
