import type { Clock } from '../core/trial/clock.ts';

/** Real time, for tests that talk to a real socket. */
export function createWallClock(): Clock {
  const startMs = performance.now();
  return {
    nowMs: () => performance.now() - startMs,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const timer = setTimeout(done, ms);
        function done(): void {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        }
        signal?.addEventListener('abort', done, { once: true });
      }),
    hold: (work) => work(),
    drain: () => Promise.resolve(),
  };
}
