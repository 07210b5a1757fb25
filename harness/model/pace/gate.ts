import type { Exchange } from '../../core/talk/exchange.ts';
import type { Clock } from '../../core/trial/clock.ts';

/** How many cuts the gate had seen when a request was let in. */
export type Ticket = number;

/** A request that waits, and the longest that it may still wait. */
interface Waiting {
  readonly leftMs: number;
  readonly go: (isIn: boolean) => void;
}

/** Lets as many requests in at once as the endpoint accepts, in the order they came. */
export class Gate {
  readonly #most: number;
  readonly #clock: Clock;
  readonly #queue: Waiting[] = [];
  #allowed: number;
  #inside = 0;
  #openAtMs = 0;
  #cuts = 0;
  #refusal: Exchange | null = null;
  #timer: AbortController | null = null;

  constructor({ concurrency, clock }: { readonly concurrency: number; readonly clock: Clock }) {
    this.#most = concurrency;
    this.#allowed = concurrency;
    this.#clock = clock;
  }

  /** How many requests may be in flight now. */
  get allowed(): number {
    return Math.max(1, Math.floor(this.#allowed));
  }

  /**
   * A ticket as soon as the request may be sent, or its signal aborts; {@link leave} must follow. Instead, the last
   * answer of the endpoint, where the request may not wait as long as the endpoint asks for: it would only get the same.
   */
  async enter(leftMs: number, signal: AbortSignal): Promise<Ticket | Exchange> {
    if (this.#isShutFor(leftMs) && this.#refusal !== null) return this.#refusal;
    const isFree = this.#queue.length === 0 && this.#shutMs() === 0;
    if (isFree && this.#inside < this.allowed) {
      this.#inside += 1;
      return this.#cuts;
    }
    const isIn = await this.#wait(leftMs, signal);
    return isIn || this.#refusal === null ? this.#cuts : this.#refusal;
  }

  /** A request that was let in is over; what it showed has been said by {@link grow} or {@link shut}. */
  leave(): void {
    this.#inside -= 1;
    this.#letIn();
  }

  /** After an answer: one more request at once for every full round of answers. */
  grow(): void {
    this.#allowed = Math.min(this.#most, this.#allowed + 1 / this.allowed);
  }

  /** After a refusal. Requests that were in flight together are refused together, which halves the number once. */
  shut(ticket: Ticket, refusal: Exchange, waitMs: number): void {
    this.#refusal = refusal;
    this.#openAtMs = Math.max(this.#openAtMs, this.#clock.nowMs() + waitMs);
    if (ticket === this.#cuts) {
      this.#cuts += 1;
      this.#allowed = Math.max(1, this.allowed / 2);
    }
    for (const { go } of this.#queue.filter((one) => this.#isShutFor(one.leftMs))) go(false);
  }

  #shutMs(): number {
    return Math.max(0, this.#openAtMs - this.#clock.nowMs());
  }

  #isShutFor(leftMs: number): boolean {
    return this.#shutMs() > leftMs;
  }

  /** Whether the request was let in. */
  async #wait(leftMs: number, signal: AbortSignal): Promise<boolean> {
    return await new Promise<boolean>((resolve) => {
      const go = (isIn: boolean): void => {
        signal.removeEventListener('abort', leave);
        this.#queue.splice(this.#queue.indexOf(waiting), 1);
        if (this.#queue.length === 0) this.#timer?.abort();
        // Counted here, since the one that waits goes on only later.
        if (isIn) this.#inside += 1;
        resolve(isIn);
      };
      const leave = (): void => go(true);
      const waiting = { leftMs, go };
      this.#queue.push(waiting);
      signal.addEventListener('abort', leave, { once: true });
      if (signal.aborted) leave();
      else this.#letIn();
    });
  }

  /** Lets in as many as there is room for. */
  #letIn(): void {
    if (this.#queue.length === 0) return;
    if (this.#shutMs() > 0) {
      this.#openLater();
      return;
    }
    while (this.#inside < this.allowed && this.#queue.length > 0) this.#queue[0]?.go(true);
  }

  /** The timer ends when there is no one left to let in: it would keep the process alive. */
  #openLater(): void {
    if (this.#timer !== null) return;
    const timer = new AbortController();
    this.#timer = timer;
    void this.#clock.sleep(Math.ceil(this.#shutMs()), timer.signal).then(() => {
      this.#timer = null;
      this.#letIn();
    });
  }
}
