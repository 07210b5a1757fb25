import type { Clock } from '../../../core/trial/clock.ts';

/** How one run of a handler affects the time of its trial. */
export interface HandlerWork {
  /** Maximum real milliseconds for which the trial's clock is paused for it; after that it counts as a run that never settles. */
  readonly limitMs: number;
  /** Called when the run waits for something other than the trial's clock. */
  readonly onReal: () => void;
  /** Called when the limit was reached. */
  readonly onLimit: () => void;
}

/**
 * Pauses the clock of a trial while a handler waits for real I/O, and resumes it while the handler sleeps on that clock. An
 * effect that takes real time thus happens before a virtual timeout.
 */
export class RealWork {
  readonly #clock: Clock;
  /** Handlers that are neither settled, nor asleep on the clock, nor given up; with their timers once the clock waits for them. */
  readonly #awake = new Map<HandlerWork, NodeJS.Timeout | null>();
  readonly #over = new WeakSet<HandlerWork>();
  /** How many sleeps of a handler are open at once, where there are any. */
  readonly #sleeps = new Map<HandlerWork, number>();
  #rest: { readonly promise: Promise<void>; resolve(): void } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
    clock.waitFor?.(() => this.#untilRest());
  }

  begin(work: HandlerWork): void {
    if (!this.#over.has(work)) this.#awake.set(work, null);
  }

  /** Sleeps on the trial's clock, which must not be paused for that. */
  async sleep(work: HandlerWork, ms: number): Promise<void> {
    this.#sleeps.set(work, (this.#sleeps.get(work) ?? 0) + 1);
    this.#leave(work);
    await this.#clock.sleep(ms);
    const left = (this.#sleeps.get(work) ?? 1) - 1;
    if (left > 0) {
      this.#sleeps.set(work, left);
      return;
    }
    this.#sleeps.delete(work);
    this.begin(work);
  }

  /** The handler settled. */
  end(work: HandlerWork): void {
    this.#over.add(work);
    this.#leave(work);
  }

  #untilRest(): Promise<void> | null {
    if (this.#awake.size === 0) return null;
    for (const [work, timer] of this.#awake) {
      if (timer !== null) continue;
      work.onReal();
      const limit = setTimeout(() => {
        this.end(work);
        work.onLimit();
      }, work.limitMs);
      this.#awake.set(work, limit);
    }
    if (this.#rest === null) {
      let resolve = (): void => undefined;
      const promise = new Promise<void>((done) => {
        resolve = done;
      });
      this.#rest = { promise, resolve };
    }
    return this.#rest.promise;
  }

  #leave(work: HandlerWork): void {
    const timer = this.#awake.get(work);
    if (timer === undefined) return;
    if (timer !== null) clearTimeout(timer);
    this.#awake.delete(work);
    if (this.#awake.size > 0) return;
    this.#rest?.resolve();
    this.#rest = null;
  }
}
