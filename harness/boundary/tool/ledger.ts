import type { CallRef } from '../../core/talk/call.ts';
import type { EffectGrade } from '../../core/suite/effect-grade.ts';
import type { JsonValue } from '../../json/json.ts';

/** One effect that happened. */
export interface LedgerEntry {
  readonly tool: string;
  readonly grade: EffectGrade;
  /** The key of the effect. */
  readonly key: string;
  readonly call: CallRef;
  /** Which delivery of the call did it; counts from 1. */
  readonly delivery: number;
  /** `false`: the tool requires a confirmation and there was none. */
  readonly confirmed: boolean;
  readonly detail?: JsonValue;
  /** Milliseconds since the start of the trial. */
  readonly atMs: number;
}

/** Effects that happened in one trial, in order. The ledger is behind the fault point, and entries are never removed. */
export class Ledger {
  readonly #entries: LedgerEntry[] = [];

  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  enter(entry: LedgerEntry): void {
    this.#entries.push(entry);
  }

  /** How often a tool had the effect `key`; without `key`, any effect. */
  count(tool: string, key: string | null = null): number {
    let found = 0;
    for (const entry of this.#entries) {
      if (entry.tool === tool && (key === null || entry.key === key)) found += 1;
    }
    return found;
  }
}
