import { setTimeout as delay } from 'node:timers/promises';

import { type Lane, toLaneId } from '../../core/suite/lane.ts';
import { RigError } from '../../core/rig-error.ts';
import type { LateEffect } from './transcript.ts';

/** Effects that came when their trials were over. */
export interface LateWatch {
  /** One sentence each, ready to be shown. */
  readonly found: readonly string[];
  /** @throws RigError `LATE_EFFECT` when the run itself is over, and no result can say it any more. */
  readonly note: (lane: Lane, effect: LateEffect) => void;
  /** Waits a little for what was started during the run and is still at work. */
  settle(): Promise<void>;
  end(): void;
}

const lookMs = 10;
const longestMs = 1_000;

/**
 * Watches for effects that no trial counts, so that none of them is passed over in silence.
 *
 * @param wait - Waits so many milliseconds of real time.
 */
export function createLateWatch(
  pendingTimers: (() => number) | undefined,
  wait: (ms: number) => Promise<unknown> = delay,
): LateWatch {
  const atStart = pendingTimers?.() ?? 0;
  const found: string[] = [];
  let isOver = false;
  return {
    found,
    note: (lane, { tool, key }) => {
      const text = `"${tool}" had the effect "${key}" when the trial "${toLaneId(lane)}" was over, so it was not counted. Let its handler wait for what it starts`;
      if (isOver) throw new RigError('LATE_EFFECT', text);
      found.push(text);
    },
    async settle() {
      if (pendingTimers === undefined) return;
      for (let waitedMs = 0; waitedMs < longestMs; waitedMs += lookMs) {
        if (pendingTimers() <= atStart) return;
        await wait(lookMs);
      }
    },
    end: () => {
      isOver = true;
    },
  };
}
