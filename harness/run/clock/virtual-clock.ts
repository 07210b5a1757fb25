import type { TrialClock } from '../../core/trial/clock.ts';

interface Sleeper {
  readonly wakeAtMs: number;
  /** `null` once it woke: a listener outlives its use in the engine's memory, and must not hold on to a whole trial. */
  resolve: (() => void) | null;
  listening: { readonly signal: AbortSignal; readonly onAbort: () => void } | null;
}

/** Work that still sleeps after this many wake-ups of one drain is assumed to sleep forever. */
const maxDrainWakes = 10_000;

/**
 * A clock that is paused while anything runs, and jumps to the next sleeper when nothing else is pending.
 * "Nothing else" means: a whole turn of the event loop passed without new sleepers and no `hold` is open.
 */
export class VirtualClock implements TrialClock {
  #nowMs = 0;
  #holds = 0;
  #scheduled = false;
  #stopped = false;
  #drainWakes = 0;
  #busy: () => Promise<void> | null = () => null;
  readonly #sleepers: Sleeper[] = [];
  readonly #drains: (() => void)[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    if (this.#stopped) return new Promise(() => undefined);
    if (signal?.aborted === true) return Promise.resolve();
    return new Promise((resolve) => {
      const wakeAtMs = this.#nowMs + Math.max(0, ms);
      const sleeper: Sleeper = { wakeAtMs, resolve, listening: null };
      if (signal !== undefined) this.#listen(sleeper, signal);
      this.#sleepers.push(sleeper);
      this.#schedule();
    });
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    this.#holds += 1;
    try {
      return await work();
    } finally {
      this.#holds -= 1;
      this.#schedule();
    }
  }

  waitFor(busy: () => Promise<void> | null): void {
    this.#busy = busy;
  }

  drain(): Promise<void> {
    const isIdle = this.#sleepers.length === 0 && this.#holds === 0;
    if (this.#stopped || (isIdle && this.#busy() === null)) return Promise.resolve();
    return new Promise((resolve) => {
      this.#drainWakes = 0;
      this.#drains.push(resolve);
      this.#schedule();
    });
  }

  stop(): void {
    this.#stopped = true;
    this.#sleepers.length = 0;
    for (const done of this.#drains.splice(0)) done();
  }

  #listen(sleeper: Sleeper, signal: AbortSignal): void {
    const onAbort = (): void => {
      const index = this.#sleepers.indexOf(sleeper);
      if (index >= 0) this.#sleepers.splice(index, 1);
      wake(sleeper);
      this.#schedule();
    };
    signal.addEventListener('abort', onAbort, { once: true });
    sleeper.listening = { signal, onAbort };
  }

  #schedule(): void {
    if (this.#scheduled || this.#holds > 0) return;
    if (this.#sleepers.length === 0 && this.#drains.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#advance();
    });
  }

  #advance(): void {
    if (this.#holds > 0) return;
    const busy = this.#busy();
    if (busy !== null) {
      void this.hold(() => busy);
      return;
    }
    const next = this.#takeNext();
    if (next === undefined) {
      for (const done of this.#drains.splice(0)) done();
      return;
    }
    this.#nowMs = Math.max(this.#nowMs, next.wakeAtMs);
    wake(next);
    if (this.#drains.length > 0) this.#drainWakes += 1;
    if (this.#drainWakes >= maxDrainWakes) this.stop();
    else this.#schedule();
  }

  #takeNext(): Sleeper | undefined {
    let best: Sleeper | undefined;
    for (const sleeper of this.#sleepers) {
      if (best === undefined || sleeper.wakeAtMs < best.wakeAtMs) best = sleeper;
    }
    if (best !== undefined) this.#sleepers.splice(this.#sleepers.indexOf(best), 1);
    return best;
  }
}

function wake(sleeper: Sleeper): void {
  const { resolve, listening } = sleeper;
  sleeper.resolve = null;
  sleeper.listening = null;
  listening?.signal.removeEventListener('abort', listening.onAbort);
  resolve?.();
}
