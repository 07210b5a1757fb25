import type { RunSummary } from '../../core/run.ts';
import type { TrialGroup } from '../plan/plan-groups.ts';
import type { RunOptions } from '../run-options.ts';
import type { WorkedGroup } from '../worker/worker-link.ts';

/** Results of conversations from earlier runs, and the place for those of this one. */
export interface TrialStore {
  /** Whether there is a result of a conversation of which nothing has changed since. */
  has(group: TrialGroup): boolean;
  /** Whether that result exists and none of its trials failed. */
  passed(group: TrialGroup): boolean;
  /** That result; `null` where the conversation has to run. */
  find(group: TrialGroup): WorkedGroup | null;
  /** Whether a conversation is to run though there is a result, to compare the two. */
  isSample(group: TrialGroup): boolean;
  /** Keeps the result of a conversation that ran. */
  keep(group: TrialGroup, worked: WorkedGroup): void;
  /**
   * Ends the work of the store.
   *
   * @param isSound - the run ended, and nothing was found against it as a whole; otherwise nothing new is kept.
   * @param ended - the whole run, to be known to later ones; absent: it had other conversations than those of its plan.
   */
  settle(isSound: boolean, ended?: EndedRun): void;
  /**
   * The run of just these conversations, if there was one and nothing has changed since.
   *
   * @param name - of everything else that its summary depends on.
   */
  whole(groups: readonly TrialGroup[], name: string): KnownRun | null;
  /** What is to be said about it after the run, one sentence each. */
  notes(): readonly string[];
}

/** A whole run with the name of all that its summary depends on besides its conversations. */
export interface EndedRun {
  readonly name: string;
  readonly groups: readonly TrialGroup[];
  readonly summary: RunSummary;
}

/** A whole run of which everything is known. */
export interface KnownRun {
  readonly summary: RunSummary;
  readonly trials: number;
  /** Gives all its lines in large pieces. */
  copy(to: (lines: { readonly trials: Uint8Array; readonly scores: Uint8Array }) => void): void;
}

/** How a run opens its store. */
export interface StoreWish {
  /** @returns `null` when nothing of this run can be reused; `note` is called with the reason. */
  open(
    run: {
      readonly options: RunOptions;
      readonly groups: readonly TrialGroup[];
    },
    note: (text: string) => void,
  ): TrialStore | null;
}

/** Conversations that a run left out, out of all that were chosen. */
export interface LeftOut {
  readonly conversations: number;
  readonly of: number;
  /** Ids of their scenarios, up to a hundred. */
  readonly scenarios: readonly string[];
}

/** What a run took from earlier ones. */
export interface ReuseReport {
  /** Conversations that were left out by `--changed`; absent: it was not asked for. */
  readonly left?: LeftOut;
  /** Trials whose results are those of an earlier run. */
  readonly reused: number;
  readonly of: number;
  /** Trials that ran again and were compared with what was stored. */
  readonly verified: number;
  /** Why trials were not reused, and what else is to be said. */
  readonly notes: readonly string[];
}
