import { setTimeout as delay } from 'node:timers/promises';

import type { TrialClock } from '../core/clock.ts';

/** Work that still sleeps so long after its trial does so for ever. */
const maxDrainMs = 60_000;

/** Wall time, for live models. */
export class RealClock implements TrialClock {
  // oxlint-disable-next-line no-restricted-properties -- the one clock that is meant to be real
  readonly #startMs = performance.now();
  readonly #sleeping = new Set<Promise<void>>();
  readonly #end = new AbortController();

  get isStopped(): boolean {
    return this.#end.signal.aborted;
  }

  nowMs(): number {
    // oxlint-disable-next-line no-restricted-properties -- see above
    return performance.now() - this.#startMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const { signal: end } = this.#end;
    const signals = signal === undefined ? [end] : [end, signal];
    const slept = end.aborted ? Promise.resolve() : waitFor(ms, AbortSignal.any(signals));
    this.#sleeping.add(slept);
    await slept;
    this.#sleeping.delete(slept);
    if (end.aborted) await new Promise(() => undefined);
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    return await work();
  }

  async drain(): Promise<void> {
    const timer = new AbortController();
    const tooLong = waitFor(maxDrainMs, timer.signal).then(() => {
      if (!timer.signal.aborted) this.stop();
    });
    while (this.#sleeping.size > 0 && !this.isStopped) {
      await Promise.race([Promise.all(this.#sleeping), tooLong]);
    }
    timer.abort();
  }

  stop(): void {
    this.#end.abort();
  }
}

async function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(Math.max(0, ms), undefined, { signal }).catch(() => undefined);
}
