import type { CallRef } from '../../core/talk/call.ts';
import type { Deviation, ModelStop } from '../../core/talk/model.ts';
import { isCutStop, readStopWord } from '../../core/talk/read-stop-word.ts';
import type { ScoredTool } from '../../core/score/scorer.ts';
import type { ToolErrorKind } from '../../core/trial/tool-error.ts';
import type { EventBody, ReplyCall, TranscriptEvent } from '../../core/trial/transcript.ts';
import { toEffectKey } from '../effects/add-effects.ts';
import type { EffectRules } from '../effects/effect-rules.ts';
import { findUnmadeCall } from '../../dialect/markup/find-unmade-call.ts';
import { judgeText } from '../../score/reason/judge-text.ts';

/** A call as a document gives it. */
export interface DocumentCall {
  readonly id: string | null;
  readonly name: string;
  readonly argumentsText: string | null;
  readonly unreadable?: string;
}

/** An effect as a document gives it. */
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
      /** What the document gives apart from the answer. */
      readonly reasoning?: string | null;
      /** The provider's word for the end; `null` when the document has none. */
      readonly finishReason?: string | null;
      readonly deviations?: readonly Deviation[];
    }
  | {
      readonly type: 'result';
      /** Answers the last call of this id; where it is `null`, as in the old form, the last call of this tool. */
      readonly id: string | null;
      readonly tool: string | null;
      readonly text: string;
      readonly failed: boolean;
      /** The answer says that the call was not run: `denied`, `invalid_arguments`, ... */
      readonly refusal?: ToolErrorKind;
    };

/** A transcript made from a document, and which step of it each event came from. */
export interface DocumentTranscript {
  readonly events: readonly TranscriptEvent[];
  /** Index of the step by `seq`. */
  readonly steps: ReadonlyMap<number, number>;
  readonly effectsInferred: boolean;
}

/**
 * Makes a transcript of a conversation made elsewhere. Each reply is a turn. A call ran when it was answered, unless it
 * is a bad one that was answered with an error. Where nothing could answer (`isSilent`: a list of calls; or a
 * conversation without any result that ends with the call), a readable and valid call is taken to have run. Where the
 * effects are not known, each call of a write that ran and did not fail is taken for one. Its key is the call's
 * arguments.
 */
export function toDocumentEvents(
  steps: readonly DocumentStep[],
  tools: readonly ScoredTool[],
  {
    effects,
    isSilent,
    rules,
  }: {
    readonly effects: readonly DocumentEffect[] | null;
    readonly isSilent: boolean;
    /** What is known of the tools from elsewhere. */
    readonly rules: EffectRules | null;
  },
): DocumentTranscript {
  const maker = new EventMaker(tools);
  steps.forEach((step, index) => {
    maker.add(step, index);
  });
  const answers = steps.some((step) => step.type === 'result');
  const last = steps.findLastIndex((step) => step.type !== 'none');
  if (isSilent) maker.runUnanswered(0);
  else if (!answers) maker.runUnanswered(last);
  if (effects === null) maker.inferEffects(rules);
  else for (const effect of effects) maker.addEffect(effect);
  return { events: maker.events, steps: maker.steps, effectsInferred: effects === null };
}

/** Most documents do not say how a reply ended: then by itself. */
function toStop(step: Extract<DocumentStep, { type: 'reply' }>): ModelStop {
  const said = readStopWord(step.finishReason ?? null);
  if (said !== 'none') return said;
  return step.calls.length > 0 ? 'tool_calls' : 'stop';
}

interface MadeCall {
  readonly said: ReplyCall;
  readonly step: number;
  readonly judged: ReturnType<typeof judgeText>;
  /** Its reply may not be whole. */
  readonly isCut: boolean;
  deliveries: number;
  failed: boolean;
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

  /** Takes readable and valid calls, from a step on, to have run. */
  runUnanswered(from: number): void {
    for (const call of this.#calls) {
      if (call.step < from || call.isCut || call.judged.caughtBy !== null) continue;
      this.#deliver(call, call.step);
    }
  }

  inferEffects(rules: EffectRules | null): void {
    for (const call of this.#calls) {
      const tool = this.#tools.get(call.said.name);
      if (tool === undefined || tool.grade === 'read' || call.deliveries === 0 || call.failed)
        continue;
      const { caughtBy, confirm, arguments: args } = call.judged;
      const rule = rules?.tools.get(tool.name);
      const { argumentsText } = call.said;
      const key =
        rule === undefined
          ? call.judged.key
          : toEffectKey({ name: tool.name, argumentsText, arguments: args }, rule);
      if (caughtBy === null && confirm !== 'preview')
        this.#addEffect(tool, call, { key, confirmed: true });
    }
  }

  /** Gives an effect to the first call of its tool that has none yet. */
  addEffect({ tool: name, key, confirmed }: DocumentEffect): void {
    const tool = this.#tools.get(name);
    const ofTool = this.#calls.filter((call) => call.said.name === name);
    const call = ofTool.find((candidate) => !candidate.taken) ?? ofTool.at(-1) ?? null;
    if (call !== null) call.taken = true;
    if (tool === undefined) return;
    this.#addEffect(tool, call, { key: key ?? call?.judged.key ?? null, confirmed });
  }

  #addReply(step: Extract<DocumentStep, { type: 'reply' }>, index: number): void {
    this.#turn += 1;
    const turn = this.#turn;
    const calls = step.calls.map((call, position): ReplyCall => ({
      ref: `t${turn}c${position}`,
      ...call,
    }));
    this.#emit(
      {
        type: 'reply',
        turn,
        attempt: 1,
        from: 'recorded',
        text: step.text,
        refusal: null,
        calls,
        stop: toStop(step),
        finishReason: step.finishReason ?? null,
        usage: null,
        model: null,
        deviations: [...(step.deviations ?? []), ...this.#findUnmade(step)],
        durationMs: 0,
      },
      index,
    );
    for (const said of calls) this.#judge(said, { step: index, isCut: isCutStop(toStop(step)) });
  }

  #judge(
    said: ReplyCall,
    { step, isCut }: { readonly step: number; readonly isCut: boolean },
  ): void {
    const tool = this.#tools.get(said.name) ?? null;
    const judged = judgeText(said, tool);
    this.#calls.push({ said, step, judged, isCut, deliveries: 0, failed: false, taken: false });
    const grade = tool?.grade ?? null;
    const body = { call: said.ref, name: said.name, known: tool !== null, grade, ...judged };
    this.#emit({ type: 'judged', ...body }, step);
  }

  #deliver(call: MadeCall, step: number): void {
    const { said, judged } = call;
    call.deliveries += 1;
    this.#emit(
      {
        type: 'delivery',
        call: said.ref,
        tool: said.name,
        delivery: call.deliveries,
        preview: judged.confirm === 'preview',
        confirm: judged.confirm,
        arguments: judged.arguments ?? {},
        idempotencyKey: null,
      },
      step,
    );
  }

  #findUnmade(step: Extract<DocumentStep, { type: 'reply' }>): readonly Deviation[] {
    if (step.calls.length > 0) return [];
    const { text, reasoning = null } = step;
    const found = findUnmadeCall({ text, reasoning }, [...this.#tools.keys()]);
    return found === null ? [] : [found];
  }

  /** Models reuse ids: a result answers the last call of its id. */
  #addResult(step: Extract<DocumentStep, { type: 'result' }>, index: number): void {
    const call = this.#calls.findLast(({ said }) =>
      step.id === null ? said.name === step.tool : said.id === step.id,
    );
    if (call === undefined) return;
    call.failed = step.failed;
    const { ref } = call.said;
    const isRefused = step.failed && (step.refusal !== undefined || call.judged.caughtBy !== null);
    if (isRefused) {
      const kind = step.refusal ?? 'invalid_arguments';
      const recoverable = kind !== 'denied';
      const error = { kind, message: step.text, retryable: false, recoverable };
      this.#emit({ type: 'refused', call: ref, error }, index);
    } else {
      this.#deliver(call, index);
      this.#emitResult(call, step, index);
    }
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

  #emitResult(
    { said, deliveries }: MadeCall,
    { text, failed }: Extract<DocumentStep, { type: 'result' }>,
    index: number,
  ): void {
    const error = { kind: 'failed', message: text, retryable: false, recoverable: false } as const;
    this.#emit(
      {
        type: 'result',
        call: said.ref,
        delivery: deliveries,
        status: failed ? 'error' : 'success',
        value: text,
        error: failed ? error : null,
        cached: false,
        durationMs: 0,
        executed: null,
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
