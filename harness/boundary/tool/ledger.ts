import type { CallRef } from '../../core/talk/call.ts';
import type { EffectGrade } from '../../core/suite/effect-grade.ts';
import type { JsonValue } from '../../json/json.ts';

/** One effect that happened. */
export interface LedgerEntry {
  readonly tool: string;
  readonly grade: EffectGrade;
  /** Names the thing that happened. */
  readonly key: string;
  readonly call: CallRef;
  /** Which delivery of the call did it; counts from 1. */
  readonly delivery: number;
  /** `false`: the tool asks for a confirmation and there was none. */
  readonly confirmed: boolean;
  readonly detail?: JsonValue;
  /** Milliseconds since the start of the trial. */
  readonly atMs: number;
}

/** Effects that happened in one trial, in order. Stands behind the fault point; nothing is ever taken out. */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];

  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  enter(entry: LedgerEntry): void {
    this.#entries.push(entry);
  }

  /** How often a tool did one thing; without `key`, anything. */
  count(tool: string, key: string | null = null): number {
    let found = 0;
    for (const entry of this.#entries) {
      if (entry.tool === tool && (key === null || entry.key === key)) found += 1;
    }
    return found;
  }
}
