import type { JsonObject } from '../json/json.ts';
import type { Deviation, ModelStop, Usage } from '../core/talk/model.ts';
import type { StopReason } from '../core/trial/stop-reason.ts';
import type { ToolError } from '../core/trial/tool-error.ts';
import type { EventBody, ReplyCall, TranscriptEvent } from '../core/trial/transcript.ts';
import { judgeText, readArguments } from '../score/reason/judge-text.ts';
import type { ImportedTool } from './tool-shelf.ts';

/** A call as the source gives it. */
export interface ImportedCall {
  readonly id: string | null;
  readonly name: string;
  readonly argumentsText: string | null;
}

/** A model reply as the source gives it; what it does not give is absent. */
export interface ImportedReply {
  readonly text: string | null;
  readonly calls: readonly ImportedCall[];
  readonly atMs?: number;
  readonly stop?: ModelStop;
  readonly finishReason?: string;
  readonly usage?: Usage;
  readonly model?: string;
  readonly deviations?: readonly Deviation[];
  /** Not said by the model but by the source's own program, such as a greeting. */
  readonly scripted?: boolean;
}

/** The answer to a call. */
export interface ImportedResult {
  /** Id of the call; `null`: the first call of the last reply that is still open. */
  readonly id: string | null;
  readonly text: string;
  /** `null` = it worked. */
  readonly error: ToolError | null;
  /** The call was refused before it reached its tool. */
  readonly held: boolean;
  readonly atMs?: number;
  /** Name of a planted fault that this result carries. */
  readonly planted?: string;
}

interface OpenCall {
  readonly said: ReplyCall;
  readonly arguments: JsonObject | null;
}

/** Makes the transcript of a conversation that took place elsewhere, message by message. */
export class ConversationLog {
  readonly events: TranscriptEvent[] = [];
  /** Results that answer no call. */
  strays = 0;
  readonly #tools: ReadonlyMap<string, ImportedTool> | null;
  readonly #open: OpenCall[] = [];
  #turn = 0;
  #messages: number;
  #atMs = 0;
  #lastText: string | null = null;

  /** @param tools - `null`: not known, so that calls are recorded and not judged. */
  constructor(tools: readonly ImportedTool[] | null, messagesBefore = 0) {
    this.#tools = tools === null ? null : new Map(tools.map((tool) => [tool.name, tool]));
    this.#messages = messagesBefore;
  }

  user(text: string, atMs?: number): void {
    this.#messages += 1;
    this.#emit({ type: 'user', text }, atMs);
  }

  reply(reply: ImportedReply): void {
    const before = this.#atMs;
    if (reply.scripted !== true) this.#request();
    const turn = this.#turn;
    const calls = reply.calls.map((call, index): ReplyCall => ({
      ref: `t${turn}c${index}`,
      ...call,
    }));
    const atMs = reply.atMs ?? before;
    this.#messages += 1;
    this.#lastText = reply.text ?? this.#lastText;
    this.#emit(
      {
        type: 'reply',
        turn,
        attempt: 1,
        from: reply.scripted === true ? 'scripted' : 'recorded',
        text: reply.text,
        refusal: null,
        calls,
        stop: reply.stop ?? 'none',
        finishReason: reply.finishReason ?? null,
        usage: reply.usage ?? null,
        model: reply.model ?? null,
        deviations: reply.deviations ?? [],
        durationMs: Math.max(0, atMs - before),
      },
      atMs,
    );
    this.#open.length = 0;
    for (const said of calls) this.#judge(said);
  }

  result(result: ImportedResult): void {
    this.#messages += 1;
    const open = this.#take(result.id);
    if (open === null) {
      this.strays += 1;
      return;
    }
    const call = open.said.ref;
    const before = this.#atMs;
    if (result.held && result.error !== null) {
      this.#emit({ type: 'refused', call, error: result.error }, result.atMs);
    } else this.#deliver(open, { result, durationMs: (result.atMs ?? before) - before });
    const { text } = result;
    this.#emit({
      type: 'observation',
      call,
      content: text,
      fullChars: text.length,
      truncated: false,
    });
  }

  /** @param text - the last thing said to the user; by default the last text of a reply. */
  end(stopReason: StopReason, text: string | null = this.#lastText): void {
    this.#emit({ type: 'end', stopReason, text });
  }

  #request(): void {
    this.#turn += 1;
    this.#emit({
      type: 'request',
      turn: this.#turn,
      attempt: 1,
      messages: this.#messages,
      offered: [...(this.#tools?.keys() ?? [])],
    });
  }

  #judge(said: ReplyCall): void {
    if (this.#tools === null) {
      this.#open.push({ said, arguments: readArguments(said.argumentsText) });
      return;
    }
    const tool = this.#tools.get(said.name) ?? null;
    const judged = judgeText(said, tool);
    this.#open.push({ said, arguments: judged.arguments });
    const whose = { name: said.name, known: tool !== null, grade: tool?.grade ?? null };
    this.#emit({ type: 'judged', call: said.ref, ...whose, ...judged });
  }

  /** Models reuse ids, and some give none: a result answers an open call of its id, or else the first. */
  #take(id: string | null): OpenCall | null {
    const named = this.#open.findIndex(({ said }) => said.id === id);
    const index = named < 0 && id === null ? 0 : named;
    return index < 0 ? null : (this.#open.splice(index, 1)[0] ?? null);
  }

  #deliver(
    { said, arguments: args }: OpenCall,
    { result, durationMs }: { readonly result: ImportedResult; readonly durationMs: number },
  ): void {
    const { ref: call, name: tool } = said;
    const { error, planted } = result;
    if (args !== null) {
      this.#emit({
        type: 'delivery',
        call,
        tool,
        delivery: 1,
        preview: false,
        confirm: 'not_needed',
        arguments: args,
        idempotencyKey: null,
      });
    }
    if (planted !== undefined) {
      const kind = 'planted_instruction';
      this.#emit({ type: 'fault', fault: planted, kind, on: 'tool', call, tool, delivery: 1 });
    }
    this.#emit(
      {
        type: 'result',
        call,
        delivery: args === null ? 0 : 1,
        status: error === null ? 'success' : 'error',
        value: error === null ? result.text : null,
        error,
        cached: false,
        durationMs: Math.max(0, durationMs),
        executed: null,
      },
      result.atMs,
    );
  }

  #emit(body: EventBody, atMs: number = this.#atMs): void {
    this.#atMs = Math.max(this.#atMs, atMs);
    this.events.push({ ...body, seq: this.events.length, atMs: this.#atMs });
  }
}
