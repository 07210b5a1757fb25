import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';
import type { RunOptions } from '../run-options.ts';

/** What decides which conversations a run has; plain data, so that it can be sent. */
export type RunChoice = Pick<
  RunOptions,
  'variants' | 'scenarios' | 'faults' | 'repeats' | 'seed' | 'tier'
>;

/** To a worker. */
export type WorkerOrder =
  | { readonly type: 'open'; readonly choice: RunChoice }
  /** A place in the plan of the run. */
  | { readonly type: 'run'; readonly place: number }
  | { readonly type: 'end' };

/** From a worker. */
export type WorkerReport =
  /** It has loaded the suite; both processes must have the same identity. */
  | { readonly type: 'ready'; readonly identity: string }
  | { readonly type: 'done'; readonly place: number; readonly worked: WorkedGroup | null }
  | { readonly type: 'failed'; readonly message: string }
  | {
      readonly type: 'ended';
      readonly late: readonly string[];
      readonly leaks: readonly string[];
      readonly escaped: readonly string[];
    };

/** The trials of one conversation as another process ran and scored them, without secrets. */
export interface WorkedGroup {
  /** Lines of `trials.jsonl`. */
  readonly trials: string;
  /** Lines of `scores.jsonl`. */
  readonly scores: string;
  /** What the summary is folded from: records with the events that it names, and no others. */
  readonly kept: readonly { readonly trial: TrialRecord; readonly score: ScoreRecord }[];
}

/** A process that runs conversations for this one. */
export interface WorkerProcess {
  send(order: WorkerOrder): void;
  kill(): void;
}

/** Starts a worker; `onExit` is called once, however it ends. */
export type StartWorker = (
  onReport: (report: WorkerReport) => void,
  onExit: (how: string) => void,
) => WorkerProcess;
