import type { CallRef, ConfirmState } from '../core/talk/call.ts';
import type { EffectGrade } from '../core/suite/effect-grade.ts';
import type { FaultRecord } from '../core/suite/fault.ts';
import type { JsonObject, JsonValue } from '../json/json.ts';
import type { Deviation, ModelStop, Provenance, Usage } from '../core/talk/model.ts';
import type { ScoredTool, ScorerInput } from '../core/score/scorer.ts';
import type { StopReason } from '../core/trial/stop-reason.ts';
import type { Matcher } from '../core/suite/matcher.ts';
import type { Expected, ExpectedCall } from '../core/suite/suite.ts';
import type { ToolErrorKind } from '../core/trial/tool-error.ts';
import type { ToolResultStatus } from '../core/trial/tool-outcome.ts';
import type {
  EventBody,
  JournalState,
  ReplayTier,
  TranscriptEvent,
} from '../core/trial/transcript.ts';

/** A call and its outcome, as a test states them. */
export interface ToldCall {
  readonly tool: string;
  /** Text is raw. Default `{}`. */
  readonly args?: string | JsonObject;
  readonly id?: string;
  /** Name of the fault that planted it. */
  readonly injected?: string;
  /** The loop held it back. */
  readonly refused?: ToolErrorKind;
  /** It was delivered and came to this. */
  readonly status?: ToolResultStatus;
  readonly value?: JsonValue;
  /** Keys of the effects that it had, in one delivery. */
  readonly effects?: readonly string[];
  /** The effects happened without confirmation. */
  readonly unconfirmed?: boolean;
  /** A boundary judged it so. */
  readonly judged?: {
    readonly confirm?: ConfirmState;
    readonly key?: string;
    readonly reading?: 'parsed' | 'repaired' | 'invalid';
    readonly findings?: readonly {
      stage: 'policy' | 'parse' | 'validation' | 'authorize' | 'check' | 'confirm';
      code: string;
    }[];
  };
}

/** How a reply was, where it matters. */
export interface ToldReply {
  readonly text?: string;
  readonly stop?: ModelStop;
  /** Default: none. */
  readonly finishReason?: string;
  readonly usage?: Usage;
  readonly from?: Provenance;
  /** By which rung of the ladder a recording gave it. */
  readonly tier?: ReplayTier;
  readonly deviations?: readonly Deviation[];
}

/** Builds a transcript in a few lines; it has only the events that the test states. */
export class ToldTrial {
  readonly events: TranscriptEvent[] = [];
  readonly #tools: readonly ScoredTool[];
  #turn = 0;

  constructor(tools: readonly ScoredTool[]) {
    this.#tools = tools;
  }

  user(text: string): this {
    return this.emit({ type: 'user', text });
  }

  turn(calls: readonly ToldCall[], reply: ToldReply = {}): this {
    const turn = (this.#turn += 1);
    this.emit({ type: 'request', turn, attempt: 1, messages: 1, offered: [] });
    this.emit({
      type: 'reply',
      turn,
      attempt: 1,
      from: reply.from ?? 'scripted',
      ...(reply.tier === undefined ? {} : { tier: reply.tier }),
      text: reply.text ?? null,
      refusal: null,
      calls: calls.map((call, index) => ({
        ref: `t${turn}c${index}`,
        id: call.id ?? `call_${turn}_${index}`,
        name: call.tool,
        argumentsText: toText(call.args ?? {}),
        ...(call.injected === undefined ? {} : { injected: call.injected }),
      })),
      stop: reply.stop ?? (calls.length > 0 ? 'tool_calls' : 'stop'),
      finishReason: reply.finishReason ?? null,
      usage: reply.usage ?? null,
      model: null,
      deviations: reply.deviations ?? [],
      durationMs: 10,
    });
    calls.forEach((call, index) => {
      this.#judge(`t${turn}c${index}`, call);
    });
    calls.forEach((call, index) => {
      this.#run(`t${turn}c${index}`, call);
    });
    return this;
  }

  journal(key: string, state: JournalState, call: CallRef = 't1c0'): this {
    return this.emit({ type: 'journal', call, key, state });
  }

  end(stopReason: StopReason, text: string | null = null): this {
    return this.emit({ type: 'end', stopReason, text });
  }

  emit(body: EventBody): this {
    this.events.push({ ...body, seq: this.events.length, atMs: 0 });
    return this;
  }

  input(expected: Partial<Expected> = {}, more: Partial<ScorerInput> = {}): ScorerInput {
    return {
      events: this.events,
      expected: { ...expectNothing, ...expected },
      tools: this.#tools,
      claims: [],
      identity: [],
      faults: [],
      price: null,
      knownText: '',
      selectionCounts: true,
      effectsCount: true,
      stopReason: null,
      ...more,
    };
  }

  #judge(ref: CallRef, call: ToldCall): void {
    const { judged, args = {} } = call;
    if (judged === undefined) return;
    const { findings = [], reading = 'parsed', confirm = 'not_needed' } = judged;
    const isReadable = reading !== 'invalid' && typeof args !== 'string';
    this.emit({
      type: 'judged',
      call: ref,
      name: call.tool,
      known: this.#gradeOf(call.tool) !== null,
      grade: this.#gradeOf(call.tool),
      reading,
      arguments: isReadable ? args : null,
      findings: findings.map((finding) => ({ ...finding, text: finding.code })),
      caughtBy: findings[0]?.stage ?? null,
      confirm,
      key: judged.key ?? `${call.tool}:${toText(args)}`,
      ...(call.injected === undefined ? {} : { injected: call.injected }),
    });
  }

  #run(ref: CallRef, call: ToldCall): void {
    if (call.refused !== undefined) this.#refuse(ref, call.refused);
    if (call.status === undefined && call.effects === undefined) return;
    const confirm = call.judged?.confirm ?? 'not_needed';
    this.emit({
      type: 'delivery',
      call: ref,
      tool: call.tool,
      delivery: 1,
      preview: confirm === 'preview',
      confirm,
      arguments: {},
      idempotencyKey: null,
    });
    for (const key of call.effects ?? []) this.#effect(ref, call, key);
    this.#result(ref, call.status ?? 'success', call.value ?? null);
  }

  #refuse(ref: CallRef, kind: ToolErrorKind): void {
    const recoverable = kind !== 'denied' && kind !== 'budget';
    this.emit({
      type: 'refused',
      call: ref,
      error: { kind, message: kind, retryable: false, recoverable },
    });
  }

  #effect(ref: CallRef, call: ToldCall, key: string): void {
    this.emit({
      type: 'effect',
      call: ref,
      delivery: 1,
      tool: call.tool,
      grade: this.#gradeOf(call.tool) ?? 'read',
      key,
      confirmed: call.unconfirmed !== true,
    });
  }

  #result(ref: CallRef, status: ToolResultStatus, value: JsonValue): void {
    const failed = status === 'error' || status === 'timeout' || status === 'denied';
    const error = {
      kind: 'failed',
      message: 'failed',
      retryable: false,
      recoverable: false,
    } as const;
    this.emit({
      type: 'result',
      call: ref,
      delivery: 1,
      status,
      value: failed ? null : value,
      error: failed ? error : null,
      cached: false,
      durationMs: 5,
      executed: null,
    });
  }

  #gradeOf(name: string): EffectGrade | null {
    return this.#tools.find((tool) => tool.name === name)?.grade ?? null;
  }
}

/** Nothing is expected: no part of a trial is judged against it. */
const expectNothing: Expected = {
  calls: null,
  order: [],
  mayCall: [],
  effects: null,
  forbidden: [],
  ask: [],
  stopReasons: null,
  state: null,
  says: [],
  saysNot: [],
};

/** A tool as scorers know it; any object is valid unless `parameters` say more. */
export function toldTool(name: string, more: Partial<ScoredTool> = {}): ScoredTool {
  return {
    name,
    grade: 'read',
    parameters: { type: 'object' },
    confirm: 'none',
    polling: false,
    ...more,
  };
}

/** An expected call; plain values mean equality, `null` any arguments. */
export function wantCall(
  tool: string,
  args: Readonly<Record<string, JsonValue>> | null = null,
  more: Partial<ExpectedCall> = {},
): ExpectedCall {
  const matchers =
    args === null
      ? null
      : Object.fromEntries(
          Object.entries(args).map(([name, value]): [string, Matcher] => [
            name,
            { match: 'equal', value },
          ]),
        );
  return { id: tool, tool, arguments: matchers, mode: 'exact', group: null, ...more };
}

/** A fault that struck. */
export function toldFault(kind: string, more: Partial<FaultRecord> = {}): FaultRecord {
  return {
    name: kind,
    kind,
    address: { on: 'tool', tool: '*', call: 1 },
    fired: 1,
    noticed: true,
    handled: null,
    ...more,
  };
}

function toText(args: string | JsonObject): string {
  return typeof args === 'string' ? args : JSON.stringify(args);
}
