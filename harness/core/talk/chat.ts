import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { ApiName } from './wire-form.ts';

/** A tool call inside an assistant message, in OpenAI chat form. */
export interface ChatToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A message in OpenAI chat form. */
export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls?: readonly ChatToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** A tool as the model is offered it, in OpenAI chat form. */
export interface ChatTool {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description?: string;
    readonly parameters: JsonObject;
    readonly strict?: boolean;
  };
}

/**
 * A request to a model in neutral form, which is that of a chat completion. Fields beyond the named ones are sent and
 * fingerprinted as they are.
 */
export interface ChatRequest {
  /** The API in which it is sent; absent: chat completions. It is no field of the body on the wire. */
  readonly api?: ApiName;
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly ChatTool[];
  readonly stream?: boolean;
  readonly [param: string]: unknown;
}

/** Request parameters of a variant, named as on the wire (`temperature`, `tool_choice`, `seed`, ...). */
export type ChatParams = Readonly<Record<string, JsonValue>>;
