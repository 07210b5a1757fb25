import type { MetricName } from '../core/score/metric.ts';
import type { ScorerInput } from '../core/score/scorer.ts';
import type { Scores } from '../core/score/score.ts';
import { type GatheredTrial, gatherTrial } from './view/gather-trial.ts';
import { scorers } from './registry.ts';
import { scoreRecovery } from './scorer/score-recovery.ts';
import { scoreTask } from './scorer/score-task.ts';
import type { TrialScorer } from './view/trial-scorer.ts';

const all = Object.values(scorers);
/** The scorers that depend on whether faults were handled. */
const ofFaults: readonly TrialScorer[] = [scoreRecovery, scoreTask];

/**
 * Scores a trial by every scorer: a pure fold over its stored events. Every metric is there; `null` where nothing could
 * be judged.
 *
 * @param gathered The same trial, where it was gathered already.
 * @param known Its scores from before its faults were judged: only what depends on that is scored again.
 */
export function scoreTrial(
  input: ScorerInput,
  gathered: GatheredTrial = gatherTrial(input),
  known?: Scores,
): Scores {
  const { matching } = gathered;
  const trial = { ...gathered.trial, input };
  const scores: { -readonly [Name in keyof Scores]: Scores[Name] } = { ...known };
  for (const score of known === undefined ? all : ofFaults) {
    const part = score({ trial, matching, before: scores });
    // Field by field: an object filled by `Object.assign` becomes a hash table, slow to read and to write out.
    for (const key of Object.keys(part)) {
      // Keys of `Scores` are metric names by its type.
      const name = key as MetricName;
      const found = part[name];
      if (found !== undefined) scores[name] = found;
    }
  }
  return scores;
}
