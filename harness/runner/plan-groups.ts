import type { FaultPlan } from '../core/fault.ts';
import type { Scenario, Suite, Variant } from '../core/suite.ts';

/** Trials that belong together: the clean one of a scenario, variant and repeat, then its faulted ones. */
export interface TrialGroup {
  readonly scenario: Scenario;
  readonly variant: Variant;
  /** Counts from 1. */
  readonly repeat: number;
}

/** What of a suite is to be run. */
export interface Selection {
  /** Variant names; `null` = the default one. */
  readonly variants: readonly string[] | '*' | null;
  /** Scenario ids, `*` as wildcard; `null` = all. */
  readonly scenarios: readonly string[] | null;
  readonly repeats: number;
}

/** Lists the groups in plan order: variants as declared, scenarios as declared, repeats. */
export function planGroups(suite: Suite, selection: Selection): readonly TrialGroup[] {
  const groups: TrialGroup[] = [];
  for (const variant of selectVariants(suite, selection.variants)) {
    for (const scenario of selectScenarios(suite, selection.scenarios)) {
      if (scenario.variants !== null && !scenario.variants.includes(variant.name)) continue;
      for (let repeat = 1; repeat <= selection.repeats; repeat += 1) {
        groups.push({ scenario, variant, repeat });
      }
    }
  }
  return groups;
}

/** The variants that a selection names, in the order of the suite. */
export function selectVariants(suite: Suite, wanted: Selection['variants']): readonly Variant[] {
  if (wanted === '*') return suite.variants;
  if (wanted === null) return suite.variants.filter((variant) => variant.isDefault);
  return suite.variants.filter((variant) => wanted.some((name) => matchesName(name, variant.name)));
}

function selectScenarios(suite: Suite, wanted: Selection['scenarios']): readonly Scenario[] {
  if (wanted === null) return suite.scenarios;
  return suite.scenarios.filter((scenario) =>
    wanted.some((name) => matchesName(name, scenario.id)),
  );
}

/** `*` stands for any run of characters; everything else for itself. */
export function matchesName(pattern: string, name: string): boolean {
  const source = pattern.split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&'));
  return new RegExp(`^${source.join('.*')}$`, 'u').test(name);
}

/** Plans of a trial besides the clean one, by the words of `--faults`. */
export interface PlanChoice {
  /** Presets whose places come from the clean trial. */
  readonly presets: readonly string[];
  readonly named: readonly FaultPlan[];
}
