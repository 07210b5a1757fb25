/** A trial's identity, from names only. */
export interface Lane {
  readonly suite: string;
  readonly scenario: string;
  readonly variant: string;
  /** `none` is the clean plan. */
  readonly plan: string;
  /** Counts from 1. */
  readonly repeat: number;
}

/** The name of the clean plan. */
export const cleanPlan = 'none';

/** The lane as one line: `suite/scenario/variant/plan/rN`. */
export function toLaneId(lane: Lane): string {
  return `${lane.suite}/${lane.scenario}/${lane.variant}/${lane.plan}/r${lane.repeat}`;
}

/** The lane of the same trial without faults. */
export function toCleanLane(lane: Lane): Lane {
  return { ...lane, plan: cleanPlan };
}

/** Whether two lanes are one. */
export function isSameLane(left: Lane, right: Lane): boolean {
  return (
    left.repeat === right.repeat &&
    left.scenario === right.scenario &&
    left.plan === right.plan &&
    left.variant === right.variant &&
    left.suite === right.suite
  );
}
