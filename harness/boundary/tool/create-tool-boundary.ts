import type { CallRef, ConfirmState, JudgedCall } from '../../core/talk/call.ts';
import { placeOf } from '../../core/code-place.ts';
import type { Clock } from '../../core/trial/clock.ts';
import { exactJson, exactOf } from '../../json/exact-arguments.ts';
import type { FaultPoint } from '../../core/suite/fault.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { LoopSettings } from '../../core/suite/loop-settings.ts';
import type { SaidCall } from '../../core/talk/model.ts';
import type { Random } from '../../core/random.ts';
import type {
  DeliverOptions,
  RunCallOptions,
  ToolBoundary,
  ToolDelivery,
} from '../../core/trial/tool-boundary.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import type { ToolOutcome } from '../../core/trial/tool-outcome.ts';
import type { Tool, Toolset, WorldState } from '../../core/suite/tool.ts';
import type { TranscriptSink } from '../../core/trial/transcript.ts';
import { CallMeter } from './deliver/call-meter.ts';
import { ConfirmDesk, type HumanAnswer } from './confirm-desk.ts';
import { deliverStruck } from './deliver/deliver-struck.ts';
import { findRounded } from './deliver/find-rounded.ts';
import { JudgedTurns } from './deliver/judged-turns.ts';
import { judgeBatch, type JudgeBench, type PhasePolicy } from './judge/judge-batch.ts';
import { Ledger } from './ledger.ts';
import type { HandlerRun } from './deliver/run-handler.ts';
import { ToolService } from './deliver/tool-service.ts';
import { indexToolset, type ToolIndex } from './tool-index.ts';
import { tellOutcome } from './deliver/tell-outcome.ts';
import { toolText } from './deliver/tool-text.ts';

/** The parts of a trial's tool boundary. */
export interface ToolBoundaryOptions {
  readonly toolset: Toolset;
  /** A fresh copy for this trial; handlers change it in place. */
  readonly world: WorldState;
  readonly session: JsonObject;
  /** Answers of the scripted human, in order; the last one is repeated, and an empty list means `silent`. */
  readonly human: readonly HumanAnswer[];
  /** Argument names that are identity, never to be trusted from the model. */
  readonly identity: readonly string[];
  readonly settings: Pick<LoopSettings, 'identity' | 'guards' | 'errors' | 'empty'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly faults: FaultPoint;
  readonly sink: TranscriptSink;
  /** What preview tokens are bound to. Default: empty. */
  readonly trialId?: string;
  /** What may be used at each turn, in addition to the rules of the toolset. */
  readonly policy?: (turn: number) => PhasePolicy;
}

/** The tool boundary of a trial, with the ledger of what really happened. */
export interface TrialToolBoundary extends ToolBoundary {
  readonly ledger: Ledger;
  /** Puts another toolset in force: calls that are judged from here on are judged by it. */
  switchTo(toolset: Toolset): void;
  /** Judges the calls of a reply that any agent received, before the agent runs them. */
  hear(turn: number, calls: readonly SaidCall[]): void;
  /** Records which handlers never settled; called when the clock was drained. */
  noteUnsettled(): void;
}

/**
 * Creates the tool boundary of one trial. It judges and records everything (events `judged`, `human`, `delivery`, `fault`,
 * `effect`, `result`) and blocks nothing. What comes back without reaching a tool has a `result` with `delivery: 0`.
 */
export function createToolBoundary(options: ToolBoundaryOptions): TrialToolBoundary {
  return new TrialTools(options);
}

/** A delivery in progress. */
interface Job {
  readonly ref: CallRef;
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly key: string;
  readonly confirm: ConfirmState;
}

class TrialTools implements TrialToolBoundary {
  readonly ledger = new Ledger();
  readonly #options: ToolBoundaryOptions;
  #index: ToolIndex;
  readonly #desk: ConfirmDesk;
  readonly #meter: CallMeter;
  readonly #service: ToolService;
  readonly #turns = new JudgedTurns();
  /** Tools and fields whose rounding was reported. */
  readonly #rounded = new Set<string>();
  readonly #deliveries = new Map<CallRef, number>();
  /** Names of the tools that the last request offered; `null`: not said. */
  #offered: ReadonlySet<string> | null = null;

  constructor(options: ToolBoundaryOptions) {
    const { clock, settings, sink } = options;
    this.#options = options;
    this.#index = indexToolset(options.toolset);
    this.#desk = new ConfirmDesk(options.trialId ?? '', options.human);
    this.#meter = new CallMeter(clock, settings.guards);
    this.#service = new ToolService(options, { ledger: this.ledger, sink, desk: this.#desk });
  }

  switchTo(toolset: Toolset): void {
    this.#index = indexToolset(toolset);
    this.#offered = null;
  }

  offer(names: ReadonlySet<string>): void {
    this.#offered = names;
  }

  judge(turn: number, calls: readonly SaidCall[]): readonly JudgedCall[] {
    const batch = this.#turns.sameBatch(turn, calls);
    if (batch !== null) return batch;
    const found = calls.map((call) =>
      this.#turns.recognise(call, this.#index.byName.get(call.name) ?? null),
    );
    const foreign = calls.filter((_, index) => found[index] === null);
    const place = this.#turns.placeOf(turn);
    const judged = this.#judgeNew(place, foreign, 'handed');
    if (foreign.length === calls.length) return judged;
    let next = 0;
    return found.flatMap((known) => known ?? judged[next++] ?? []);
  }

  hear(turn: number, calls: readonly SaidCall[]): void {
    this.#judgeNew({ turn, from: 0 }, calls, 'heard');
  }

  noteUnsettled(): void {
    for (const { ref, tool } of this.#service.unsettled()) {
      const place = placeOf(tool.handler);
      const where = place === null ? '' : ` (${place})`;
      const text = `The handler of "${tool.name}"${where} never settled: its call ${ref} was given up`;
      this.#options.sink.emit({ type: 'guard', guard: 'handler_unsettled', text, call: ref });
    }
  }

  #judgeNew(
    { turn, from }: { readonly turn: number; readonly from: number },
    calls: readonly SaidCall[],
    how: 'heard' | 'handed' | 'unsaid',
  ): readonly JudgedCall[] {
    const judged = judgeBatch(turn, calls, { ...this.#bench(turn), from });
    this.#turns.keep(turn, judged, how === 'heard' ? 'heard' : 'handed');
    for (const call of judged) this.#emitJudged(call, how === 'unsaid');
    return judged;
  }

  async run(name: string, args: unknown, how: RunCallOptions = {}): Promise<JsonValue> {
    const { settings } = this.#options;
    const tool = this.#index.byName.get(name) ?? null;
    const said = { id: how.id ?? null, name, argumentsText: toArgumentsText(args) };
    const call = this.#turns.claim(said, tool) ?? this.#takeUnsaid(said);
    const { outcome } = await this.deliver(call, {
      idempotencyKey: how.idempotencyKey ?? null,
      timeoutMs: how.timeoutMs ?? tool?.timeoutMs ?? settings.guards.toolTimeoutMs,
      signal: how.signal ?? new AbortController().signal,
    });
    how.onOutcome?.(outcome);
    return tellOutcome(outcome, tool, settings);
  }

  /** A call that is in no reply. Where no reply was seen at all, the model may have made it. */
  #takeUnsaid(said: SaidCall): JudgedCall {
    const heard = this.#turns.lastHeard();
    const place = heard === 0 ? null : this.#turns.placeOf(heard);
    const at = place ?? { turn: this.#turns.nextTurn(), from: 0 };
    const [call] = this.#judgeNew(at, [said], heard === 0 ? 'handed' : 'unsaid');
    // One call was handed in, and each is judged.
    if (call === undefined) throw new Error(`The call of "${said.name}" was not judged`);
    return call;
  }

  askHuman(call: JudgedCall): HumanAnswer {
    const answer = this.#desk.ask(call.ref);
    this.#options.sink.emit({ type: 'human', call: call.ref, answer });
    return answer;
  }

  async deliver(call: JudgedCall, options: DeliverOptions): Promise<ToolDelivery> {
    const { reading } = call;
    const tool = this.#index.byName.get(call.name);
    if (tool === undefined || reading.status === 'invalid') {
      const error = call.error ?? toolText.badArguments(tool ?? null, []);
      return this.#end({ ref: call.ref, delivery: 0, startMs: this.#now() }, refusal(error));
    }
    const confirm = this.#desk.stateAtDelivery(call.ref, call.confirm);
    const key = call.key ?? tool.name;
    return await this.#run({ ref: call.ref, tool, args: reading.value, key, confirm }, options);
  }

  // The contract of `ToolBoundary`: for which call, what, with what, how.
  // oxlint-disable-next-line max-params
  async read(
    call: JudgedCall,
    name: string,
    args: JsonObject,
    options: DeliverOptions,
  ): Promise<ToolDelivery> {
    const tool = this.#index.byName.get(name);
    if (tool === undefined || tool.effect !== 'read') {
      const error =
        tool === undefined
          ? toolText.unknownTool(name, this.#index.names, null)
          : toolText.notARead(name);
      return this.#end({ ref: call.ref, delivery: 0, startMs: this.#now() }, refusal(error));
    }
    const job: Job = { ref: call.ref, tool, args, key: tool.name, confirm: 'not_needed' };
    return await this.#run(job, options);
  }

  async #run(job: Job, options: DeliverOptions): Promise<ToolDelivery> {
    const { clock, faults } = this.#options;
    const startMs = clock.nowMs();
    const delivery = this.#emitDelivery(job, options);
    const order = this.#service.take(job, options);
    const { tool, ref } = job;
    const run = await deliverStruck(
      {
        clock,
        wait: { clock, ...options, time: tool.time ?? 'virtual' },
        run: () => order.run(order.runs === 0 ? delivery : this.#emitDelivery(job, options)),
        giveUp: () => order.giveUp(),
        fits: (value) => this.#service.fits(job, value),
        note: ({ fault, kind }) => {
          this.#options.sink.emit({
            type: 'fault',
            fault,
            kind,
            on: 'tool',
            call: ref,
            tool: tool.name,
            delivery,
          });
        },
      },
      faults.atTool(tool.name),
    );
    const outcome = this.#service.checkResult(job, run.outcome);
    return this.#end({ ref, delivery, startMs }, { ...run, outcome });
  }

  #noteRounded({ tool, args, ref }: Job): void {
    for (const { path, text } of findRounded(args)) {
      if (this.#rounded.has(`${tool.name} ${path}`)) continue;
      this.#rounded.add(`${tool.name} ${path}`);
      const about = `"${tool.name}" got ${path} as ${text}, which JavaScript rounds`;
      const remedy = 'Let the handler read it with exactText, or make it a text';
      this.#options.sink.emit({
        type: 'guard',
        guard: 'unsafe_integer',
        text: `${about}. ${remedy}`,
        call: ref,
      });
    }
  }

  #emitDelivery(job: Job, options: DeliverOptions): number {
    this.#noteRounded(job);
    const delivery = (this.#deliveries.get(job.ref) ?? 0) + 1;
    this.#deliveries.set(job.ref, delivery);
    this.#options.sink.emit({
      type: 'delivery',
      call: job.ref,
      tool: job.tool.name,
      delivery,
      preview: job.confirm === 'preview',
      confirm: job.confirm,
      arguments: job.args,
      ...toExact(job.args),
      idempotencyKey: options.idempotencyKey,
    });
    return delivery;
  }

  #end(
    at: { readonly ref: CallRef; readonly delivery: number; readonly startMs: number },
    run: HandlerRun,
  ): ToolDelivery {
    const { outcome, executed } = run;
    const event = this.#options.sink.emit({
      type: 'result',
      call: at.ref,
      delivery: at.delivery,
      status: outcome.status,
      value: 'value' in outcome ? outcome.value : null,
      error: 'error' in outcome ? outcome.error : null,
      cached: false,
      durationMs: this.#now() - at.startMs,
      executed,
    });
    return { outcome, event };
  }

  #bench(turn: number): JudgeBench {
    const { world, session, identity, settings, policy } = this.#options;
    return {
      index: this.#index,
      world,
      session,
      nowMs: this.#now(),
      identity,
      identityMode: settings.identity,
      meter: this.#meter,
      meterLimits: settings.guards,
      desk: this.#desk,
      policy: policy?.(turn) ?? null,
      offered: this.#offered,
    };
  }

  #emitJudged(call: JudgedCall, isUnsaid: boolean): void {
    const { reading } = call;
    const tool = this.#index.byName.get(call.name);
    this.#options.sink.emit({
      type: 'judged',
      call: call.ref,
      name: call.name,
      known: tool !== undefined,
      grade: tool?.effect ?? null,
      reading: reading.status,
      arguments: reading.status === 'invalid' ? null : reading.value,
      ...(reading.status === 'invalid' ? none : toExact(reading.value)),
      findings: call.findings,
      caughtBy: call.caughtBy,
      confirm: call.confirm,
      key: call.key,
      ...(call.injected === undefined ? {} : { injected: call.injected }),
      ...(call.edited === undefined ? {} : { edited: call.edited }),
      ...(isUnsaid ? { unsaid: true } : {}),
    });
    if (!isUnsaid) return;
    const text = `The agent ran "${call.name}" by itself: no reply of the model has such a call`;
    this.#options.sink.emit({ type: 'guard', guard: 'unsaid_call', text, call: call.ref });
  }

  #now(): number {
    return this.#options.clock.nowMs();
  }
}

const none = {};

/** Arguments as an agent passes them: text is used unchanged, and a missing value means no arguments. */
function toArgumentsText(args: unknown): string | null {
  if (typeof args === 'string') return args;
  return args === undefined || args === null ? '{}' : (JSON.stringify(args) ?? null);
}

/** The additional fields of an event whose arguments contain rounded numbers. */
function toExact(args: JsonObject): { readonly exact?: string } {
  return exactOf(args) === null ? none : { exact: exactJson(args) };
}

function refusal(error: ToolError): HandlerRun {
  const outcome: ToolOutcome = { status: error.kind === 'denied' ? 'denied' : 'error', error };
  return { outcome, executed: null, worked: false };
}
