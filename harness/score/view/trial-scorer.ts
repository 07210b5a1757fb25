import type { Scores } from '../../core/score/score.ts';
import type { CallMatching } from '../match/match-calls.ts';
import type { TrialView } from './trial-view.ts';

/** The input of a scorer: the trial, gathered once, and the expected calls matched with those made. */
export interface Judging {
  readonly trial: TrialView;
  /** `null` when nothing is expected about calls. */
  readonly matching: CallMatching | null;
  /** Scores of the scorers before it in the registry. */
  readonly before: Scores;
}

/** A scorer of one group of metrics. Pure. */
export type TrialScorer = (judging: Judging) => Scores;
