import type { ScriptedReply } from '../core/suite/suite.ts';
import type { ChatRequest, ChatToolCall } from '../core/talk/chat.ts';
import type { Exchange } from '../core/talk/exchange.ts';
import type { ModelReply, ModelStop, Usage } from '../core/talk/model.ts';
import type { WireForm } from '../core/talk/wire-form.ts';
import type { JsonObject } from '../json/json.ts';
import type { Result } from '../json/result.ts';
import type { Decoded, DecodeContext } from './decoded.ts';

/** How a reply is put on the wire. */
export interface EncodeOptions {
  readonly stream: boolean;
  /** The exchange that it replaces; the status, headers and times of that exchange are kept. */
  readonly like?: Exchange;
}

/** What a scripted model says. */
export interface Speech {
  /** From which ids are made: the same key gives the same bytes. */
  readonly key: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
  readonly text: string | null;
  readonly calls: readonly ChatToolCall[];
  readonly usage: Usage;
}

/** How a scripted model says it. */
export interface ScriptOptions {
  readonly stream: boolean;
  /** Characters in one piece of a stream. */
  readonly pieceChars: number;
  /** Usage was asked for, where a stream tells it only then. */
  readonly tellsUsage: boolean;
}

/** What an SDK of a dialect reads from its environment. */
export interface SdkVariables {
  readonly baseUrl: readonly string[];
  readonly apiKey: readonly string[];
}

/**
 * One way in which models are asked over HTTP. What is the same for all of them, such as statuses and lines, is beside it;
 * no other room knows a field, a path or a word of a dialect. The neutral request has the form of `ChatRequest`.
 */
export interface Dialect extends WireForm {
  /** For people, such as "Anthropic's Messages API". */
  readonly title: string;
  /** Where a request goes, behind the base URL. */
  readonly path: string;
  readonly variables: SdkVariables;
  /** Base URL where none is given. */
  readonly defaultBaseUrl: string;
  /** Whether a request to this path asks a model in this dialect. */
  isPath(pathname: string): boolean;
  /** Whether an agent can know the whole reply from this text of a body or stream. */
  isEnding(text: string): boolean;
  /** The neutral form of a request's body; unknown fields are kept. Or a sentence that says why it is not a request. */
  readRequest(body: JsonObject): Result<ChatRequest, string>;
  /** The body of a request, as text: numbers of arguments keep their digits. */
  writeRequest(request: ChatRequest): string;
  /** Headers of a request besides those of HTTP. */
  toHeaders(apiKey: string): Readonly<Record<string, string>>;
  /** Reads an exchange, streamed or whole. A call that did not come whole is never a call. Never throws. */
  decode(exchange: Exchange, context?: DecodeContext): Decoded;
  /** The field in which a reply says why it ended, for sentences. */
  readonly stopField: string;
  /** The own word for an end of a reply; `null` where there is none. */
  toStopWord(stop: ModelStop): string | null;
  /** Puts a reply on the wire, so that `decode` reads the same. */
  encode(reply: ModelReply, options: EncodeOptions): Exchange;
  /** A reply of a scripted model, piece by piece. */
  script(speech: Speech, options: ScriptOptions): ScriptedReply;
}
