import { scoreArguments } from './scorer/score-arguments.ts';
import { scoreCost } from './scorer/score-cost.ts';
import { scoreEffects } from './scorer/score-effects.ts';
import { scoreHonesty } from './scorer/score-honesty.ts';
import { scoreRecovery } from './scorer/score-recovery.ts';
import { scoreSafety } from './scorer/score-safety.ts';
import { scoreSelection } from './scorer/score-selection.ts';
import { scoreTask } from './scorer/score-task.ts';
import { scoreTermination } from './scorer/score-termination.ts';
import type { TrialScorer } from './view/trial-scorer.ts';

/** Scorers by group of metrics. `task` reads the results of the others, so it is last. */
export const scorers: Readonly<Record<string, TrialScorer>> = {
  selection: scoreSelection,
  arguments: scoreArguments,
  effects: scoreEffects,
  termination: scoreTermination,
  honesty: scoreHonesty,
  recovery: scoreRecovery,
  safety: scoreSafety,
  cost: scoreCost,
  task: scoreTask,
};
