import type { Verdict } from '../core/run.ts';

/** A run folder as the list shows it. */
export interface ViewedRun {
  /** Name of its folder; the list has one run of a name. */
  readonly id: string;
  readonly path: string;
  /** Changes when the run does: when its deciding file was written last, in milliseconds since 1970. */
  readonly stamp: number;
  /** A run without a summary is running while a process holds its lock. */
  readonly state: 'finished' | 'running' | 'unfinished' | 'unreadable';
  readonly suite: string;
  /** ISO 8601; empty where the manifest does not say. */
  readonly startedAt: string;
  readonly git: ViewedCommit | null;
  /** Counts and values; `null` while there is no summary. */
  readonly result: ViewedResult | null;
}

/** The state of the repository that a run was made in. */
export interface ViewedCommit {
  readonly commit: string;
  readonly branch: string | null;
  /** Tracked files differed from the commit; `null` = not known. */
  readonly dirty: boolean | null;
}

/** What a finished run came to. */
export interface ViewedResult {
  readonly verdict: Verdict;
  readonly planned: number;
  readonly passed: number;
  readonly failed: number;
  readonly invalid: number;
  readonly skipped: number;
  /** Means over trials by variant and metric; `null` = nothing to judge. */
  readonly values: Readonly<Record<string, Readonly<Record<string, number | null>>>>;
}
