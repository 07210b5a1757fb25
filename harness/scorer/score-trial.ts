import type { ScorerInput } from '../core/scorer.ts';
import type { Scores } from '../core/score.ts';
import { matchCalls } from './match-calls.ts';
import { readTrial } from './read-trial.ts';
import { scorers } from './registry.ts';

const all = Object.values(scorers);

/** Scores a trial by every scorer: a pure fold over its stored events. Every metric is there; `null` where nothing could be judged. */
export function scoreTrial(input: ScorerInput): Scores {
  const trial = readTrial(input);
  const matching = matchCalls(trial);
  const scores: { -readonly [Name in keyof Scores]: Scores[Name] } = {};
  for (const score of all) Object.assign(scores, score({ trial, matching, before: scores }));
  return scores;
}
