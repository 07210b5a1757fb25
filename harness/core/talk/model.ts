import type { ChatRequest } from './chat.ts';
import type { Exchange } from './exchange.ts';
import type { JsonObject } from '../../json/json.ts';
import type { SideRequest } from './side.ts';

/** A tool call as the model said it; nothing is mended. */
export interface SaidCall {
  /** As sent; `null` when missing. Not unique: models reuse ids. */
  readonly id: string | null;
  readonly name: string;
  /** Raw text; `null` when the key was absent or null. */
  readonly argumentsText: string | null;
  /** Name of the fault that planted this call: the model never made it. */
  readonly injected?: string;
  /** What a fault changed of a call that the model made; it stays the model's call. */
  readonly edited?: CallEdit;
  /** Why nothing of it may be read, in a sentence: the provider says so. Its argument text is what the model wrote. */
  readonly unreadable?: string;
  /** Fields of the call besides its own, to be sent back as they came. */
  readonly extra?: CallExtra;
}

/** Fields that providers add to a call (`extra_content`, ...) and to its `function`. */
export interface CallExtra {
  readonly call: JsonObject;
  readonly function: JsonObject;
}

/** A change by a fault to a call of the model's. */
export interface CallEdit {
  readonly fault: string;
  /** Changed arguments say nothing about the model's; a changed id leaves all else as it was said. */
  readonly part: 'id' | 'arguments';
}

/** A departure from the protocol, named. */
export interface Deviation {
  readonly code: string;
  readonly text: string;
}

/** Tokens as the provider counted them. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Why the model stopped; `none` when it did not say, never guessed. */
export type ModelStop =
  | 'stop'
  | 'tool_calls'
  | 'length'
  | 'content_filter'
  | 'refusal'
  /** Broken off by the provider. A reply that is received never has it: it is a model error. */
  | 'error'
  /** A call was tried and could not be read. */
  | 'malformed_call'
  /** The provider put its own work off: the same conversation, with this reply, is to be sent again. */
  | 'pause'
  /** A word that is not known: never a good end. */
  | 'other'
  | 'none';

/** One reply of a model, decoded. */
export interface ModelReply {
  readonly text: string | null;
  readonly refusal: string | null;
  readonly calls: readonly SaidCall[];
  readonly stop: ModelStop;
  /** The provider's word, as sent. */
  readonly finishReason: string | null;
  readonly usage: Usage | null;
  /** The model that the provider says answered. */
  readonly model: string | null;
  /** The provider's mark of its back end (`system_fingerprint`); absent when it sent none. */
  readonly fingerprint?: string;
  /** The id under which the provider keeps the conversation up to here; absent where it keeps none. */
  readonly responseId?: string;
  /** What the model thought and the marks of it, to be sent back as they came; absent where there is nothing. */
  readonly extra?: JsonObject;
  readonly deviations: readonly Deviation[];
}

/** Why a model request gave no usable reply. */
export interface ModelError {
  readonly kind: 'http' | 'timeout' | 'network' | 'protocol' | 'truncated_stream' | 'cancelled';
  /** Stable code, such as `http_503`, `html_with_200`, `error_object_with_200`, `stream_cut`. */
  readonly code: string;
  readonly status: number | null;
  readonly retryable: boolean;
  readonly retryAfterMs: number | null;
  readonly message: string;
  readonly deviations: readonly Deviation[];
}

/** What a reply came from. */
export type Provenance = 'live' | 'recorded' | 'scripted' | 'fault';

/** The place of a model request in its trial. Both count from 1. */
export interface AskPosition {
  readonly turn: number;
  readonly attempt: number;
}

/** The outcome of one attempt. */
export type ModelAnswer =
  | { readonly ok: true; readonly reply: ModelReply; readonly event: number }
  | { readonly ok: false; readonly error: ModelError; readonly event: number };

/** The model boundary as an agent sees it: one attempt a call, never a hidden retry. */
export interface Model {
  ask(request: ChatRequest, position: AskPosition, signal: AbortSignal): Promise<ModelAnswer>;
}

/** Whatever really answers: a provider over HTTP, a script, a scripted agent. */
export interface Provider {
  readonly provenance: Provenance;
  send(request: ChatRequest, position: AskPosition, signal: AbortSignal): Promise<Exchange>;
  /** Sends a request besides the conversation; absent where there is no one to ask. */
  sendSide?(request: SideRequest, signal: AbortSignal): Promise<Exchange>;
  /** The last reply was lost to a fault: it is for a provider that answers by count to give it again. */
  spoiled?(): void;
  /** Replies that were there to be given and that were not asked for; absent where replies are not counted. */
  unused?(): number;
}
