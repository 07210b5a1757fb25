import type { LanePlayer, LaneRecorder } from '../../core/talk/cassette.ts';
import type { ChatRequest } from '../../core/talk/chat.ts';
import type { Clock } from '../../core/trial/clock.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { FaultPoint, ModelStrike } from '../../core/suite/fault.ts';
import { isJsonObject } from '../../json/json.ts';
import type {
  AskPosition,
  ModelAnswer,
  ModelError,
  ModelReply,
  Provenance,
  Provider,
} from '../../core/talk/model.ts';
import { RigError } from '../../core/rig-error.ts';
import type { SideRequest } from '../../core/talk/side.ts';
import type { ReplayTier, TranscriptSink } from '../../core/trial/transcript.ts';
import { answerSide, type SideListener } from './answer-side.ts';
import { ConversationWatch, findHistoryProblems } from './conversation-watch.ts';
import { isContinued } from '../../dialect/conversation-memory.ts';
import { createModelError } from '../../dialect/line/create-model-error.ts';
import { dialectFor } from '../../dialect/registry.ts';
import type { DecodeContext, Decoded } from '../../dialect/decoded.ts';
import { type Deadline, findDeadline, type ModelTimeouts, toEndMs } from './find-deadline.ts';
import type { BegunAnswer } from './trial-line.ts';
import { strikeExchange, type StruckExchange } from './strike-exchange.ts';

/** What a model boundary is made of. */
export interface ModelBoundaryOptions {
  /** Whatever really answers; `null` in replay. */
  readonly provider: Provider | null;
  /** The recording that answers in place of a provider. */
  readonly player: LanePlayer | null;
  /** Keeps what the provider really said. */
  readonly recorder: LaneRecorder | null;
  readonly faults: FaultPoint;
  readonly clock: Clock;
  readonly sink: TranscriptSink;
  readonly timeouts: ModelTimeouts;
  /** Whether requests through `fetch` also show what the user said, for agents that have no other record. Default: no. */
  readonly tellUsers?: boolean;
  /** Called with each new request through `fetch`, before any of its events. */
  readonly onRequest?: (request: ChatRequest) => void;
  /** Called after each `reply` event, before the agent sees the reply. */
  readonly onReply?: (turn: number, reply: ModelReply) => void;
  /** Called once, with what makes the trial invalid, before an agent hears of it. */
  readonly onFailure?: (error: RigError) => void;
}

/** One attempt that is answered but not yet delivered to the agent. */
export interface Attempt {
  readonly position: AskPosition;
  readonly from: Provenance;
  readonly tier: ReplayTier | null;
  readonly decoded: Decoded;
  readonly strikes: readonly ModelStrike[];
  /** The deadline that it breaks. */
  readonly deadline: Deadline | null;
  /** When it is over, in milliseconds after the request. */
  readonly endMs: number;
  /** The trial's time at which the request was sent. */
  readonly sentAtMs: number;
  toExchange(): Exchange;
}

interface Source {
  readonly exchange: Exchange;
  readonly from: Provenance;
  readonly tier: ReplayTier | null;
}

/** From strict to loose. */
const tiers: readonly ReplayTier[] = ['exact', 'allowed', 'loose', 'position'];

const timeoutWords: Readonly<Record<Deadline['code'], string>> = {
  headers_timeout: 'No answer came within',
  body_timeout: 'The answer stood still for',
  model_timeout: 'The answer was not whole after',
};

/** Gets answers for one trial: faults, recording or provider, deadlines, decoding, events. */
export class ModelEngine {
  readonly #options: ModelBoundaryOptions;
  readonly #watch = new ConversationWatch();
  readonly #historyTold = new Set<string>();
  #tier: ReplayTier | null = null;
  #streamed = false;

  constructor(options: ModelBoundaryOptions) {
    this.#options = options;
  }

  /** The loosest way in which a request was matched so far; `null` when nothing was replayed. */
  tier(): ReplayTier | null {
    return this.#tier;
  }

  /** Whether an answer was streamed so far. */
  streamed(): boolean {
    return this.#streamed;
  }

  /** Emits what the user has said since the last answer, for agents that only show their requests. */
  tellUsers(request: ChatRequest): void {
    this.#options.onRequest?.(request);
    if (this.#options.tellUsers !== true) return;
    const last = request.messages.findLastIndex((message) => message.role !== 'user');
    for (const message of request.messages.slice(last + 1)) {
      const { content } = message;
      const text = typeof content === 'string' ? content : JSON.stringify(content);
      this.#options.sink.emit({ type: 'user', text });
    }
  }

  /** Answers a request that is no part of the conversation. */
  async answerSide(request: SideRequest, listener: SideListener): Promise<BegunAnswer> {
    return await answerSide(request, this.#options, listener);
  }

  /** Sends one request and reads its answer; only the `request` event has been emitted so far. */
  async obtain(request: ChatRequest, position: AskPosition, signal: AbortSignal): Promise<Attempt> {
    const { clock, faults, timeouts } = this.#options;
    const offered = listOffered(request);
    this.#tellRequest(request, position, offered);
    const sentAtMs = clock.nowMs();
    const dialect = dialectFor(request);
    const strikes = faults.atModel(position.turn, position.attempt);
    const replacing = strikes.find((strike) => strike.type === 'replace');
    const source: Source =
      replacing === undefined
        ? await this.#fetchSource(request, position, signal)
        : { exchange: replacing.toExchange(dialect), from: 'fault', tier: null };
    this.#streamed ||= isStream(source.exchange);
    const struck = strikeExchange(source.exchange, strikes, {
      dialect,
      context: toContext(request, offered),
    });
    const exchange = struck.toExchange();
    const deadline = findDeadline(exchange, timeouts, struck.decoded.ok);
    if (replacing === undefined && isSpoiled(struck, deadline)) {
      this.#options.provider?.spoiled?.();
    }
    return {
      position,
      from: source.from,
      tier: source.tier,
      decoded: struck.decoded,
      strikes: replacing === undefined ? struck.applied : [replacing, ...struck.applied],
      deadline,
      endMs: deadline?.atMs ?? toEndMs(exchange, struck.decoded.ok),
      sentAtMs,
      toExchange: struck.toExchange,
    };
  }

  /** Advances the trial's clock to `ms` after the request. */
  async waitUntil(attempt: Attempt, ms: number, signal: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    const restMs = attempt.sentAtMs + ms - clock.nowMs();
    if (restMs > 0) await clock.sleep(restMs, signal);
  }

  /** Emits the events of an attempt that has ended. */
  settle(attempt: Attempt): ModelAnswer {
    if (attempt.deadline !== null) return this.#fail(attempt, toTimeout(attempt, attempt.deadline));
    if (!attempt.decoded.ok) return this.#fail(attempt, attempt.decoded.error);
    this.#tellStrikes(attempt);
    const { reply: said } = attempt.decoded;
    const watched = this.#watch.next(said);
    const reply: ModelReply =
      watched.length === 0 ? said : { ...said, deviations: [...said.deviations, ...watched] };
    const { turn } = attempt.position;
    const event = this.#options.sink.emit({
      type: 'reply',
      turn,
      attempt: attempt.position.attempt,
      from: attempt.from,
      ...(attempt.tier === null ? {} : { tier: attempt.tier }),
      text: reply.text,
      refusal: reply.refusal,
      // What providers add to a call is for them alone.
      calls: reply.calls.map(({ extra: _extra, ...call }, index) => ({
        ref: `t${turn}c${index}`,
        ...call,
      })),
      stop: reply.stop,
      finishReason: reply.finishReason,
      usage: reply.usage,
      model: reply.model,
      deviations: reply.deviations,
      durationMs: attempt.endMs,
    });
    this.#options.onReply?.(turn, reply);
    return { ok: true, reply, event };
  }

  /** Emits the error of an attempt whose headers alone showed it; its body was not read. */
  hear(attempt: Attempt): ModelAnswer {
    if (attempt.decoded.ok) return this.cancel(attempt);
    return this.#fail(this.#endNow(attempt), attempt.decoded.error);
  }

  /** Emits that the agent (or the trial) gave up on an attempt. */
  cancel(attempt: Attempt): ModelAnswer {
    const error = createModelError({
      kind: 'cancelled',
      code: 'cancelled',
      message: 'The request was given up before it was answered',
      retryable: false,
    });
    return this.#fail(this.#endNow(attempt), error);
  }

  #endNow(attempt: Attempt): Attempt {
    const passedMs = this.#options.clock.nowMs() - attempt.sentAtMs;
    return { ...attempt, endMs: Math.min(passedMs, attempt.endMs) };
  }

  #fail(attempt: Attempt, error: ModelError): ModelAnswer {
    this.#tellStrikes(attempt);
    const event = this.#options.sink.emit({
      type: 'model_error',
      turn: attempt.position.turn,
      attempt: attempt.position.attempt,
      from: attempt.from,
      error,
      durationMs: attempt.endMs,
    });
    return { ok: false, error, event };
  }

  async #fetchSource(
    request: ChatRequest,
    position: AskPosition,
    signal: AbortSignal,
  ): Promise<Source> {
    const { clock, player, provider, recorder } = this.#options;
    if (player !== null) {
      const hit = player.play(request, position);
      if (this.#tier === null || tiers.indexOf(hit.tier) > tiers.indexOf(this.#tier)) {
        this.#tier = hit.tier;
      }
      return { ...hit, from: 'recorded' };
    }
    const shared = recorder?.shared(request, position) ?? null;
    if (shared !== null) return { exchange: shared, from: 'recorded', tier: null };
    if (provider === null)
      throw new RigError('NO_MODEL', 'Cannot ask the model: neither a recording nor a provider');
    const exchange = await clock.hold(() => provider.send(request, position, signal));
    recorder?.record(request, position, exchange);
    return { exchange, from: provider.provenance, tier: null };
  }

  #tellRequest(request: ChatRequest, position: AskPosition, offered: readonly string[]): void {
    const { sink } = this.#options;
    sink.emit({
      type: 'request',
      turn: position.turn,
      attempt: position.attempt,
      messages: request.messages.length,
      offered,
    });
    if (isContinued(request)) return;
    for (const { code, text } of findHistoryProblems(request.messages)) {
      if (this.#historyTold.has(text)) continue;
      this.#historyTold.add(text);
      sink.emit({ type: 'guard', guard: 'history', text: `${code}: ${text}` });
    }
  }

  #tellStrikes(attempt: Attempt): void {
    for (const { fault, kind } of attempt.strikes) {
      this.#options.sink.emit({ type: 'fault', fault, kind, on: 'model', ...attempt.position });
    }
  }
}

/** Names of the tools offered. A stranger's request may hold anything. */
function listOffered(request: ChatRequest): readonly string[] {
  const tools: unknown = request.tools;
  if (!Array.isArray(tools)) return [];
  const names = tools.map((tool: unknown) => {
    const said = isJsonObject(tool) ? tool['function'] : null;
    return isJsonObject(said) ? said['name'] : null;
  });
  return names.filter((name) => typeof name === 'string');
}

/** What was said came to nothing by a fault. */
function isSpoiled({ applied, decoded }: StruckExchange, deadline: Deadline | null): boolean {
  if (applied.length === 0) return false;
  return !decoded.ok || deadline !== null || applied.some((strike) => strike.spoils === true);
}

function isStream({ headers }: Exchange): boolean {
  return (headers['content-type'] ?? '').includes('text/event-stream');
}

function toContext(request: ChatRequest, toolNames: readonly string[]): DecodeContext {
  return {
    model: request.model,
    toolNames,
    stream: request.stream === true,
    ...(request['parallel_tool_calls'] === false ? { parallelCalls: false } : {}),
  };
}

function toTimeout(attempt: Attempt, deadline: Deadline): ModelError {
  const { status } = attempt.toExchange();
  return createModelError({
    kind: 'timeout',
    code: deadline.code,
    message: `${timeoutWords[deadline.code]} ${deadline.limitMs} ms`,
    status: status === 0 ? null : status,
  });
}
