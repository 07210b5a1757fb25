import type { CallRef, JudgedCall } from '../../core/talk/call.ts';
import type { Clock } from '../../core/trial/clock.ts';
import { exactJson } from '../../json/exact-arguments.ts';
import type { JsonObject } from '../../json/json.ts';
import type { JournalSettings } from '../../core/suite/loop-settings.ts';
import type { Tool } from '../../core/suite/tool.ts';
import type { ToolOutcome } from '../../core/trial/tool-outcome.ts';
import type { JournalState, TranscriptSink } from '../../core/trial/transcript.ts';
import { toRepeatKey } from '../../boundary/tool/judge/call-key.ts';

/** One intended write, and its state as the loop believes it to be. */
export interface JournalEntry {
  readonly tool: Tool;
  readonly call: JudgedCall;
  readonly args: JsonObject;
  readonly key: string;
  /** The idempotency key for the service; the same for every attempt of one intention. */
  readonly idempotencyKey: string;
  readonly startedMs: number;
  state: JournalState;
  /** The answer to a repeated call, once committed. */
  outcome: ToolOutcome | null;
}

/** The state of writes as the loop believes it to be. The actual effects are in the ledger, which the loop never sees. */
export class Journal {
  readonly settings: JournalSettings;
  readonly #clock: Clock;
  readonly #sink: TranscriptSink;
  readonly #scope: string;
  readonly #entries = new Map<string, JournalEntry>();
  readonly #generations = new Map<string, number>();
  #last: JournalEntry | null = null;

  /** `scope` is the name of the conversation or trial; part of every idempotency key. */
  constructor(
    settings: JournalSettings,
    scope: string,
    trial: { readonly clock: Clock; readonly sink: TranscriptSink },
  ) {
    this.settings = settings;
    this.#scope = scope;
    this.#clock = trial.clock;
    this.#sink = trial.sink;
  }

  /**
   * The entry for the intention of a call; `null` when the intention is new. An idempotent write is the same intention only with
   * the same arguments and while nothing else was written since (set, unset and set again are three intentions).
   */
  find(tool: Tool, call: JudgedCall, args: JsonObject): JournalEntry | null {
    const entry = this.#entries.get(toKey(tool, call));
    if (entry === undefined) return null;
    if (this.#clock.nowMs() - entry.startedMs > this.settings.ttlMs) return null;
    if (tool.effect === 'irreversible') return entry;
    return entry === this.#last && isSame(entry, tool, args) ? entry : null;
  }

  /** Notes an intention before it is tried. A failed or unknown attempt is resumed under its own key. */
  begin(tool: Tool, call: JudgedCall, args: JsonObject): JournalEntry {
    const key = toKey(tool, call);
    const known = this.find(tool, call, args);
    if (known === null) this.#generations.set(key, (this.#generations.get(key) ?? 0) + 1);
    const generation = this.#generations.get(key) ?? 1;
    const entry: JournalEntry = {
      tool,
      call,
      args,
      key,
      idempotencyKey: `${this.#scope}/${key}${generation > 1 ? `#${generation}` : ''}`,
      startedMs: known?.startedMs ?? this.#clock.nowMs(),
      state: 'intent',
      outcome: null,
    };
    this.#entries.set(key, entry);
    this.#last = entry;
    this.#emit(entry, call.ref);
    return entry;
  }

  mark(entry: JournalEntry, state: JournalState, outcome: ToolOutcome | null): void {
    entry.outcome = outcome;
    if (entry.state === state) return;
    entry.state = state;
    this.#emit(entry, entry.call.ref);
  }

  /** Writes that must happen at most once and whose outcome is unknown. */
  unknown(): readonly JournalEntry[] {
    return [...this.#entries.values()].filter(
      (entry) => entry.state === 'unknown' && entry.tool.effect === 'irreversible',
    );
  }

  #emit(entry: JournalEntry, call: CallRef): void {
    this.#sink.emit({ type: 'journal', call, key: entry.key, state: entry.state });
  }
}

function toKey(tool: Tool, call: JudgedCall): string {
  return call.key ?? tool.name;
}

function isSame(entry: JournalEntry, tool: Tool, args: JsonObject): boolean {
  if (entry.args === args) return true;
  return (
    toRepeatKey(tool, entry.args) === toRepeatKey(tool, args) ||
    exactJson(entry.args) === exactJson(args)
  );
}
