import type { ChatMessage, ChatToolCall } from '../core/chat.ts';
import { toLoopNotice } from '../core/loop-notice.ts';
import type { LoopSettings } from '../core/loop-settings.ts';
import type { ModelReply } from '../core/model.ts';
import { toHistoryArguments, toHistoryName } from './history-call.ts';
import { protocolText } from './protocol-text.ts';

/**
 * The messages of one conversation. Only ever appended to, and a message once given keeps its identity, so that a
 * request's history can be fingerprinted by identity.
 */
export class Conversation {
  readonly #mode: LoopSettings['history'];
  readonly #stubs = new Map<ChatMessage, ChatMessage>();
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

  /** What the next request sends. */
  get messages(): readonly ChatMessage[] {
    return this.#messages;
  }

  hearUser(content: string): void {
    this.#messages.push({ role: 'user', content });
  }

  hearText(content: string): void {
    this.#messages.push({ role: 'assistant', content });
  }

  /** Tells the model something that belongs to no call. */
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
    if (this.#mode === 'dropResults') this.#dropResults();
    const taken = new Set<string>();
    const calls = reply.calls.map((said, index): ChatToolCall => {
      const own = said.id === null || said.id === '' || taken.has(said.id) ? null : said.id;
      const id = own ?? `call_t${turn}c${index}`;
      taken.add(id);
      const name = toHistoryName(said.name);
      return {
        id,
        type: 'function',
        function: { name, arguments: toHistoryArguments(said.argumentsText) },
      };
    });
    const content = reply.text === '' ? null : reply.text;
    this.#messages.push({ role: 'assistant', content, tool_calls: calls });
    return calls.map((call) => call.id);
  }

  answer(toolCallId: string, content: string): void {
    this.#messages.push({ role: 'tool', tool_call_id: toolCallId, content });
  }

  /** Results of earlier batches make room; each becomes one and the same stub for good. */
  #dropResults(): void {
    this.#messages = this.#messages.map((message) => {
      if (message.role !== 'tool' || message.content === protocolText.droppedResult) return message;
      const known = this.#stubs.get(message);
      if (known !== undefined) return known;
      const stub: ChatMessage = { ...message, content: protocolText.droppedResult };
      this.#stubs.set(message, stub);
      return stub;
    });
  }
}
