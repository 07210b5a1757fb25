import type { Clock } from '../../../core/trial/clock.ts';
import type { GuardSettings } from '../../../core/suite/loop-settings.ts';

const minuteMs = 60_000;

/** Counts the calls that were attempted in a trial, regardless of their outcome. */
export class CallMeter {
  readonly #clock: Clock;
  readonly #limits: Pick<GuardSettings, 'calls' | 'callsPerMinute'>;
  #count = 0;
  #recentMs: number[] = [];

  constructor(clock: Clock, limits: Pick<GuardSettings, 'calls' | 'callsPerMinute'>) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Counts one call; returns the limit that it exceeds. */
  count(): 'calls' | 'callsPerMinute' | null {
    const { calls, callsPerMinute } = this.#limits;
    this.#count += 1;
    if (callsPerMinute > 0) {
      const nowMs = this.#clock.nowMs();
      this.#recentMs = this.#recentMs.filter((atMs) => nowMs - atMs < minuteMs);
      this.#recentMs.push(nowMs);
    }
    if (calls > 0 && this.#count > calls) return 'calls';
    return callsPerMinute > 0 && this.#recentMs.length > callsPerMinute ? 'callsPerMinute' : null;
  }
}
