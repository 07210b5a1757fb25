import type { Fault, FaultAddress, FaultPlan } from '../../core/suite/fault.ts';
import { cleanPlan, type Lane, toCleanLane } from '../../core/suite/lane.ts';
import type { Suite } from '../../core/suite/suite.ts';
import type { TrialRecord } from '../../core/trial/trial.ts';
import type { PlanChoice, TrialGroup } from '../plan/plan-groups.ts';
import { runTrial } from './run-trial.ts';
import type { ModelSource, TrialJob } from '../plan/trial-job.ts';

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
  readonly onLateEffect?: TrialJob['onLateEffect'];
}

/** One trial of a group with the plan it ran under. */
export interface GroupTrial {
  readonly group: TrialGroup;
  readonly plan: FaultPlan;
  readonly record: TrialRecord;
}

/**
 * Runs the clean trial of a group, then its faulted ones, in plan order.
 * A scenario that defines faults itself is one trial, under exactly these faults.
 */
export async function runGroup(
  group: TrialGroup,
  context: GroupContext,
): Promise<readonly GroupTrial[]> {
  try {
    return await runTrials(group, context);
  } finally {
    context.source.endGroup?.(toCleanLane(toLane(group, firstPlan(group), context.suite)));
  }
}

async function runTrials(group: TrialGroup, context: GroupContext): Promise<readonly GroupTrial[]> {
  if (group.scenario.faults.length > 0) {
    return [await runPlanned(group, firstPlan(group), context)];
  }
  const clean = await runPlanned(group, firstPlan(group), context);
  const trials = [clean];
  for (const plan of listPlans(group, clean.record, context)) {
    if (context.signal.aborted) break;
    const skipped = skipUnseen(group, plan, { clean, suite: context.suite });
    trials.push(skipped ?? likeClean(await runPlanned(group, plan, context), clean));
  }
  return trials;
}

/** Where a fault kept an agent from running anything, the clean trial still says where its tools are. */
function likeClean(trial: GroupTrial, { record: clean }: GroupTrial): GroupTrial {
  const { record } = trial;
  const isSeen = record.events.some(
    (event) => event.type === 'delivery' && event.from === undefined,
  );
  if (clean.watched === undefined || isSeen) return trial;
  return { ...trial, record: { ...record, watched: clean.watched } };
}

/** No fault can strike the tools of an agent that runs them inside itself, so these trials are skipped. */
function skipUnseen(
  group: TrialGroup,
  plan: FaultPlan,
  { clean, suite }: { readonly clean: GroupTrial; readonly suite: Suite },
): GroupTrial | null {
  const { record } = clean;
  const isOfTools =
    plan.faults.length > 0 && plan.faults.every(({ address }) => address.on === 'tool');
  if (record.watched === undefined || !isOfTools) return null;
  const { cluster } = record;
  const outcome = { status: 'skipped', code: 'unreachable_tools', cause: unseenTools } as const;
  const lane = toLane(group, plan, suite);
  return {
    group,
    plan,
    record: { lane, cluster, outcome, tier: null, faults: [], watched: 'model', events: [] },
  };
}

const unseenTools =
  'The agent runs its tools inside itself, where no fault can strike: let it use the tools of the suite, over MCP or HTTP';

/** What a group is run under first: nothing, or the faults that belong to its scenario. */
export function firstPlan({ scenario }: TrialGroup): FaultPlan {
  return scenario.faults.length > 0
    ? { name: 'scenario', faults: scenario.faults, byHand: true }
    : { name: cleanPlan, faults: [], byHand: false };
}

/** The plans of a group besides the clean one. Without a clean trial that finished, presets have no places. */
export function listPlans(
  group: TrialGroup,
  clean: TrialRecord,
  context: Pick<GroupContext, 'plans' | 'presetPlans'>,
): readonly FaultPlan[] {
  const { named, presets } = context.plans;
  if (clean.outcome.status !== 'finished') return named;
  return [...named, ...presets.flatMap((preset) => context.presetPlans(preset, clean, group))];
}

/** Runs one trial of a group under one plan. */
export async function runPlanned(
  group: TrialGroup,
  given: FaultPlan,
  context: Omit<GroupContext, 'plans' | 'presetPlans'>,
): Promise<GroupTrial> {
  const plan = changeFaults(given, group.variant);
  const lane = toLane(group, plan, context.suite);
  const job = {
    suite: context.suite,
    scenario: group.scenario,
    variant: group.variant,
    plan,
    lane,
    ...(context.onLateEffect === undefined ? {} : { onLateEffect: context.onLateEffect }),
  };
  const first = await runTrial(job, context.source, context.signal);
  const record =
    context.source.again?.(job) === true
      ? await runTrial(job, context.source, context.signal)
      : first;
  return { group, plan, record: withReach(record, plan) };
}

/** The plan as a variant has it that sweeps a parameter of faults. */
function changeFaults(plan: FaultPlan, { faultChange }: TrialGroup['variant']): FaultPlan {
  if (faultChange === undefined) return plan;
  const { kind, parameter, value } = faultChange;
  const faults = plan.faults.map((fault) =>
    fault.inject.kind === kind
      ? { ...fault, inject: { ...fault.inject, [parameter]: value } }
      : fault,
  );
  return { ...plan, faults };
}

function toLane({ scenario, variant, repeat }: TrialGroup, plan: FaultPlan, suite: Suite): Lane {
  return {
    suite: suite.name,
    scenario: scenario.id,
    variant: variant.name,
    plan: plan.name,
    repeat,
  };
}

/**
 * A planned fault that never struck: a scenario's own makes the trial invalid, that of a plan for many makes it skipped. Of
 * several faults of such a plan, one may keep the conversation from the place of another: one that struck makes a trial.
 */
function withReach(record: TrialRecord, plan: FaultPlan): TrialRecord {
  if (record.outcome.status !== 'finished') return record;
  const fired = new Set<string>();
  for (const event of record.events) if (event.type === 'fault') fired.add(event.fault);
  const missed = plan.faults.filter((fault) => !fired.has(fault.name));
  const isEnough = plan.byHand ? missed.length === 0 : missed.length < plan.faults.length;
  if (plan.faults.length === 0 || isEnough) return record;
  const names = missed.map((fault) => `"${fault.name}"`);
  const { code, why } = findMiss(record, missed);
  const cause = `Fault ${names.join(', ')} never struck: ${why}`;
  if (plan.byHand) {
    return {
      ...record,
      outcome: { status: 'invalid', code: 'fault_not_reached', cause, detail: names },
    };
  }
  return { ...record, outcome: { status: 'skipped', code, cause } };
}

/** Why faults did not strike. */
function findMiss(
  record: TrialRecord,
  missed: readonly Fault[],
): { readonly code: string; readonly why: string } {
  if (record.watched === 'model' && missed.every(({ address }) => address.on === 'tool')) {
    const why = 'the agent runs its tools inside itself, where no fault can strike';
    return { code: 'unreachable_tools', why };
  }
  if (missed.every(({ address }) => reaches(record.events, address))) {
    const why = 'its place was reached, and what it changes was not there';
    return { code: 'nothing_to_strike', why };
  }
  return { code: 'unreachable', why: 'the conversation did not reach its place' };
}

/** Whether a conversation reached the place of a fault, regardless of the effect of the fault. */
function reaches(events: TrialRecord['events'], address: FaultAddress): boolean {
  if (address.on === 'model') {
    return events.some(
      (event) =>
        event.type === 'request' &&
        isAt(address.turn, event.turn) &&
        isAt(address.attempt, event.attempt),
    );
  }
  const deliveries = events.filter(
    (event) => event.type === 'delivery' && (address.tool === '*' || event.tool === address.tool),
  );
  return deliveries.length >= (address.call === '*' ? 1 : address.call);
}

function isAt(wanted: number | '*', count: number): boolean {
  return wanted === '*' || wanted === count;
}
