import type { Clock } from '../../../core/trial/clock.ts';

/** How long and on which clock to wait for a call. */
export interface Wait {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** `real`: the work does real I/O, so real time counts and the trial's clock is paused. */
  readonly time: 'virtual' | 'real';
}

/** Work that settles within this many turns of the promise queue needs no timer. */
const graceTurns = 16;

/** Waits for work; `null` when the time is over or the signal aborts first. The work continues; a late rejection is ignored. */
export async function waitFor<Value>(work: Promise<Value>, wait: Wait): Promise<Value | null> {
  let isSettled = false;
  const settle = (): void => {
    isSettled = true;
  };
  work.then(settle, settle);
  if (wait.time === 'real') return await wait.clock.hold(() => waitReal(work, wait));
  for (let turn = 0; turn < graceTurns && !isSettled; turn += 1) await Promise.resolve();
  if (isSettled) return await work;
  const timer = new AbortController();
  const onAbort = (): void => timer.abort();
  wait.signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (wait.signal.aborted) return null;
    return await Promise.race([
      work,
      wait.clock.sleep(wait.timeoutMs, timer.signal).then(() => null),
    ]);
  } finally {
    wait.signal.removeEventListener('abort', onAbort);
    timer.abort();
  }
}

async function waitReal<Value>(work: Promise<Value>, wait: Wait): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  let onAbort: (() => void) | undefined;
  const over = new Promise<null>((resolve) => {
    onAbort = () => resolve(null);
    wait.signal.addEventListener('abort', onAbort, { once: true });
    if (wait.signal.aborted) resolve(null);
    timer = setTimeout(() => resolve(null), wait.timeoutMs);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
    if (onAbort !== undefined) wait.signal.removeEventListener('abort', onAbort);
  }
}
