import type { Clock } from '../../core/trial/clock.ts';
import { VirtualClock } from './virtual-clock.ts';

/**
 * The time of a trial with a real model. What is really waited for (requests, tools with real I/O) counts as it passes on
 * the wall; everything else is virtual, so that a silence that a fault makes up takes no time. Only a wait that a provider
 * asked for is a real one: after an error of its own, sleeps are waited out until the next request.
 */
export class LiveClock extends VirtualClock {
  readonly #wall: Clock;
  #passedMs = 0;
  #holds = 0;
  #heldSinceMs = 0;
  #owesWait = false;

  constructor(wall: Clock) {
    super();
    this.#wall = wall;
  }

  override nowMs(): number {
    const heldMs = this.#holds > 0 ? this.#wall.nowMs() - this.#heldSinceMs : 0;
    return super.nowMs() + this.#passedMs + heldMs;
  }

  override async hold<T>(work: () => Promise<T>): Promise<T> {
    if (this.#holds === 0) this.#heldSinceMs = this.#wall.nowMs();
    this.#holds += 1;
    try {
      return await super.hold(work);
    } finally {
      this.#holds -= 1;
      if (this.#holds === 0) this.#passedMs += this.#wall.nowMs() - this.#heldSinceMs;
    }
  }

  override async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (!this.#owesWait || this.isStopped) {
      await super.sleep(ms, signal);
      return;
    }
    await this.hold(() => this.#wall.sleep(ms, signal));
  }

  /** Whether the provider is to be left in peace: sleeps are real from now on, or no longer. */
  oweWait(owes: boolean): void {
    this.#owesWait = owes;
  }
}

/** The longest wait that a timer can count. */
const longestMs = 2 ** 31 - 1;

/** Wall time for requests to a provider: their times and deadlines are real, regardless of the trial's clock. */
export class RealClock implements Clock {
  // oxlint-disable-next-line no-restricted-properties -- the one clock that is meant to be real
  readonly #startMs = performance.now();

  nowMs(): number {
    // oxlint-disable-next-line no-restricted-properties -- see above
    return performance.now() - this.#startMs;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const wake = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      const timer = setTimeout(wake, Math.min(Math.max(0, ms), longestMs));
      signal?.addEventListener('abort', wake, { once: true });
    });
  }

  alarm(ms: number, ring: () => void): () => void {
    const timer = setTimeout(ring, Math.min(Math.max(0, ms), longestMs));
    return () => clearTimeout(timer);
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    return await work();
  }

  drain(): Promise<void> {
    return Promise.resolve();
  }
}
