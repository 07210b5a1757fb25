import type { CassetteMissError } from '../core/talk/cassette.ts';
import type { JsonObject } from '../json/json.ts';
import type { RunMode } from '../core/run.ts';
import type { Suite } from '../core/suite/suite.ts';
import type { Sweep } from '../core/sweep.ts';
import type { RedactorOptions } from '../redact/create-redactor.ts';
import type { ChildHost } from '../serve/start-child.ts';
import type { ModelAccess } from './access/model-access.ts';
import type { StoreWish } from './store/trial-store.ts';
import type { StartWorker } from './worker/worker-link.ts';
import type { Rehearsal } from './spend/rehearse-run.ts';
import type { SpendMeter } from './spend/spend-meter.ts';

/** What of a suite to run and how. */
export interface RunOptions {
  readonly suite: Suite;
  readonly mode: RunMode;
  /** `null` = the default variant; `'*'` = all. */
  readonly variants: readonly string[] | '*' | null;
  /** `null` = all; `*` inside a name matches any characters. */
  readonly scenarios: readonly string[] | null;
  /** Presets (`standard`, `full`), single faults of them by name, plan names of the suite, `chaos-<seed>`, `none`. */
  readonly faults: readonly string[];
  /** Settings that are swept over values, each value as a variant of the suite. */
  readonly sweeps?: readonly Sweep[];
  /** Leaves out conversations that passed in an earlier run and of which nothing has changed since. */
  readonly changed?: { readonly isGated: boolean };
  /** One part of the run; absent: all of it. */
  readonly shard?: ShardWish;
  /** Attempts at each scenario; `null` = the suite's own number. */
  readonly repeats: number | null;
  readonly concurrency: number;
  readonly seed: string;
  /** Processes that run the trials; absent: this one does. */
  readonly workers?: WorkerWish;
  /** Results of earlier runs that are taken where nothing has changed; absent: everything runs. */
  readonly store?: StoreWish;
  /** Root folder of the recordings. */
  readonly cassettes: string;
  /** The same as messages name it; default: not named. */
  readonly shownCassettes?: string;
  /** Root folder of runs; `null`: the run is held in memory. */
  readonly out: string | null;
  readonly runId: string;
  /** ISO 8601 UTC; goes into heads of new recordings. */
  readonly startedAt: string;
  /** A run folder that did not end: its whole groups are kept, the rest is run. */
  readonly resume?: string | null;
  /** Record lanes again even if they have recordings. */
  readonly rerecord: boolean;
  /** Record again only the lanes whose recordings no longer answer. */
  readonly stale?: boolean;
  /** Whether a faulted trial shares the turns of its clean one instead of asking for them again; default: yes. */
  readonly fork?: boolean | undefined;
  /** Counts what is sent and holds the limits; may be shared by several runs. */
  readonly meter?: SpendMeter;
  /** Called before the first request of a run that records or asks live models, with an estimate of what it will send. */
  readonly onExpected?: (rehearsal: Rehearsal, run: RunOptions) => void;
  /** Conversations in a row without a usable reply after which a run that asks live models ends; default 5. */
  readonly stopAfter?: number;
  /** How far a replay may be from the recording. */
  readonly tier: 'exact' | 'loose' | 'position';
  readonly access: ModelAccess;
  /** Values that must appear in no output, by the name of their environment variable. */
  readonly secrets: Readonly<Record<string, string>>;
  /** What makes redaction tokens, a secret key or the salt, which heads of recordings keep; and the user's own rules. */
  readonly redaction: Omit<RedactorOptions, 'secrets'>;
  /** Names this process in locks of recordings, and tells whether the owner of a lock still runs. */
  readonly process: { readonly owner: string; readonly isAlive: (owner: string) => boolean };
  /** Starts and ends the processes of agents that are commands; absent where none can be. */
  readonly children?: ChildHost;
  readonly environment: JsonObject;
  readonly signal: AbortSignal;
  /** Errors that code of the suite threw outside of any awaited promise; read at the end. */
  readonly escaped?: () => readonly string[];
  /** How many timers keep the process alive: what a handler started and did not wait for may still have an effect. */
  readonly pendingTimers?: () => number;
  readonly onProgress: (progress: RunProgress) => void;
  /** Called for every miss as it happens. */
  readonly onMiss?: (miss: CassetteMissError) => void;
}

/** Which part of a run to run. */
export interface ShardWish {
  /** Counts from 1. */
  readonly index: number;
  readonly count: number;
  /** SHA-256 of the files that the suite was loaded from. */
  readonly code: string;
}

/** Worker processes, each of which loads the suite itself. */
export interface WorkerWish {
  readonly count: number;
  readonly start: StartWorker;
  /** SHA-256 of the files that the suite was loaded from. */
  readonly code: string;
}

/** How far a run is. */
export interface RunProgress {
  readonly groups: number;
  readonly groupsDone: number;
  readonly trialsDone: number;
  readonly failed: number;
  readonly invalid: number;
}
