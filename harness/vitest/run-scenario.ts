import { expect } from 'vitest';

import { cleanPlan } from '../core/suite/lane.ts';
import type { FaultPlan } from '../core/suite/fault.ts';
import { UsageError } from '../core/usage-error.ts';
import { choosePlans, makePresetPlans } from '../run/plan/choose-plans.ts';
import { planGroups, type TrialGroup } from '../run/plan/plan-groups.ts';
import { firstPlan, listPlans } from '../run/trial/run-group.ts';
import { chooseFaults, type FaultsInput } from './bench/choose-faults.ts';
import { nameSuite } from './bench/open-suite.ts';
import { rankGroup } from './bench/plan-tests.ts';
import { refuseSkipped, refuseUnmeasured } from './bench/refuse-unmeasured.ts';
import { type BenchTrial, openBench, type SuiteBench } from './bench/suite-bench.ts';
import { watchSuite } from './bench/watch-suite.ts';
import type { SuiteSource, TrialOptions } from './bench/trial-options.ts';
import { findWorker, readUpdateState, type Worker } from './bench/worker.ts';
import { HarnessError } from './harness-error.ts';
import { type ScenarioResult, toScenarioResult } from './scenario-result.ts';
import { createStage, type Stage } from './staged/create-stage.ts';

/** Which trial of a scenario is run, and how. */
export interface ScenarioOptions extends TrialOptions {
  /** Default: the suite's default variant, or the first that the scenario is for. */
  readonly variant?: string;
  /** Faults of one plan. Default: none, or those that belong to the scenario. */
  readonly faults?: FaultsInput;
  /** Which attempt; counts from 1. */
  readonly repeat?: number;
}

/**
 * Runs one trial of a scenario and returns its result.
 *
 * @throws HarnessError when it could not be measured, UsageError for a name that the suite does not have.
 */
export async function runScenario(
  source: SuiteSource,
  id: string,
  options: ScenarioOptions = {},
): Promise<ScenarioResult> {
  const worker = findWorker();
  const bench = await shareBench(source, options, worker);
  const group = findGroup(bench, id, options);
  const stage = createStage(bench, { root: worker.stage, testFile: worker.testFile });
  const parts = { bench, group, worker, stage };
  const plans = await findPlans(parts, options.faults ?? []);
  const [only] = plans;
  if (only !== undefined && plans.length === 1) {
    const trial = await runTrial(parts, only);
    refuseSkipped(trial);
    return toResult(parts, trial);
  }
  const names = plans.map(({ plan }) => plan.name);
  throw new UsageError(
    `Cannot run scenario "${id}" under ${JSON.stringify(options.faults)} as one trial: it gives ${names.length} plans${names.length === 0 ? '' : `, such as ${names.slice(0, 5).join(', ')}`}. Name one of them, or use \`toPassUnder\` for all`,
  );
}

/** What trials of one group need. */
export interface GroupBench {
  readonly bench: SuiteBench;
  readonly group: TrialGroup;
  readonly worker: Worker;
  /** `null`: nothing is reported to the reporter. */
  readonly stage: Stage | null;
}

/** A plan and its place among those of its group. */
interface RankedPlan {
  readonly plan: FaultPlan;
  readonly rank: number;
}

/**
 * Runs a scenario under each plan that the faults give, or clean when there are none. Where there are several plans,
 * those without a place to strike are left out.
 *
 * @throws HarnessError for the first trial that could not be measured, and where nothing struck.
 */
export async function runPlans(
  parts: GroupBench,
  faults: FaultsInput,
): Promise<readonly ScenarioResult[]> {
  const plans = await findPlans(parts, faults);
  const trials: BenchTrial[] = [];
  for (const plan of plans) trials.push(await runTrial(parts, plan));
  const struck = trials.filter(({ record }) => record.outcome.status !== 'skipped');
  if (struck.length > 0) return struck.map((trial) => toResult(parts, trial));
  trials.forEach(refuseSkipped);
  throw new HarnessError(
    'NOTHING_STRUCK',
    `INVALID: scenario "${parts.group.scenario.id}" has no place for ${JSON.stringify(faults)}, so nothing was tested`,
  );
}

/** The plans that the faults give. Presets take their places from the first trial, which is run for that. */
async function findPlans(parts: GroupBench, faults: FaultsInput): Promise<readonly RankedPlan[]> {
  const { bench, group } = parts;
  const chosen = chooseFaults(bench.suite, faults);
  if (chosen.plan !== null) return [{ plan: chosen.plan, rank: adHocRank }];
  const first = { plan: firstPlan(group), rank: 0 };
  const words = chosen.words.filter((word) => word !== cleanPlan);
  if (words.length === 0) return [first];
  if (first.plan.faults.length > 0) {
    throw new UsageError(
      `Cannot run scenario "${group.scenario.id}" under ${words.join(', ')}: it has faults of its own, and is run under just these`,
    );
  }
  const plans = choosePlans(bench.suite, words);
  if (plans.presets.length === 0) return rank(plans.named);
  const clean = await runTrial(parts, first);
  const presetPlans = makePresetPlans(bench.suite);
  return rank(listPlans(group, clean.record, { plans, presetPlans }));
}

function rank(plans: readonly FaultPlan[]): readonly RankedPlan[] {
  return plans.map((plan, index) => ({ plan, rank: index + 1 }));
}

/** Behind the plans of presets. */
const adHocRank = 1_000_000;

function toResult(parts: GroupBench, trial: BenchTrial): ScenarioResult {
  return toScenarioResult(trial, async (faults) => await runPlans(parts, faults));
}

async function runTrial(
  { bench, group, worker, stage }: GroupBench,
  { plan, rank: place }: RankedPlan,
): Promise<BenchTrial> {
  const { isUpdating, isUpdateRefused } = readUpdateState(worker.io);
  const trial = await bench.run(group, plan, { mode: bench.modeOf(group, isUpdating) });
  stage?.keep(trial, rankGroup(bench, group, place), expect.getState().currentTestName ?? '');
  refuseUnmeasured(trial, { suite: bench.suite, isUpdateRefused });
  return trial;
}

function findGroup(bench: SuiteBench, id: string, options: ScenarioOptions): TrialGroup {
  const { suite } = bench;
  const { repeat = 1 } = options;
  const scenario = suite.scenarios.find((one) => one.id === id);
  const isForDefault = suite.variants.some(
    ({ name, isDefault }) => isDefault && scenario?.variants?.includes(name) !== false,
  );
  const variant = options.variant ?? (isForDefault ? undefined : scenario?.variants?.[0]);
  const [...groups] = planGroups(suite, {
    variants: variant === undefined ? null : [variant],
    scenarios: [id],
    repeats: repeat,
  });
  const group = groups.findLast((one) => one.repeat === repeat && one.scenario.id === id);
  if (group !== undefined) return group;
  throw new UsageError(
    `Cannot run repeat ${repeat} of scenario "${id}": expected a whole number from 1 and one scenario, not a pattern`,
  );
}

/** What one run of a test file has opened. vitest makes a state of snapshots for each. */
const opened = new WeakMap<object, Map<string, Promise<SuiteBench>>>();
const idOfSource = new WeakMap<object, number>();
let sources = 0;

async function shareBench(
  source: SuiteSource,
  options: ScenarioOptions,
  worker: Worker,
): Promise<SuiteBench> {
  const { variant: _variant, faults: _faults, repeat: _repeat, ...shared } = options;
  const key = JSON.stringify([nameSource(source), shared]);
  const run: object = expect.getState().snapshotState;
  const known = opened.get(run) ?? new Map<string, Promise<SuiteBench>>();
  opened.set(run, known);
  const found = known.get(key) ?? open(source, shared, worker);
  known.set(key, found);
  return await found;
}

async function open(
  source: SuiteSource,
  options: TrialOptions,
  worker: Worker,
): Promise<SuiteBench> {
  const named = nameSuite(source, options, worker);
  watchSuite(named, worker, null);
  const bench = await openBench(named, options, worker.io);
  watchSuite(named, worker, bench.suite.name);
  return bench;
}

/** Imported suites are distinguished by identity. */
function nameSource(source: SuiteSource): string | number {
  if (typeof source === 'string') return source;
  if (source instanceof URL) return source.href;
  const id = idOfSource.get(source) ?? (sources += 1);
  idOfSource.set(source, id);
  return id;
}
