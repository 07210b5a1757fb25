import type { ChatMessage, ChatRequest } from '../core/talk/chat.ts';
import type {
  AskPosition,
  Model,
  ModelAnswer,
  ModelError,
  ModelReply,
  SaidCall,
} from '../core/talk/model.ts';
import type { TranscriptSink } from '../core/trial/transcript.ts';

/** What a scripted model was asked; the messages as they were then. */
export interface Asked extends AskPosition {
  readonly request: ChatRequest;
  readonly messages: readonly ChatMessage[];
}

/** One scripted answer: a reply, an error, or a function of what was asked. */
export type ScriptedAnswer = ModelReply | ModelError | ((asked: Asked) => ModelReply | ModelError);

/** A model that answers from a list, one answer an attempt; the last one stays when the list is `forever`. */
export class ScriptedModel implements Model {
  readonly asked: Asked[] = [];
  readonly #answers: readonly ScriptedAnswer[];
  readonly #sink: TranscriptSink | null;
  readonly #isForever: boolean;

  constructor(
    answers: readonly ScriptedAnswer[],
    options: { readonly sink?: TranscriptSink; readonly forever?: boolean } = {},
  ) {
    this.#answers = answers;
    this.#sink = options.sink ?? null;
    this.#isForever = options.forever ?? false;
  }

  /** Answers that were not asked for. */
  get unused(): number {
    return Math.max(0, this.#answers.length - this.asked.length);
  }

  ask(request: ChatRequest, position: AskPosition): Promise<ModelAnswer> {
    const asked: Asked = { ...position, request, messages: [...request.messages] };
    const answer =
      this.#answers[this.asked.length] ?? (this.#isForever ? this.#answers.at(-1) : undefined);
    this.asked.push(asked);
    if (answer === undefined) return Promise.reject(new Error('The script has no more answers'));
    const said = typeof answer === 'function' ? answer(asked) : answer;
    if ('calls' in said)
      return Promise.resolve({ ok: true, reply: said, event: this.#emit(said, position) });
    return Promise.resolve({ ok: false, error: said, event: this.#emit(said, position) });
  }

  #emit(said: ModelReply | ModelError, position: AskPosition): number {
    if (this.#sink === null) return -1;
    const from = 'scripted';
    if (!('calls' in said)) {
      return this.#sink.emit({
        type: 'model_error',
        ...position,
        from,
        error: said,
        durationMs: 0,
      });
    }
    const calls = said.calls.map((call, index) => ({
      ...call,
      ref: `t${position.turn}c${index}` as const,
    }));
    return this.#sink.emit({ type: 'reply', ...position, from, ...said, calls, durationMs: 0 });
  }
}

/** A reply that is text only. */
export function sayText(text: string, more: Partial<ModelReply> = {}): ModelReply {
  return { ...emptyReply, text, stop: 'stop', finishReason: 'stop', ...more };
}

/** A reply with calls; ids `c1`, `c2`, ... where none are given, objects written as JSON. */
export function sayCalls(
  calls: readonly (readonly [name: string, args: unknown, id?: string | null])[],
  more: Partial<ModelReply> = {},
): ModelReply {
  const said = calls.map(([name, args, id], index): SaidCall => {
    const argumentsText = args === null || typeof args === 'string' ? args : JSON.stringify(args);
    return { id: id === undefined ? `c${index + 1}` : id, name, argumentsText };
  });
  return { ...emptyReply, calls: said, stop: 'tool_calls', finishReason: 'tool_calls', ...more };
}

/** A model error; retryable unless said otherwise. */
export function failWith(code: string, more: Partial<ModelError> = {}): ModelError {
  return {
    kind: 'http',
    code,
    status: null,
    retryable: true,
    retryAfterMs: null,
    message: code,
    deviations: [],
    ...more,
  };
}

const emptyReply: ModelReply = {
  text: null,
  refusal: null,
  calls: [],
  stop: 'none',
  finishReason: null,
  usage: null,
  model: null,
  deviations: [],
};
