import type { RunOptions } from '../run-options.ts';
import { planGroups, type TrialGroup } from './plan-groups.ts';

/** The conversations of a run, in the order of its plan. */
export function planAll({
  suite,
  variants,
  scenarios,
  repeats,
}: Pick<RunOptions, 'suite' | 'variants' | 'scenarios' | 'repeats'>): readonly TrialGroup[] {
  return planGroups(suite, { variants, scenarios, repeats: repeats ?? suite.repeats });
}
