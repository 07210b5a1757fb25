import { chooseScenarios } from '../../cli/flag/to-run-options.ts';
import type { FaultPlan } from '../../core/suite/fault.ts';
import { choosePlans, makePresetPlans } from '../../run/plan/choose-plans.ts';
import { planGroups, type TrialGroup } from '../../run/plan/plan-groups.ts';
import { firstPlan, listPlans } from '../../run/trial/run-group.ts';
import type { StagedTrial } from '../staged/stage-lines.ts';
import type { BenchTrial, SuiteBench } from './suite-bench.ts';

/** The selection of a suite to test. */
export interface TestSelection {
  readonly variants: readonly string[] | '*' | null;
  readonly scenarios?: readonly string[];
  readonly tags?: readonly string[];
  readonly faults: readonly string[];
  readonly repeats: number;
}

/** The tests of one scenario, variant and repeat. */
export interface PlannedGroup {
  readonly group: TrialGroup;
  readonly first: FaultPlan;
  /** The first trial as it was replayed to find the places of faults; `null` where it was not needed or gave none. */
  readonly peeked: BenchTrial | null;
  /** Plans besides the first; `null`: they are known only when the first trial was run. */
  readonly plans: readonly FaultPlan[] | null;
  plansAfter(first: BenchTrial): readonly FaultPlan[];
  rankOf(plan: number): StagedTrial['rank'];
}

/**
 * Lists the tests of a suite in plan order. Presets take their places from the first trial of their group, so that is
 * replayed here; where a model would have to be asked, their plans stay open.
 *
 * @throws UsageError for a name that selects nothing.
 */
export async function planTests(
  bench: SuiteBench,
  selection: TestSelection,
): Promise<readonly PlannedGroup[]> {
  const { suite } = bench;
  const { variants, repeats } = selection;
  const { scenarios: scenario, tags: tag } = selection;
  const scenarios = chooseScenarios(suite, variants, {
    ...(scenario === undefined ? {} : { scenario }),
    ...(tag === undefined ? {} : { tag }),
  });
  const choice = choosePlans(suite, selection.faults);
  const context = { plans: choice, presetPlans: makePresetPlans(suite) };
  const groups = planGroups(suite, { variants, scenarios, repeats });
  const planned: PlannedGroup[] = [];
  for (const group of groups) {
    const first = firstPlan(group);
    const hasOwn = first.faults.length > 0;
    const isOpen = !hasOwn && choice.presets.length > 0;
    const canPeek = isOpen && bench.modeOf(group, false) === 'replay';
    const seen = canPeek ? await bench.run(group, first, { mode: 'replay' }) : null;
    const peeked = seen?.record.outcome.status === 'finished' ? seen : null;
    const plansAfter = (trial: BenchTrial): readonly FaultPlan[] =>
      hasOwn ? [] : listPlans(group, trial.record, context);
    const known = hasOwn ? [] : choice.named;
    planned.push({
      group,
      first,
      peeked,
      plans: !isOpen ? known : peeked === null ? null : plansAfter(peeked),
      plansAfter,
      rankOf: (plan) => rankGroup(bench, group, plan),
    });
  }
  return planned;
}

/** The place of a trial in the plan of its suite, whatever else is tested. */
export function rankGroup(
  { suite }: SuiteBench,
  { variant, scenario, repeat }: TrialGroup,
  plan: number,
): StagedTrial['rank'] {
  return [suite.variants.indexOf(variant), suite.scenarios.indexOf(scenario), repeat, plan];
}
