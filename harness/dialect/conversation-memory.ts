import type { ChatMessage, ChatRequest } from '../core/talk/chat.ts';
import type { ModelReply } from '../core/talk/model.ts';
import type { JsonObject } from '../json/json.ts';

/** The field by which a request continues from a reply that the provider stores. */
const field = 'previous_response_id';

/** Marks in a request a reply whose conversation is already written out in that request. */
const known = 'in_messages';

/** Whether a request continues from a reply that was not seen, so that its earlier messages are unknown. */
export function isContinued(request: ChatRequest): boolean {
  const id = request[field];
  return typeof id === 'string' && id !== known;
}

/** Keeps the conversations of one trial that a provider would keep, so that a request that continues one is seen completely. */
export class ConversationMemory {
  readonly #messages = new Map<string, readonly ChatMessage[]>();

  /** A request with all earlier messages. A request that continues from a reply outside of the trial is not changed. */
  complete(request: ChatRequest): ChatRequest {
    const id = request[field];
    const before = typeof id === 'string' ? this.#messages.get(id) : undefined;
    if (before === undefined) return request;
    const { messages } = request;
    const isSystem = messages[0]?.role === 'system';
    const [head, rest] = isSystem ? [messages.slice(0, 1), messages.slice(1)] : [[], messages];
    return { ...request, messages: [...head, ...before, ...rest], [field]: known };
  }

  /** Remembers the conversation up to a reply. Instructions are sent with each request and are not part of it. */
  learn(request: ChatRequest, reply: ModelReply): void {
    const { responseId } = reply;
    if (responseId === undefined) return;
    const { messages } = request;
    const talk = messages[0]?.role === 'system' ? messages.slice(1) : messages;
    this.#messages.set(responseId, [...talk, toMessage(reply)]);
  }
}

function toMessage({ text, refusal, calls, extra }: ModelReply): ChatMessage {
  const message: JsonObject = {
    ...extra,
    role: 'assistant',
    content: text,
    ...(refusal === null ? {} : { refusal }),
    ...(calls.length === 0
      ? {}
      : {
          tool_calls: calls.map(({ id, name, argumentsText }) => ({
            id: id ?? '',
            type: 'function',
            function: { name, arguments: argumentsText ?? '{}' },
          })),
        }),
  };
  // It has the form of an assistant message.
  return message as unknown as ChatMessage;
}
