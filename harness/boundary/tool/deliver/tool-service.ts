import type { CallRef, ConfirmState } from '../../../core/talk/call.ts';
import type { Clock } from '../../../core/trial/clock.ts';
import { placeOf, type CodePlace } from '../../../core/code-place.ts';
import { toShowable } from '../../../json/exact-arguments.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import type { Random } from '../../../core/random.ts';
import type { DeliverOptions } from '../../../core/trial/tool-boundary.ts';
import type { Problem } from '../../../core/trial/tool-error.ts';
import type { ToolOutcome } from '../../../core/trial/tool-outcome.ts';
import type { Tool, WorldState } from '../../../core/suite/tool.ts';
import type { TranscriptSink } from '../../../core/trial/transcript.ts';
import { compileSchema } from '../../../schema/judge/compile-schema.ts';
import { CallContext, type TrialServices } from './call-context.ts';
import type { ConfirmDesk } from '../confirm-desk.ts';
import type { Ledger } from '../ledger.ts';
import { RealWork } from './real-work.ts';
import { runHandler, type HandlerRun } from './run-handler.ts';
import { toolText } from './tool-text.ts';

/** A call as the service behind the fault point receives it. */
export interface ServiceCall {
  readonly ref: CallRef;
  readonly tool: Tool;
  readonly args: JsonObject;
  /** The key of the effect of a write that does not name its effect. */
  readonly key: string;
  readonly confirm: ConfirmState;
}

/** A received call; each `run` is one arrival at the service. */
export interface ServiceOrder {
  /** How often it arrived. */
  readonly runs: number;
  run(delivery: number): HandlerRun | Promise<HandlerRun>;
  /** Called when the caller stops waiting: aborts the handlers, and returns the outcome for the caller. */
  giveUp(): HandlerRun;
}

/** The part of one trial behind the fault point: handlers, world, ledger, and a memory of idempotency keys. */
export class ToolService {
  readonly #services: TrialServices;
  readonly #ledger: Ledger;
  readonly #sink: TranscriptSink;
  readonly #desk: ConfirmDesk;
  /** Runs that have not settled. */
  readonly #open = new Set<ServiceCall>();
  readonly #realTools = new Set<string>();
  readonly #idCounts = new Map<string, number>();
  readonly #done = new Map<string, HandlerRun | Promise<HandlerRun>>();

  constructor(
    trial: {
      readonly world: WorldState;
      readonly session: JsonObject;
      readonly clock: Clock;
      readonly random: Random;
    },
    records: { readonly ledger: Ledger; readonly sink: TranscriptSink; readonly desk: ConfirmDesk },
  ) {
    const { world, session, clock, random } = trial;
    const newId = (prefix: string): string => {
      const count = (this.#idCounts.get(prefix) ?? 0) + 1;
      this.#idCounts.set(prefix, count);
      return `${prefix}-${count}`;
    };
    const work = new RealWork(clock);
    this.#services = { world, session, clock, random, work, newId };
    this.#ledger = records.ledger;
    this.#sink = records.sink;
    this.#desk = records.desk;
  }

  take(call: ServiceCall, options: DeliverOptions): ServiceOrder {
    const contexts: CallContext[] = [];
    // A field, not a getter: the engine keeps a getter in the shape of its object, and shapes outlive what they hold.
    const order = {
      runs: 0,
      run: (delivery: number) => {
        order.runs += 1;
        return this.#arrive(call, options, (context) => {
          contexts.push(context);
          return delivery;
        });
      },
      giveUp: () => {
        for (const context of contexts) context.stop();
        const preview = call.confirm === 'preview';
        const error = options.signal.aborted
          ? toolText.cancelled(call.tool)
          : toolText.timeout(call.tool, options.timeoutMs, preview);
        return {
          outcome: { status: 'timeout' as const, error },
          executed: null,
          worked: false,
        };
      },
    };
    return order;
  }

  /** Checks a result against the tool's output schema. */
  checkResult(call: ServiceCall, outcome: ToolOutcome): ToolOutcome {
    if (outcome.status !== 'success') return outcome;
    const problems = this.#findProblems(call, outcome.value);
    if (problems.length === 0) return outcome;
    return { status: 'error', error: toolText.badResult(call.tool.name, problems) };
  }

  /** Whether a result fits the output schema of its tool; the result of a preview has no schema. */
  fits(call: ServiceCall, value: JsonValue): boolean {
    return this.#findProblems(call, value).length === 0;
  }

  #findProblems({ tool, confirm }: ServiceCall, value: JsonValue): readonly Problem[] {
    if (tool.returns === undefined || confirm === 'preview') return [];
    return compileSchema(tool.returns).validate(value);
  }

  /** A service that knows idempotency keys gives the first result again; only work that was done is remembered. */
  #arrive(
    call: ServiceCall,
    options: DeliverOptions,
    start: (context: CallContext) => number,
  ): HandlerRun | Promise<HandlerRun> {
    const { idempotencyKey } = options;
    const remembers = call.tool.serviceDedupe === true && call.confirm !== 'preview';
    if (!remembers || idempotencyKey === null) return this.#handle(call, options, start);
    const known = this.#done.get(idempotencyKey);
    if (known !== undefined) return known;
    const before = this.#ledger.entries.length;
    const keep = (run: HandlerRun): HandlerRun => {
      if (!run.worked && this.#ledger.entries.length === before) this.#done.delete(idempotencyKey);
      return run;
    };
    const started = this.#handle(call, options, start);
    this.#done.set(idempotencyKey, started);
    if (!(started instanceof Promise)) return keep(started);
    const kept = started.then(keep);
    this.#done.set(idempotencyKey, kept);
    return kept;
  }

  #handle(
    call: ServiceCall,
    options: DeliverOptions,
    start: (context: CallContext) => number,
  ): HandlerRun | Promise<HandlerRun> {
    const { tool, args, confirm } = call;
    const context: CallContext = new CallContext(this.#services, {
      idempotencyKey: options.idempotencyKey,
      enter: (key, detail) => this.#enter(call, delivery, { key, detail }),
      work: {
        limitMs: toRealLimit(tool, options.timeoutMs),
        onReal: () => {
          this.#noteReal(tool);
        },
        onLimit: () => {
          hanging.add(tool.handler);
        },
      },
    });
    const delivery = start(context);
    if (confirm === 'preview') return this.#preview(call, context);
    if (confirm === 'confirmed') this.#desk.use(args);
    const end = (run: HandlerRun): HandlerRun => {
      this.#noteBreakage(call, run);
      if (tool.effect === 'read') return run;
      if (run.worked && !context.spoke) context.effect(call.key);
      return tellHalfDone(run, context, tool);
    };
    const run = runHandler(tool, tool.handler, { args, context });
    return run instanceof Promise ? this.#follow(call, run.then(end)) : end(run);
  }

  /** Calls whose handler never settled. */
  unsettled(): readonly ServiceCall[] {
    return [...this.#open];
  }

  async #follow(call: ServiceCall, run: Promise<HandlerRun>): Promise<HandlerRun> {
    this.#open.add(call);
    try {
      return await run;
    } finally {
      hanging.delete(call.tool.handler);
      this.#open.delete(call);
    }
  }

  #noteReal({ name, time, handler }: Tool): void {
    if (time === 'real' || this.#realTools.has(name)) return;
    this.#realTools.add(name);
    const text = `The handler of "${name}"${showPlace(placeOf(handler))} waits for something other than the clock of the trial, so its real time counts. Say time: 'real' for the tool, or sleep with context.sleep`;
    this.#sink.emit({ type: 'guard', guard: 'real_time', text });
  }

  #noteBreakage({ tool, ref }: ServiceCall, { broke }: HandlerRun): void {
    if (broke === undefined) return;
    const place = broke.place ?? placeOf(tool.handler);
    const text = `The handler of "${tool.name}" threw${showPlace(place)}: ${broke.message}`;
    this.#sink.emit({ type: 'guard', guard: 'handler_threw', text, call: ref });
  }

  #preview(call: ServiceCall, context: CallContext): HandlerRun | Promise<HandlerRun> {
    const { tool, args } = call;
    const end = (run: HandlerRun): HandlerRun => {
      this.#noteBreakage(call, run);
      if (run.outcome.status !== 'success') return run;
      const token = this.#desk.issue(tool, args);
      const value = withToken(run.outcome.value, token);
      return { ...run, outcome: { status: 'success', value } };
    };
    const handler =
      tool.preview ?? ((own: JsonObject) => toolText.plainPreview(tool.name, toShowable(own)));
    const run = runHandler(tool, handler, { args, context });
    return run instanceof Promise ? this.#follow(call, run.then(end)) : end(run);
  }

  #enter(
    call: ServiceCall,
    delivery: number,
    effect: { readonly key: string; readonly detail: JsonValue | undefined },
  ): void {
    const { tool, ref, confirm } = call;
    const body = {
      call: ref,
      delivery,
      tool: tool.name,
      grade: tool.effect,
      key: effect.key,
      confirmed: confirm === 'not_needed' || confirm === 'confirmed',
      ...(effect.detail === undefined ? {} : { detail: effect.detail }),
    };
    this.#ledger.enter({ ...body, atMs: this.#services.clock.nowMs() });
    this.#sink.emit({ type: 'effect', ...body });
  }
}

/**
 * A write that broke, or returned an error after an effect: the caller cannot know how far it got. An error that a handler
 * returns before any effect, or after it reported that there is none, means that nothing was done.
 */
function tellHalfDone(run: HandlerRun, context: CallContext, tool: Tool): HandlerRun {
  const { outcome } = run;
  if (!('error' in outcome) || run.worked) return run;
  const isOpen = context.changed || (run.broke !== undefined && !context.spoke);
  if (!isOpen) return run;
  return { ...run, outcome: { ...outcome, error: toolText.halfDone(outcome.error, tool) } };
}

/** Undeclared real work is waited for no longer than this: a handler that never settles must not cost its whole timeout. */
const undeclaredLimitMs = 2_000;
const longestMs = 2 ** 31 - 1;

/** Handlers that timed out and have not settled since: waiting as long again for each call would give no new information. */
const hanging = new WeakSet<object>();
const hangingLimitMs = 100;

function toRealLimit({ time, handler }: Tool, timeoutMs: number): number {
  const undeclaredMs = hanging.has(handler) ? hangingLimitMs : undeclaredLimitMs;
  const limitMs = time === 'real' ? 30_000 : undeclaredMs;
  if (timeoutMs <= 0) return limitMs;
  return time === 'real' ? Math.min(timeoutMs, longestMs) : Math.min(timeoutMs, limitMs);
}

function showPlace(place: CodePlace | null): string {
  return place === null ? '' : ` (${place})`;
}

function withToken(value: JsonValue, token: string): JsonValue {
  return isJsonObject(value)
    ? { ...value, confirm_token: token }
    : { preview: value, confirm_token: token };
}
