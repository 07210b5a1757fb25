import type { ChatMessage } from '../core/talk/chat.ts';
import type { JsonObject } from '../json/json.ts';
import { toLoopNotice } from '../core/trial/loop-notice.ts';
import type { LoopSettings } from '../core/suite/loop-settings.ts';
import type { ModelReply } from '../core/talk/model.ts';
import { toCallIds, toHistoryCall } from './call/history-call.ts';
import { protocolText } from './protocol-text.ts';
import { shortenResult } from './result/shorten-result.ts';

/**
 * The messages of one conversation. Messages are only appended and keep their identity, so that the history of a request can be
 * fingerprinted by identity.
 */
export class Conversation {
  readonly #mode: LoopSettings['history'];
  /** Results that are in the history in a shorter form. */
  readonly #short = new WeakSet<ChatMessage>();
  /** Ids of calls that are not in the history, because they could not be read. */
  readonly #unread = new Set<string>();
  #messages: ChatMessage[];

  constructor(
    mode: LoopSettings['history'],
    systemPrompt: string | null,
    history: readonly ChatMessage[],
  ) {
    this.#mode = mode;
    this.#messages = systemPrompt === null ? [] : [{ role: 'system', content: systemPrompt }];
    this.#messages.push(...history);
  }

  /** The messages of the next request. */
  get messages(): readonly ChatMessage[] {
    return this.#messages;
  }

  hearUser(content: string): void {
    this.#messages.push({ role: 'user', content });
  }

  /** Adds a text of the model, with the fields that must be sent back with it. */
  hearText(content: string, extra: JsonObject = {}): void {
    this.#messages.push({ ...extra, role: 'assistant', content });
  }

  /** Adds a note to the model that does not belong to a call. */
  notice(content: string): void {
    this.#messages.push(toLoopNotice(content));
  }

  /**
   * Adds a reply with calls.
   *
   * @returns The ids under which its calls are to be answered, in call order: the model's own, a fresh one where it
   *   sent none or the same twice.
   */
  hearCalls(reply: ModelReply, turn: number): readonly string[] {
    if (this.#mode !== 'full') this.#shortenResults();
    const ids = toCallIds(reply.calls, turn);
    const content = reply.text === '' ? null : reply.text;
    if (reply.calls.some((said) => said.unreadable !== undefined)) {
      // The provider could not read this call, so it has no call that an answer could refer to.
      if (content !== null) this.hearText(content, reply.extra);
      for (const id of ids) this.#unread.add(id);
      return ids;
    }
    const calls = reply.calls.map((said, index) => toHistoryCall(said, ids[index] ?? ''));
    this.#messages.push({ ...reply.extra, role: 'assistant', content, tool_calls: calls });
    return ids;
  }

  answer(toolCallId: string, content: string): void {
    if (this.#unread.delete(toolCallId)) this.notice(content);
    else this.#messages.push({ role: 'tool', tool_call_id: toolCallId, content });
  }

  /** Replaces results of earlier batches to save room; the replacement of a result never changes. */
  #shortenResults(): void {
    this.#messages = this.#messages.map((message) => {
      if (message.role !== 'tool' || this.#short.has(message)) return message;
      const content =
        this.#mode === 'dropResults'
          ? protocolText.droppedResult
          : shortenResult(message.content, protocolText.summarisedResult);
      if (content === message.content) return message;
      const stub: ChatMessage = { ...message, content };
      this.#short.add(stub);
      return stub;
    });
  }
}
