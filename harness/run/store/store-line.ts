import type { GroupTrial } from '../trial/run-group.ts';
import type { TrialGroup } from '../plan/plan-groups.ts';
import type { RunOptions } from '../run-options.ts';
import type { WorkedGroup } from '../worker/worker-link.ts';
import { describeDifference } from './describe-difference.ts';
import type {
  EndedRun,
  KnownRun,
  LeftOut,
  ReuseReport,
  StoreWish,
  TrialStore,
} from './trial-store.ts';

/** How a conversation runs, and how its trials become lines; `null`: one of them is INVALID. */
export interface StoreWork {
  run(): Promise<WorkedGroup | readonly GroupTrial[]>;
  judge(trials: readonly GroupTrial[]): WorkedGroup | null;
}

const mostNamed = 100;

/** Puts the store of a run, if there is one, before its conversations. */
export class StoreLine {
  readonly #store: TrialStore | null;
  readonly #notes: string[] = [];
  /** One sentence for each conversation whose stored result is another than when it runs again. */
  readonly differences: string[] = [];
  #left: LeftOut | null = null;
  #reused = 0;
  #verified = 0;

  constructor(wish: StoreWish | undefined, run: Parameters<StoreWish['open']>[0]) {
    const isReplay = run.options.mode === 'replay';
    this.#store = isReplay && wish !== undefined ? this.#open(wish, run) : null;
  }

  /** A disk that cannot be read keeps no run from running. */
  #open(wish: StoreWish, run: Parameters<StoreWish['open']>[0]): TrialStore | null {
    try {
      return wish.open(run, (text) => {
        this.#notes.push(text);
      });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#notes.push(`no trial is reused: ${why}`);
      return null;
    }
  }

  /** The conversations that `changed` leaves. */
  leave(
    groups: readonly TrialGroup[],
    { changed }: Pick<RunOptions, 'changed'>,
  ): readonly TrialGroup[] {
    const store = this.#store;
    if (changed === undefined) return groups;
    const rest = store === null ? groups : groups.filter((group) => !store.passed(group));
    const kept = new Set(rest);
    const gone = groups.filter((group) => !kept.has(group));
    const scenarios = [...new Set(gone.map(({ scenario }) => scenario.id))].slice(0, mostNamed);
    this.#left = { conversations: gone.length, of: groups.length, scenarios };
    return rest;
  }

  get left(): LeftOut | null {
    return this.#left;
  }

  /** Whether any of these conversations has to run. */
  hasWork(groups: readonly TrialGroup[]): boolean {
    const store = this.#store;
    return store === null || groups.some((group) => !store.has(group) || store.isSample(group));
  }

  async take(group: TrialGroup, work: StoreWork): Promise<WorkedGroup | readonly GroupTrial[]> {
    const store = this.#store;
    if (store === null) return await work.run();
    const known = store.find(group);
    if (known !== null && !store.isSample(group)) {
      this.#reused += known.kept.length;
      return known;
    }
    const ran = await work.run();
    const worked = 'kept' in ran ? ran : work.judge(ran);
    if (known !== null) this.#compare(known, worked);
    if (worked !== null) store.keep(group, worked);
    return worked ?? ran;
  }

  /** Keeps what is new, where nothing was found against the run. */
  settle(isSound: boolean, ended?: EndedRun): void {
    this.#store?.settle(isSound, ended);
  }

  /** The whole run, where it is known from an earlier one and no conversation is to run again. */
  whole(groups: readonly TrialGroup[], name: string): KnownRun | null {
    const store = this.#store;
    if (store === null || groups.some((group) => store.isSample(group))) return null;
    const known = store.whole(groups, name);
    this.#reused += known?.trials ?? 0;
    return known;
  }

  /** `null` for a run without a store. */
  report(of: number, { store }: Pick<RunOptions, 'store'>): ReuseReport | null {
    if (store === undefined) return null;
    const notes = [...this.#notes, ...(this.#store?.notes() ?? [])];
    const left = this.#left === null ? {} : { left: this.#left };
    return { ...left, reused: this.#reused, of, verified: this.#verified, notes };
  }

  #compare(known: WorkedGroup, worked: WorkedGroup | null): void {
    this.#verified += known.kept.length;
    const difference = describeDifference(known, worked);
    if (difference !== null) this.differences.push(difference);
  }
}
