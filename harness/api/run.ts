import type { RunManifest, RunSummary } from '../core/run.ts';
import { readResults } from '../report/open/read-results.ts';
import type { TrialResult } from '../report/open/trial-result.ts';
import type { RunSeal } from '../run/folder/run-shape.ts';
import type { StoredRun } from '../run/folder/read-run.ts';
import type { ScoreRecord, TrialRecord } from '../core/trial/trial.ts';

/** A finished run, in memory or in its folder. Trials are read again at each call and never held as a whole. */
export interface Run {
  /** The run folder; `null`: the run is held in memory. */
  readonly folder: string | null;
  /** The request, the trials that were run, and the machine. */
  readonly manifest: RunManifest;
  /** Verdict, counts, metrics by variant, and every reason of a failure. */
  readonly summary: RunSummary;
  /** The digests of the other files in the summary. */
  readonly seal: RunSeal;
  /** Each trial with its scores, in the order of the plan. */
  results(): AsyncIterable<TrialResult>;
  /** Transcripts and outcomes alone; of one variant where it is named. */
  trials(variant?: string): AsyncGenerator<TrialRecord>;
  /** Scores alone, which is much faster; of one variant where it is named. */
  scores(variant?: string): AsyncGenerator<ScoreRecord>;
}

/** A stored run as the public API gives it. */
export function toRun(stored: StoredRun): Run {
  const { path, manifest, summary, seal } = stored;
  return {
    folder: path === '' ? null : path,
    manifest,
    summary,
    seal,
    results: () => readResults(stored),
    trials: (variant) => stored.trials(variant),
    scores: (variant) => stored.scores(variant),
  };
}

/** The inverse. */
export function toStoredRun({ folder, manifest, summary, seal, trials, scores }: Run): StoredRun {
  return { path: folder ?? '', manifest, summary, seal, trials, scores };
}
