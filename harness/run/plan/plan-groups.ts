import type { FaultPlan } from '../../core/suite/fault.ts';
import { matchesName } from '../../expectation/match-name.ts';
import type { Scenario, Suite, Variant } from '../../core/suite/suite.ts';
import { keepLimit } from '../../limit/limits.ts';
import { releaseToolset } from './release-toolset.ts';
import { UsageError } from '../../core/usage-error.ts';

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

/**
 * Lists the groups in plan order: variants as declared, scenarios as declared, repeats.
 *
 * @throws UsageError for a name that selects nothing: a list with one typo in it never runs as if it had none.
 */
export function planGroups(suite: Suite, selection: Selection): readonly TrialGroup[] {
  const groups: TrialGroup[] = [];
  keepLimit('repeats', selection.repeats, `plan suite "${suite.name}"`);
  const variants = selectVariants(suite, selection.variants);
  const scenarios = selectScenarios(suite, selection.scenarios);
  const most = variants.length * scenarios.length * selection.repeats * (suite.plans.length + 1);
  keepLimit('trials', most, `plan suite "${suite.name}"`);
  for (const variant of variants) {
    for (const scenario of scenarios) {
      if (scenario.variants !== null && !scenario.variants.includes(variant.name)) continue;
      const released = releaseToolset(suite, variant, scenario);
      for (let repeat = 1; repeat <= selection.repeats; repeat += 1) {
        groups.push({ scenario, variant: released, repeat });
      }
    }
  }
  refuseUnused(groups, selection, { scenarios, variants });
  return groups;
}

/**
 * The variants that a selection names, in the order of the suite.
 *
 * @throws UsageError for a name or pattern that matches no variant.
 */
export function selectVariants(suite: Suite, wanted: Selection['variants']): readonly Variant[] {
  if (wanted === '*') return suite.variants;
  if (wanted === null) return suite.variants.filter((variant) => variant.isDefault);
  const names = suite.variants.map(({ name }) => name);
  refuseUnknown(wanted, { what: 'variant', names, suite: suite.name });
  return suite.variants.filter((variant) => wanted.some((name) => matchesName(name, variant.name)));
}

/**
 * The scenarios that a selection names, in the order of the suite.
 *
 * @throws UsageError for a name or pattern that matches no scenario.
 */
export function selectScenarios(suite: Suite, wanted: Selection['scenarios']): readonly Scenario[] {
  if (wanted === null) return suite.scenarios;
  const names = suite.scenarios.map(({ id }) => id);
  refuseUnknown(wanted, { what: 'scenario', names, suite: suite.name });
  return suite.scenarios.filter((scenario) =>
    wanted.some((name) => matchesName(name, scenario.id)),
  );
}

/**
 * Refuses names and patterns that match none of what exists.
 *
 * @throws UsageError that lists what exists.
 */
export function refuseUnknown(
  wanted: readonly string[],
  known: { readonly what: string; readonly names: readonly string[]; readonly suite: string },
): void {
  const unknown = wanted.filter((name) => !known.names.some((one) => matchesName(name, one)));
  if (unknown.length === 0) return;
  const quoted = unknown.map((name) => `"${name}"`).join(', ');
  const existing = known.names.length === 0 ? 'none' : [...new Set(known.names)].join(', ');
  throw new UsageError(
    `Cannot run ${known.what} ${quoted}: the suite "${known.suite}" has ${existing}`,
  );
}

/** A scenario that was named, but is for none of the chosen variants, would be left out in silence; so would a variant. */
function refuseUnused(
  groups: readonly TrialGroup[],
  selection: Selection,
  chosen: { readonly scenarios: readonly Scenario[]; readonly variants: readonly Variant[] },
): void {
  for (const wanted of selection.scenarios ?? []) {
    if (groups.some(({ scenario }) => matchesName(wanted, scenario.id))) continue;
    const meant = chosen.scenarios.filter(({ id }) => matchesName(wanted, id));
    const fitting = [...new Set(meant.flatMap(({ variants }) => variants ?? []))].join(', ');
    const names = chosen.variants.map(({ name }) => `"${name}"`).join(', ');
    throw new UsageError(
      `Cannot run scenario "${wanted}" with variant ${names}: it is only for ${fitting}`,
    );
  }
  if (selection.variants === null || selection.variants === '*') return;
  for (const wanted of selection.variants) {
    if (groups.some(({ variant }) => matchesName(wanted, variant.name))) continue;
    throw new UsageError(
      `Cannot run variant "${wanted}": none of the chosen scenarios is for it. Leave it out, or choose others with --scenario`,
    );
  }
}

/** Plans of a trial besides the clean one, by the words of `--faults`. */
export interface PlanChoice {
  /** Presets whose places come from the clean trial. */
  readonly presets: readonly string[];
  readonly named: readonly FaultPlan[];
}
