import { afterAll, describe, expect, test, type TestContext } from 'vitest';

import { cleanPlan } from '../core/suite/lane.ts';
import type { FaultPlan } from '../core/suite/fault.ts';
import { leaveOut } from '../run/keep/trial-keeper.ts';
import { nameSuite } from './bench/open-suite.ts';
import { type PlannedGroup, planTests, type TestSelection } from './bench/plan-tests.ts';
import { refuseUnmeasured } from './bench/refuse-unmeasured.ts';
import { type BenchTrial, openBench, type SuiteBench } from './bench/suite-bench.ts';
import { watchSuite } from './bench/watch-suite.ts';
import type { SuiteSource, TrialOptions } from './bench/trial-options.ts';
import { findWorker, readUpdateState, type Worker } from './bench/worker.ts';
import { createWholeCheck, type WholeCheck } from './bench/whole-check.ts';
import { HarnessError, trimStack } from './harness-error.ts';
import { runPlans } from './run-scenario.ts';
import { toScenarioResult } from './scenario-result.ts';
import { createStage, type Stage } from './staged/create-stage.ts';

/** The part of a suite that becomes tests, and how its trials are run. */
export interface DescribeOptions extends TrialOptions {
  /** Names, with `*` for any characters; `'*'` = all. Default: the suite's default variant. */
  readonly variants?: readonly string[] | '*';
  /** Ids, with `*` for any characters. Default: all. */
  readonly scenarios?: readonly string[];
  /** Only scenarios with one of these tags. */
  readonly tags?: readonly string[];
  /**
   * Plans besides the clean one, by the words of `--faults`: `'standard'`, `'full'`, `'chaos-7'`, plans of the suite.
   */
  readonly faults?: readonly string[];
  /** Attempts at each scenario. Default: the suite's own number. */
  readonly repeats?: number;
  /** Runs the tests of the suite at the same time: for agents and tools that wait in real time. */
  readonly concurrent?: boolean;
}

/** Real time for one trial: as long as the reference loop gives a conversation. */
const usualTimeoutMs = 120_000;

/**
 * Makes one test of each scenario and plan of a suite. A trial that fails is a test that fails, with the reason and the
 * turn; one that could not be measured fails as an error of the harness; a fault that has no place to strike is a
 * skipped test.
 */
export function describeSuite(source: SuiteSource, options: DescribeOptions = {}): void {
  const worker = findWorker();
  const named = nameSuite(source, options, worker);
  describe(named.title, { concurrent: options.concurrent === true }, async () => {
    watchSuite(named, worker, null);
    const bench = await openBench(named, options, worker.io);
    watchSuite(named, worker, bench.suite.name);
    const selection = toSelection(bench, options);
    const planned = await planTests(bench, selection);
    const parts: Parts = {
      bench,
      worker,
      stage: createStage(bench, { root: worker.stage, testFile: worker.testFile }),
      check: createWholeCheck(bench, selection),
      timeout: options.timeout ?? usualTimeoutMs,
    };
    addGroups(planned, parts, { isNamed: options.variants !== undefined });
    afterAll(async () => {
      await bench.close();
      parts.check.end(parts.stage);
    });
  });
}

interface Parts {
  readonly bench: SuiteBench;
  readonly worker: Worker;
  readonly stage: Stage;
  readonly check: WholeCheck;
  readonly timeout: number;
}

function toSelection({ suite }: SuiteBench, options: DescribeOptions): TestSelection {
  return {
    variants: options.variants ?? null,
    ...(options.scenarios === undefined ? {} : { scenarios: options.scenarios }),
    ...(options.tags === undefined ? {} : { tags: options.tags }),
    faults: options.faults ?? [],
    repeats: options.repeats ?? suite.repeats,
  };
}

/** Variants that were chosen are shown; a suite's default one is not. */
function addGroups(
  planned: readonly PlannedGroup[],
  parts: Parts,
  { isNamed }: { readonly isNamed: boolean },
): void {
  for (const variant of new Set(planned.map(({ group }) => group.variant))) {
    const own = planned.filter(({ group }) => group.variant === variant);
    if (isNamed) {
      describe(variant.name, () => {
        for (const group of own) addTests(group, parts);
      });
    } else {
      for (const group of own) addTests(group, parts);
    }
  }
}

function addTests(planned: PlannedGroup, parts: Parts): void {
  const { group, plans } = planned;
  const runs = new GroupRuns(planned, parts);
  const repeat = parts.check.selection.repeats > 1 ? ` r${group.repeat}` : '';
  const name = group.scenario.id;
  const add = (title: string, run: (context: TestContext) => Promise<void>): void => {
    parts.check.expect();
    test(`${title}${repeat}`, { timeout: parts.timeout }, async (context) => {
      await run(context);
    });
  };
  add(name, async (context) => {
    runs.judge(await runs.first(context), context);
  });
  if (plans === null) {
    add(`${name} [${parts.check.selection.faults.join(', ')}]`, async (context) => {
      await runs.judgeOpen(context);
    });
  }
  plans?.forEach((plan, index) => {
    add(`${name} [${plan.name}]`, async (context) => {
      runs.judge(await runs.under(plan, index + 1, context), context);
    });
  });
}

/** The trials of one group: the first one is run once, whichever test needs it. */
class GroupRuns {
  readonly #planned: PlannedGroup;
  readonly #parts: Parts;
  #first: Promise<BenchTrial> | null = null;

  constructor(planned: PlannedGroup, parts: Parts) {
    this.#planned = planned;
    this.#parts = parts;
  }

  /** A test that is tried again runs its trial again. */
  async first(context: TestContext): Promise<BenchTrial> {
    if (this.#first === null || isRetry(context)) this.#first = this.#runFirst(context);
    return await this.#first;
  }

  async under(plan: FaultPlan, index: number, context: TestContext): Promise<BenchTrial> {
    const { bench, stage, check } = this.#parts;
    const clean = await this.first(context);
    const run = await bench.run(this.#planned.group, plan, this.#toWay(context));
    const isBroken = clean.scored.verdict === 'failed' && !plan.byHand;
    const trial = isBroken ? { ...run, ...leaveOut(run, clean.scored) } : run;
    stage.keep(trial, this.#planned.rankOf(index), describer);
    check.add(trial);
    return trial;
  }

  /** Passes, fails or skips the test that a trial belongs to. */
  judge(trial: BenchTrial, context: TestContext): void {
    const { bench, check } = this.#parts;
    check.done();
    const { isUpdateRefused } = readUpdateState(this.#parts.worker.io);
    refuseUnmeasured(trial, { suite: bench.suite, isUpdateRefused });
    const { outcome } = trial.record;
    // It ends the test by an exception.
    if (outcome.status === 'skipped') context.skip(outcome.cause);
    const { group } = this.#planned;
    const result = toScenarioResult(trial, async (faults) =>
      runPlans({ bench, group, worker: this.#parts.worker, stage: null }, faults),
    );
    try {
      expect(result).toPass();
    } catch (error) {
      // No line of a test file made this test.
      if (error instanceof Error) trimStack(error);
      throw error;
    }
  }

  /** One test for all plans that were not known before. All of them run, so that all of them are recorded. */
  async judgeOpen(context: TestContext): Promise<void> {
    const clean = await this.first(context);
    this.#parts.check.done();
    if (clean.record.outcome.status !== 'finished') {
      context.skip('The trial without faults could not be measured, so faults have no places');
    }
    const errors: Error[] = [];
    for (const [index, plan] of this.#planned.plansAfter(clean).entries()) {
      const trial = await this.under(plan, index + 1, context);
      if (trial.record.outcome.status === 'skipped') continue;
      try {
        this.judge(trial, context);
      } catch (error) {
        errors.push(error instanceof Error ? error : new Error(String(error)));
      }
    }
    const first = errors.find((error) => error instanceof HarnessError) ?? errors[0];
    if (first === undefined) return;
    first.message = errors.map(({ message }) => message).join('\n');
    throw first;
  }

  async #runFirst(context: TestContext): Promise<BenchTrial> {
    const { bench, stage, check } = this.#parts;
    const { group, first, peeked } = this.#planned;
    const way = this.#toWay(context);
    // A trial that was replayed to find places need be neither run nor recorded again.
    const trial =
      peeked !== null && !isRetry(context) ? peeked : await bench.run(group, first, way);
    stage.keep(trial, this.#planned.rankOf(0), describer);
    check.add(trial);
    return trial;
  }

  #toWay(context: TestContext): Parameters<SuiteBench['run']>[2] {
    const { bench, worker } = this.#parts;
    const { isUpdating } = readUpdateState(worker.io);
    return { mode: bench.modeOf(this.#planned.group, isUpdating), signal: context.signal };
  }
}

/** Trials of `describeSuite` are one plan, whichever test runs them. */
const describer = cleanPlan;

function isRetry({ task }: TestContext): boolean {
  return (task.result?.retryCount ?? 0) > 0 || (task.result?.repeatCount ?? 0) > 0;
}
