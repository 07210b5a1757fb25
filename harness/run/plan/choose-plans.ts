import type { FaultPlan } from '../../core/suite/fault.ts';
import type { Suite } from '../../core/suite/suite.ts';
import { matchesName } from '../../expectation/match-name.ts';
import { UsageError } from '../../core/usage-error.ts';
import { presetNames, presetPlans } from '../../boundary/fault/plan/preset-plans.ts';
import type { PlanChoice, TrialGroup } from './plan-groups.ts';
import type { PresetPlans } from '../trial/run-group.ts';
import { toScoredTool } from '../keep/to-manifest.ts';

/** One fault of a preset by name, as reports and lanes name it; `*` matches any characters: `standard.*@refund.1`. */
const faultOfPreset = /^(?<preset>standard|full)[./](?<rest>[^@]+@.+)$/u;

/**
 * Reads the words of `--faults`: presets, names of the suite's own plans, single faults of a preset
 * (`standard.timeout_before@refund.1`), `chaos-<seed>`, `none`.
 *
 * @throws UsageError for any other word.
 */
export function choosePlans(suite: Suite, words: readonly string[]): PlanChoice {
  const presets: string[] = [];
  const named: FaultPlan[] = [];
  for (const word of new Set(words)) {
    if (word === 'none') continue;
    const own = suite.plans.find((plan) => plan.name === word);
    if (own !== undefined) named.push(own);
    else if (faultOfPreset.test(word)) presets.push(toFaultName(word));
    else if (word === 'smoke' || presetNames.includes(word) || /^chaos-[0-9]+$/u.test(word))
      presets.push(word);
    else throw unknownPlan(suite, word);
  }
  return { presets, named };
}

/** Names of the plans of the preset `smoke`, by the conversation that they belong to. */
export type SmokeChoice = ReadonlyMap<string, ReadonlySet<string>>;

/** Names a conversation of a run. */
export function toGroupKey({ scenario, variant, repeat }: TrialGroup): string {
  return JSON.stringify([variant.name, scenario.id, repeat]);
}

/** Makes the plans of a preset for clean trials of the suite; `smoke` are those of `full` that were chosen. */
export function makePresetPlans(suite: Suite, smoke: SmokeChoice = new Map()): PresetPlans {
  const makePlans: PresetPlans = (preset, clean, group) => {
    if (preset === 'smoke') {
      const chosen = smoke.get(toGroupKey(group));
      if (chosen === undefined) return [];
      return makePlans('full', clean, group).filter(({ name }) => chosen.has(name));
    }
    const toolset = suite.toolsets.find((candidate) => candidate.id === group.variant.toolset);
    const { toolTimeoutMs } = group.variant.settings.guards;
    const plans = presetPlans(faultOfPreset.exec(preset)?.groups?.['preset'] ?? preset, {
      events: clean.events,
      tools: (toolset?.tools ?? []).map((tool) => ({
        ...toScoredTool(tool),
        dedupes: tool.serviceDedupe === true,
        timeoutMs: tool.timeoutMs ?? toolTimeoutMs,
      })),
      streamed: clean.streamed === true,
    });
    return faultOfPreset.test(preset)
      ? plans.filter(({ name }) => matchesName(preset, name))
      : plans;
  };
  return makePlans;
}

/** The words of `--faults` that name single faults of presets, as plans name them; each must strike somewhere. */
export function listNamedFaults(words: readonly string[]): readonly string[] {
  return words.filter((word) => faultOfPreset.test(word)).map(toFaultName);
}

function toFaultName(word: string): string {
  return word.replace(/^([a-z]+)\//u, '$1.');
}

function unknownPlan(suite: Suite, word: string): UsageError {
  const known = [
    ...presetNames,
    'smoke',
    'chaos-<seed>',
    'none',
    ...suite.plans.map((plan) => plan.name),
  ];
  return new UsageError(
    `Cannot use fault plan "${word}": expected one of ${known.join(', ')}, or one fault of a preset, such as standard.http@model.1`,
  );
}
