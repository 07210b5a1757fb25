import type { ScorerInput } from '../../core/score/scorer.ts';
import { type CallMatching, matchCalls } from '../match/match-calls.ts';
import { readTrial } from './read-trial.ts';
import type { TrialView } from './trial-view.ts';

/** The common input of scores and the confusion matrix. */
export interface GatheredTrial {
  readonly trial: TrialView;
  /** `null` when nothing is expected about calls. */
  readonly matching: CallMatching | null;
}

/** Gathers a trial and matches its calls with the expected ones. */
export function gatherTrial(input: ScorerInput): GatheredTrial {
  const trial = readTrial(input);
  return { trial, matching: matchCalls(trial) };
}
