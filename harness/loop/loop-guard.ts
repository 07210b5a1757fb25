import type { GuardSettings } from '../core/suite/loop-settings.ts';
import type { StopReason } from '../core/trial/stop-reason.ts';

/** A call as the guards see it. Refused calls and calls of unknown tools count too. */
export interface SeenCall {
  readonly name: string;
  /** Tool and normalised arguments; the raw text where they cannot be read. */
  readonly said: string;
  /** The complete result of the call. */
  readonly result: string;
  /** A write that was carried out. */
  readonly wrote: boolean;
  /** Whether the tool is meant to be polled. */
  readonly polling: boolean;
}

/** Why a guard ends the trial. */
export interface GuardStop {
  readonly stopReason: StopReason;
  readonly guard: 'repeat' | 'cycle' | 'noProgress';
  readonly text: string;
}

interface SeenTurn {
  readonly signature: string;
  readonly names: string;
}

/**
 * Detects turns without progress. The unit is the turn: its calls with their results, where duplicates within one batch count
 * once. A turn without calls or with polling calls only is not counted, and a new user turn resets the guard.
 */
export class LoopGuard {
  readonly #settings: GuardSettings;
  #turns: SeenTurn[] = [];
  #results = new Set<string>();
  #said = new Set<string>();
  #idleTurns = 0;

  constructor(settings: GuardSettings) {
    this.#settings = settings;
  }

  hearUser(): void {
    this.#turns = [];
    this.#results = new Set();
    this.#said = new Set();
    this.#idleTurns = 0;
  }

  /** Adds one turn and reports whether it exceeded a limit. */
  see(calls: readonly SeenCall[]): GuardStop | null {
    const counted = calls.filter((call) => !call.polling);
    if (counted.length === 0) return null;
    this.#turns.push(toTurn(counted));
    this.#idleTurns = this.#isProgress(counted) ? 0 : this.#idleTurns + 1;
    return this.#findRepeat() ?? this.#findCycle() ?? this.#findIdling();
  }

  #isProgress(calls: readonly SeenCall[]): boolean {
    let isNew = false;
    for (const { name, said, result, wrote } of calls) {
      const seen = `${name}\n${result}`;
      if (!this.#results.has(seen) || (wrote && !this.#said.has(said))) isNew = true;
      this.#results.add(seen);
      this.#said.add(said);
    }
    return isNew;
  }

  #findRepeat(): GuardStop | null {
    const { repeat } = this.#settings;
    if (repeat === 0 || !this.#recurs(1, repeat - 1)) return null;
    const names = this.#turns.at(-1)?.names ?? '';
    const text = `The same call with the same result ${repeat} times: ${names}`;
    return { stopReason: 'repeat', guard: 'repeat', text };
  }

  #findCycle(): GuardStop | null {
    const { cyclePeriod, cycleTimes } = this.#settings;
    if (cycleTimes < 2) return null;
    for (let period = 2; period <= cyclePeriod; period += 1) {
      if (!this.#recurs(period, period * (cycleTimes - 1)) || this.#recurs(1, period - 1)) continue;
      const members = this.#turns.slice(-period).map((turn) => turn.names);
      const text = `A cycle of period ${period} came round ${cycleTimes} times: ${members.join(' -> ')}`;
      return { stopReason: 'cycle', guard: 'cycle', text };
    }
    return null;
  }

  /** Turns inside a short cycle are left to the cycle guard, which can name the cycle. */
  #findIdling(): GuardStop | null {
    const { noProgress, cyclePeriod, cycleTimes } = this.#settings;
    if (noProgress === 0 || this.#idleTurns < noProgress) return null;
    if (cycleTimes >= 2 && !this.#recurs(1, 1)) {
      for (let period = 2; period <= cyclePeriod; period += 1) {
        if (this.#recurs(period, Math.min(noProgress, this.#idleTurns))) return null;
      }
    }
    const text = `${this.#idleTurns} turns in a row brought no new result and no effect`;
    return { stopReason: 'no_progress', guard: 'noProgress', text };
  }

  /** Whether each of the last `count` turns equals the one `period` turns before it. */
  #recurs(period: number, count: number): boolean {
    const turns = this.#turns;
    if (turns.length < count + period) return false;
    for (let back = 1; back <= count; back += 1) {
      if (turns.at(-back)?.signature !== turns.at(-back - period)?.signature) return false;
    }
    return true;
  }
}

function toTurn(calls: readonly SeenCall[]): SeenTurn {
  const seen = new Map(calls.map((call) => [`${call.said}\n${call.result}`, call.name]));
  return {
    signature: [...seen.keys()].sort().join('\n\n'),
    names: [...seen.values()].join(' + '),
  };
}
