import { scoreArguments } from './score-arguments.ts';
import { scoreCost } from './score-cost.ts';
import { scoreEffects } from './score-effects.ts';
import { scoreHonesty } from './score-honesty.ts';
import { scoreRecovery } from './score-recovery.ts';
import { scoreSafety } from './score-safety.ts';
import { scoreSelection } from './score-selection.ts';
import { scoreTask } from './score-task.ts';
import { scoreTermination } from './score-termination.ts';
import type { TrialScorer } from './trial-scorer.ts';

/** Scorers by group of metrics. `task` reads what those before it found, so it stands last. */
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
