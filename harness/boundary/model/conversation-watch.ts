import type { ChatMessage, ChatToolCall } from '../../core/talk/chat.ts';
import type { Deviation, ModelReply } from '../../core/talk/model.ts';

/** Sees what only a whole conversation shows: ids used again, a model that changes in the middle. */
export class ConversationWatch {
  readonly #ids = new Set<string>();
  readonly #told = new Set<string>();
  #model: string | null = null;
  #fingerprint: string | null = null;

  /** Deviations of the next reply; each kind is reported once per conversation. */
  next(reply: ModelReply): readonly Deviation[] {
    const deviations: Deviation[] = [];
    const tell = (code: string, text: string): void => {
      if (this.#told.has(code)) return;
      this.#told.add(code);
      deviations.push({ code, text });
    };
    const ids = reply.calls.flatMap((call) => (call.id === null ? [] : [call.id]));
    const again = ids.find((id) => this.#ids.has(id));
    if (again !== undefined)
      tell('id_reused_across_turns', `The call id "${again}" was used in an earlier turn`);
    for (const id of ids) this.#ids.add(id);
    if (this.#model !== null && reply.model !== null && reply.model !== this.#model)
      tell('model_changed', `"${this.#model}" answered before, "${reply.model}" now`);
    const { fingerprint } = reply;
    if (
      this.#fingerprint !== null &&
      fingerprint !== undefined &&
      fingerprint !== this.#fingerprint
    )
      tell('fingerprint_changed', 'The back end of the model changed in mid-conversation');
    this.#model = reply.model ?? this.#model;
    this.#fingerprint = fingerprint ?? this.#fingerprint;
    return deviations;
  }
}

/**
 * Finds what providers refuse in a history: calls without an answer, with two answers, or answered
 * late; answers to no call; the calls of one reply torn into several messages.
 */
export function findHistoryProblems(messages: readonly ChatMessage[]): readonly Deviation[] {
  const problems: Deviation[] = [];
  let open: string[] = [];
  let answered = new Set<string>();
  const close = (): void => {
    for (const id of open)
      problems.push({ code: 'call_unanswered', text: `The call "${id}" has no answer` });
    open = [];
  };
  for (const message of messages) {
    if (message.role === 'tool') {
      const { tool_call_id: id } = message;
      const place = open.indexOf(id);
      if (place >= 0) open.splice(place, 1);
      else if (answered.has(id))
        problems.push({ code: 'call_answered_twice', text: `The call "${id}" has two answers` });
      else problems.push({ code: 'answer_without_call', text: `"${id}" answers no open call` });
      answered.add(id);
      continue;
    }
    close();
    if (message.role !== 'assistant') continue;
    answered = new Set();
    const { tool_calls: calls } = message;
    open = Array.isArray(calls) ? calls.map((call: ChatToolCall) => call.id) : [];
  }
  close();
  return problems;
}
