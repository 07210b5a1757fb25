import type { MetricName } from '../core/score/metric.ts';
import type { ScorerInput } from '../core/score/scorer.ts';
import type { Scores } from '../core/score/score.ts';
import { type GatheredTrial, gatherTrial } from './view/gather-trial.ts';
import { scorers } from './registry.ts';

const all = Object.values(scorers);

/**
 * Scores a trial by every scorer: a pure fold over its stored events. Every metric is there; `null` where nothing could be judged.
 *
 * @param gathered The same trial, where it was gathered already.
 */
export function scoreTrial(input: ScorerInput, gathered?: GatheredTrial): Scores {
  const { trial, matching } = gathered ?? gatherTrial(input);
  const scores: { -readonly [Name in keyof Scores]: Scores[Name] } = {};
  for (const score of all) {
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
