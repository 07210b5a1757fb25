import type { JsonValue } from '../../json/json.ts';
import type { ScriptedReply } from '../../core/suite/suite.ts';

/**
 * A reply of a scripted model: a text; calls with or without a text; a whole chat-completion body
 * (`{ choices }` or one choice as `{ message, finish_reason }`); chunks of a stream; or plain HTTP.
 */
export type ReplyInput =
  | string
  | CallsReplyInput
  | ChoiceReplyInput
  | StreamReplyInput
  | ScriptedReply;

/** A reply that calls tools (or only says something). */
export interface CallsReplyInput {
  readonly calls?: readonly CallInput[];
  readonly text?: string;
  /** Default `tool_calls` with calls, else `stop`. */
  readonly finish?: string;
  /** Sent as a stream. */
  readonly stream?: boolean;
}

/** A call that a scripted model makes. */
export interface CallInput {
  readonly name: string;
  /** A text is sent as it is, good JSON or not; `null` leaves the arguments out. Default `{}`. */
  readonly arguments?: JsonValue;
  /** Default `call_<n>`, counted in the script; `null` leaves the id out. */
  readonly id?: string | null;
}

/** One choice of a chat completion, or a whole body. */
export interface ChoiceReplyInput {
  readonly message?: JsonValue;
  readonly finish_reason?: string | null;
  readonly usage?: JsonValue;
  readonly choices?: JsonValue;
  readonly [field: string]: JsonValue | undefined;
}

/** Chunks of a stream: whole ones, or only their `{ delta, finish_reason }`. */
export interface StreamReplyInput {
  readonly chunks: readonly JsonValue[];
  /** Default `done`. */
  readonly end?: 'done' | 'eof' | 'reset' | 'stall';
}
