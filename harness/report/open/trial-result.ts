import type { ScoreRecord, TrialRecord } from '../../core/trial/trial.ts';

/** A trial and its scores. */
export interface TrialResult {
  readonly trial: TrialRecord;
  readonly score: ScoreRecord;
}

/** Results of a run, read again at each call and never held as a whole. */
export type ResultSource = () => AsyncIterable<TrialResult>;
