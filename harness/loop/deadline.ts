import type { Clock } from '../core/trial/clock.ts';

/** The time a trial may take, on its own clock. */
export class Deadline {
  readonly #clock: Clock;
  readonly #endMs: number;

  /** `limitMs` 0: there is none. */
  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock;
    this.#endMs = limitMs > 0 ? clock.nowMs() + limitMs : Number.POSITIVE_INFINITY;
  }

  leftMs(): number {
    return Math.max(0, this.#endMs - this.#clock.nowMs());
  }

  isOver(): boolean {
    return this.#clock.nowMs() >= this.#endMs;
  }

  /** Sleeps, unless the deadline comes first; says whether it slept. */
  async sleepWithin(ms: number, signal: AbortSignal): Promise<boolean> {
    if (ms >= this.leftMs()) return false;
    if (ms > 0) await this.#clock.sleep(ms, signal);
    return !signal.aborted;
  }
}
