import { expect } from 'vitest';

import type { StopReason } from '../core/trial/stop-reason.ts';
import type { FaultsInput } from './bench/choose-faults.ts';
import type { ArgumentsInput } from './matcher/match-arguments.ts';
import { matchers } from './matcher/matchers.ts';

export { describeSuite, type DescribeOptions } from './describe-suite.ts';
export { runScenario, type ScenarioOptions } from './run-scenario.ts';
export type { ScenarioResult } from './scenario-result.ts';
export type { TrialReason } from './bench/trial-reasons.ts';
export type { SuiteSource, TrialOptions } from './bench/trial-options.ts';
export type { ArgumentsInput, FaultsInput };
export { HarnessError } from './harness-error.ts';

/** Matchers for what `runScenario` gives. A trial that could not be measured is an error, under `.not` as well. */
export interface ScenarioMatchers {
  /** Everything that the scenario expects holds. */
  toPass(): void;
  /** A call of the tool ran, with at least these arguments. */
  toHaveCalled(tool: string, wanted?: ArgumentsInput): void;
  /** The effect of the tool (on this key) happened exactly once. */
  toHaveEffectOnce(tool: string, key?: string): void;
  /** The conversation ended for this reason, or in this turn at the latest. */
  toEndBy(wanted: StopReason | number): void;
  /** The same scenario passes under these faults: it is run again under each plan that they give. */
  toPassUnder(faults: FaultsInput): Promise<void>;
}

declare global {
  // vitest 3, 4 and 5 give their own types of assertions different parameters; all of them extend this one, which has none.
  // oxlint-disable-next-line typescript/no-namespace -- a global namespace of another package has no other way in
  namespace Chai {
    interface Assertion extends ScenarioMatchers {}
  }
}

expect.extend(matchers);
