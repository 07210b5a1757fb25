import type { BodyFrame, Exchange } from '../../core/talk/exchange.ts';
import type { ModelAnswer } from '../../core/talk/model.ts';
import { ConversationMemory } from '../../dialect/conversation-memory.ts';
import { createAttemptCounter } from '../../dialect/count-attempts.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import {
  isBare,
  refuse,
  refuseForGood,
  toBodyError,
  toBytes,
  toFetchError,
} from './fetch-answers.ts';
import { noteSent } from './sent-request.ts';
import type { Attempt, ModelEngine } from './model-engine.ts';
import { readRequest } from '../../dialect/read-request.ts';
import { type BegunAnswer, type GivePiece, toFetch, type TrialLine } from './trial-line.ts';

/** The shape of `fetch`, as far as provider SDKs use it. */
export type TrialFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/**
 * Creates the `fetch` of one trial. Turns and attempts are counted here: the same body again after
 * an error is the next attempt of its turn. A body is played at the trial's pace; the `reply` event
 * comes before the piece that ends the reply, so that nothing is done before it is judged. What makes the
 * trial invalid is answered in a way that no SDK retries.
 */
export function createTrialFetch(
  engine: ModelEngine,
  onFailure: (error: unknown) => void,
): TrialFetch {
  return toFetch(createTrialLine(engine, onFailure));
}

function createTrialLine(engine: ModelEngine, onFailure: (error: unknown) => void): TrialLine {
  const counter = createAttemptCounter();
  const memory = new ConversationMemory();
  return async (sent, signal) => {
    const read = readRequest(sent, memory);
    if (read.kind === 'refused') return refuse(read.message);
    if (read.kind === 'unsupported') {
      onFailure(read.error);
      return refuseForGood(read.error);
    }
    noteSent(read.request, sent);
    signal.throwIfAborted();
    if (read.kind === 'side') return await engine.answerSide(read.request, { signal, onFailure });
    const { dialect, request: asked } = read;
    const position = counter.next(sent.body);
    // Given up while the provider still works: what comes next with this body is a retry.
    signal.addEventListener('abort', () => counter.told(position, false), { once: true });
    if (position.attempt === 1) engine.tellUsers(asked);
    let attempt: Attempt;
    try {
      attempt = await engine.obtain(asked, position, signal);
    } catch (error) {
      onFailure(error);
      return refuseForGood(error);
    }
    const told = (answer: ModelAnswer): void => {
      counter.told(position, answer.ok);
      if (answer.ok) memory.learn(asked, answer.reply);
    };
    return await new Playback(engine, attempt, { signal, dialect, told }).start();
  };
}

interface Listener {
  readonly signal: AbortSignal;
  readonly dialect: Dialect;
  told(answer: ModelAnswer): void;
}

/** Plays one attempt to an SDK. */
class Playback {
  readonly #engine: ModelEngine;
  readonly #attempt: Attempt;
  readonly #exchange: Exchange;
  readonly #listener: Listener;
  #settled = false;
  #hasHeaders = false;

  constructor(engine: ModelEngine, attempt: Attempt, listener: Listener) {
    this.#engine = engine;
    this.#attempt = attempt;
    this.#exchange = attempt.toExchange();
    this.#listener = listener;
  }

  /** The answer, once its headers have come. */
  async start(): Promise<BegunAnswer> {
    const { status, headers, headersAtMs, frames, end } = this.#exchange;
    const { endMs } = this.#attempt;
    if (status < 200 || status > 599 || headersAtMs > endMs) {
      await this.#wait(endMs);
      this.#settle();
      throw toFetchError(this.#exchange, this.#attempt.deadline !== null);
    }
    await this.#wait(headersAtMs);
    this.#hasHeaders = true;
    const bare = isBare(status);
    if (!bare && frames.length > 0) {
      return { status, headers, play: async (give) => await this.#play(give) };
    }
    await this.#wait(endMs);
    this.#settle();
    if (end === 'complete') return { status, headers, play: null };
    return { status, headers, play: () => Promise.reject(toBodyError(this.#exchange)) };
  }

  async #play(give: GivePiece): Promise<void> {
    const { endMs, deadline } = this.#attempt;
    const frames = this.#exchange.frames.filter((frame) => frame.atMs <= endMs);
    const settleAt = deadline === null ? findLastFrame(frames, this.#listener.dialect) : -1;
    for (const [index, frame] of frames.entries()) {
      await this.#wait(frame.atMs);
      if (index === settleAt) this.#settle();
      await give(toBytes(frame));
    }
    await this.#wait(endMs);
    this.#settle();
    if (this.#exchange.end !== 'complete' || deadline !== null) throw toBodyError(this.#exchange);
  }

  async #wait(ms: number): Promise<void> {
    const { signal } = this.#listener;
    await this.#engine.waitUntil(this.#attempt, ms, signal);
    if (!signal.aborted) return;
    this.#giveUp();
    signal.throwIfAborted();
  }

  /** An error status is known from the headers: an SDK that leaves the body unread to try again has heard it. */
  #giveUp(): void {
    if (this.#settled) return;
    this.#settled = true;
    const heard = this.#hasHeaders && this.#exchange.status >= 400;
    const attempt = this.#attempt;
    this.#listener.told(heard ? this.#engine.hear(attempt) : this.#engine.cancel(attempt));
  }

  #settle(): void {
    if (this.#settled) return;
    this.#settled = true;
    this.#listener.told(this.#engine.settle(this.#attempt));
  }
}

/** The frame from which on an agent can know the whole reply. */
function findLastFrame(frames: readonly BodyFrame[], dialect: Dialect): number {
  const found = frames.findIndex((frame) => 'text' in frame && dialect.isEnding(frame.text));
  return found >= 0 ? found : frames.length - 1;
}
