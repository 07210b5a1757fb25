import { setTimeout as delay } from 'node:timers/promises';

import type { Clock } from '../core/clock.ts';

/** Wall time, for live models. */
export class RealClock implements Clock {
  // oxlint-disable-next-line no-restricted-properties -- the one clock that is meant to be real
  readonly #startMs = performance.now();
  readonly #sleeping = new Set<Promise<void>>();

  nowMs(): number {
    // oxlint-disable-next-line no-restricted-properties -- see above
    return performance.now() - this.#startMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const slept = delay(Math.max(0, ms), undefined, signal === undefined ? {} : { signal }).catch(
      (): void => undefined,
    );
    this.#sleeping.add(slept);
    await slept;
    this.#sleeping.delete(slept);
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    return await work();
  }

  async drain(): Promise<void> {
    while (this.#sleeping.size > 0) await Promise.all(this.#sleeping);
  }
}
