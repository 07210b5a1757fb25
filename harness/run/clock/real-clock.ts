import { setTimeout as delay } from 'node:timers/promises';

import type { Clock } from '../../core/trial/clock.ts';

/** Wall time, for the line to a provider: its times and its deadlines are real whatever clock the trial has. */
export class RealClock implements Clock {
  // oxlint-disable-next-line no-restricted-properties -- the one clock that is meant to be real
  readonly #startMs = performance.now();

  nowMs(): number {
    // oxlint-disable-next-line no-restricted-properties -- see above
    return performance.now() - this.#startMs;
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    const options = signal === undefined ? {} : { signal };
    await delay(Math.max(0, ms), undefined, options).catch(() => undefined);
  }

  async hold<T>(work: () => Promise<T>): Promise<T> {
    return await work();
  }

  drain(): Promise<void> {
    return Promise.resolve();
  }
}
