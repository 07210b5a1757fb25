import { cleanPlan, type Lane } from '../../core/suite/lane.ts';
import type { Suite } from '../../core/suite/suite.ts';

/** Whether the suite has the scenario, the variant and the plan of a lane. Whether a fault finds its place is not asked. */
export function isWanted(lane: Lane, suite: Suite): boolean {
  const scenario = suite.scenarios.find((candidate) => candidate.id === lane.scenario);
  const variant = suite.variants.find((candidate) => candidate.name === lane.variant);
  if (lane.suite !== suite.name || scenario === undefined || variant === undefined) return false;
  if (scenario.variants !== null && !scenario.variants.includes(variant.name)) return false;
  if (scenario.faults.length > 0) return lane.plan === scenarioPlan;
  return lane.plan === cleanPlan || isOfTest(lane) || toPlanWord(lane.plan, suite) !== null;
}

/** The plan of a scenario that defines faults itself. */
const scenarioPlan = 'scenario';

/** Begins the names of plans whose faults a test wrote: no suite names them, so only their tests can say what they are for. */
export const testPlanPrefix = 'test.';

/** Whether a lane is of faults that a test wrote. */
export function isOfTest({ plan }: Pick<Lane, 'plan'>): boolean {
  return plan.startsWith(testPlanPrefix);
}

/** The word of `--faults` that makes a plan; `null` when there is none. */
export function toPlanWord(plan: string, suite: Suite): string | null {
  if (suite.plans.some(({ name }) => name === plan)) return plan;
  return /^(?:standard|full)(?=[./])|^chaos-[0-9]+$/u.exec(plan)?.[0] ?? null;
}
