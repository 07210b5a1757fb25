import type { FaultPlan } from '../core/fault.ts';
import { cleanPlan, type Lane } from '../core/lane.ts';
import type { Suite } from '../core/suite.ts';
import type { TrialRecord } from '../core/trial.ts';
import type { PlanChoice, TrialGroup } from './plan-groups.ts';
import { runTrial } from './run-trial.ts';
import type { ModelSource } from './trial-job.ts';

/** Makes the plans of a preset from the clean trial of the same scenario and variant. */
export type PresetPlans = (
  preset: string,
  clean: TrialRecord,
  group: TrialGroup,
) => readonly FaultPlan[];

/** What a run of groups needs. */
export interface GroupContext {
  readonly suite: Suite;
  readonly source: ModelSource;
  readonly plans: PlanChoice;
  readonly presetPlans: PresetPlans;
  readonly signal: AbortSignal;
}

/** One trial of a group with the plan it ran under. */
export interface GroupTrial {
  readonly group: TrialGroup;
  readonly plan: FaultPlan;
  readonly record: TrialRecord;
}

/**
 * Runs the clean trial of a group, then its faulted ones, in plan order.
 * A scenario with faults of its own is one trial, under just these.
 */
export async function runGroup(
  group: TrialGroup,
  context: GroupContext,
): Promise<readonly GroupTrial[]> {
  if (group.scenario.faults.length > 0) {
    const plan: FaultPlan = { name: 'scenario', faults: group.scenario.faults, byHand: true };
    return [await runOne(group, plan, context)];
  }
  const clean = await runOne(group, { name: cleanPlan, faults: [], byHand: false }, context);
  const trials = [clean];
  for (const plan of plansOf(group, clean.record, context)) {
    if (context.signal.aborted) break;
    trials.push(await runOne(group, plan, context));
  }
  return trials;
}

function plansOf(
  group: TrialGroup,
  clean: TrialRecord,
  context: GroupContext,
): readonly FaultPlan[] {
  const { named, presets } = context.plans;
  if (clean.outcome.status !== 'finished') return named;
  return [...named, ...presets.flatMap((preset) => context.presetPlans(preset, clean, group))];
}

async function runOne(
  group: TrialGroup,
  plan: FaultPlan,
  context: GroupContext,
): Promise<GroupTrial> {
  const lane: Lane = {
    suite: context.suite.name,
    scenario: group.scenario.id,
    variant: group.variant.name,
    plan: plan.name,
    repeat: group.repeat,
  };
  const job = {
    suite: context.suite,
    scenario: group.scenario,
    variant: group.variant,
    plan,
    lane,
  };
  const record = await runTrial(job, context.source, context.signal);
  return { group, plan, record: withReach(record, plan) };
}

/** A planned fault that never struck: a scenario's own makes the trial invalid, that of a plan for many makes it skipped. */
function withReach(record: TrialRecord, plan: FaultPlan): TrialRecord {
  if (record.outcome.status !== 'finished') return record;
  const fired = new Set<string>();
  for (const event of record.events) if (event.type === 'fault') fired.add(event.fault);
  const missed = plan.faults
    .filter((fault) => !fired.has(fault.name))
    .map((fault) => `"${fault.name}"`);
  if (missed.length === 0) return record;
  const cause = `Fault ${missed.join(', ')} never struck: the conversation did not reach its place`;
  if (plan.byHand) {
    return {
      ...record,
      outcome: { status: 'invalid', code: 'fault_not_reached', cause, detail: missed },
    };
  }
  return { ...record, outcome: { status: 'skipped', code: 'unreachable', cause } };
}
