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
   */
  settle(isSound: boolean): void;
  /** What is to be said about it after the run, one sentence each. */
  notes(): readonly string[];
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
