import type { CallRef } from '../core/call.ts';
import type { JsonValue } from '../core/json.ts';
import type { Deviation } from '../core/model.ts';
import type { ScoredTool } from '../core/scorer.ts';
import type { EventBody, ReplyCall, TranscriptEvent } from '../core/transcript.ts';
import { judgeText } from './judge-text.ts';

/** A call as a document tells it. */
export interface DocumentCall {
  readonly id: string | null;
  readonly name: string;
  readonly argumentsText: string | null;
}

/** An effect as a document tells it. */
export interface DocumentEffect {
  readonly tool: string;
  readonly key: string | null;
  readonly confirmed: boolean;
}

/** One step of a conversation made elsewhere. */
export type DocumentStep =
  /** Nothing for the transcript; keeps the count. */
  | { readonly type: 'none' }
  | { readonly type: 'user'; readonly text: string }
  | {
      readonly type: 'reply';
      readonly text: string | null;
      readonly calls: readonly DocumentCall[];
      readonly deviations?: readonly Deviation[];
    }
  | {
      readonly type: 'result';
      /** Answers the last call of this id; where it is `null`, as in the old form, the last call of this tool. */
      readonly id: string | null;
      readonly tool: string | null;
      readonly text: string;
      readonly failed: boolean;
    };

/** A transcript made from a document, and which step of it each event came from. */
export interface DocumentTranscript {
  readonly events: readonly TranscriptEvent[];
  /** Index of the step by `seq`. */
  readonly steps: ReadonlyMap<number, number>;
  readonly effectsInferred: boolean;
}

/**
 * Makes a transcript of a conversation made elsewhere. Each reply is a turn. Where the effects are not known, each call of
 * a write that can have run is taken for one: readable, valid, and (where the document has results) answered
 * without an error. Its key is the call's arguments.
 */
export function toDocumentEvents(
  steps: readonly DocumentStep[],
  tools: readonly ScoredTool[],
  effects: readonly DocumentEffect[] | null,
): DocumentTranscript {
  const maker = new EventMaker(tools);
  steps.forEach((step, index) => {
    maker.add(step, index);
  });
  if (effects === null) maker.inferEffects(steps.some((step) => step.type === 'result'));
  else for (const effect of effects) maker.addEffect(effect);
  return { events: maker.events, steps: maker.steps, effectsInferred: effects === null };
}

interface MadeCall {
  readonly said: ReplyCall;
  readonly step: number;
  result: 'none' | 'success' | 'error';
  taken: boolean;
}

class EventMaker {
  readonly events: TranscriptEvent[] = [];
  readonly steps = new Map<number, number>();
  readonly #tools: ReadonlyMap<string, ScoredTool>;
  readonly #calls: MadeCall[] = [];
  #turn = 0;

  constructor(tools: readonly ScoredTool[]) {
    this.#tools = new Map(tools.map((tool) => [tool.name, tool]));
  }

  add(step: DocumentStep, index: number): void {
    switch (step.type) {
      case 'none':
        break;
      case 'user':
        this.#emit({ type: 'user', text: step.text }, index);
        break;
      case 'reply':
        this.#addReply(step, index);
        break;
      case 'result':
        this.#addResult(step, index);
        break;
    }
  }

  inferEffects(hasResults: boolean): void {
    for (const call of this.#calls) {
      const tool = this.#tools.get(call.said.name);
      if (tool === undefined || tool.grade === 'read') continue;
      if (call.result === 'error' || (hasResults && call.result === 'none')) continue;
      const judged = judgeText(call.said, tool);
      if (judged.caughtBy === null)
        this.#addEffect(tool, call, { key: judged.key, confirmed: true });
    }
  }

  /** Gives an effect to the first call of its tool that has none yet. */
  addEffect({ tool: name, key, confirmed }: DocumentEffect): void {
    const tool = this.#tools.get(name);
    const ofTool = this.#calls.filter((call) => call.said.name === name);
    const call = ofTool.find((candidate) => !candidate.taken) ?? ofTool.at(-1) ?? null;
    if (call !== null) call.taken = true;
    if (tool === undefined) return;
    const own = call === null ? null : judgeText(call.said, tool).key;
    this.#addEffect(tool, call, { key: key ?? own, confirmed });
  }

  #addReply(step: Extract<DocumentStep, { type: 'reply' }>, index: number): void {
    this.#turn += 1;
    const turn = this.#turn;
    const calls = step.calls.map((call, position): ReplyCall => ({
      ref: `t${turn}c${position}`,
      ...call,
    }));
    for (const said of calls) this.#calls.push({ said, step: index, result: 'none', taken: false });
    this.#emit(
      {
        type: 'reply',
        turn,
        attempt: 1,
        from: 'recorded',
        text: step.text,
        refusal: null,
        calls,
        stop: calls.length > 0 ? 'tool_calls' : 'stop',
        finishReason: null,
        usage: null,
        model: null,
        deviations: step.deviations ?? [],
        durationMs: 0,
      },
      index,
    );
  }

  /** Models reuse ids: a result answers the last call of its id. */
  #addResult(step: Extract<DocumentStep, { type: 'result' }>, index: number): void {
    const call = this.#calls.findLast(({ said }) =>
      step.id === null ? said.name === step.tool : said.id === step.id,
    );
    if (call === undefined) return;
    call.result = step.failed ? 'error' : 'success';
    const { ref } = call.said;
    const value: JsonValue = step.text;
    const error = {
      kind: 'failed',
      message: step.text,
      retryable: false,
      recoverable: false,
    } as const;
    this.#emit(
      {
        type: 'result',
        call: ref,
        delivery: 0,
        status: step.failed ? 'error' : 'success',
        value,
        error: step.failed ? error : null,
        cached: false,
        durationMs: 0,
        executed: null,
      },
      index,
    );
    this.#emit(
      {
        type: 'observation',
        call: ref,
        content: step.text,
        fullChars: step.text.length,
        truncated: false,
      },
      index,
    );
  }

  #addEffect(
    tool: ScoredTool,
    call: MadeCall | null,
    effect: { readonly key: string | null; readonly confirmed: boolean },
  ): void {
    const nowhere: CallRef = 't0c0';
    this.#emit(
      {
        type: 'effect',
        call: call?.said.ref ?? nowhere,
        delivery: 1,
        tool: tool.name,
        grade: tool.grade,
        key: effect.key ?? tool.name,
        confirmed: effect.confirmed,
      },
      call?.step ?? null,
    );
  }

  #emit(body: EventBody, step: number | null): void {
    const seq = this.events.length;
    if (step !== null) this.steps.set(seq, step);
    this.events.push({ ...body, seq, atMs: 0 });
  }
}
