import type { FaultPlan, FaultRecord } from '../core/fault.ts';
import type { FaultCounts } from '../core/run.ts';

/** Counts planned faults and what became of them. A fault without a record, or that never fired, is unreachable. */
export function countFaults(
  plans: readonly FaultPlan[],
  records: readonly FaultRecord[],
): FaultCounts {
  const planned = plans.reduce((sum, plan) => sum + plan.faults.length, 0);
  const reached = records.filter((record) => record.fired > 0);
  return {
    planned,
    fired: reached.length,
    noticed: reached.filter((record) => record.noticed).length,
    handled: reached.filter((record) => record.handled === true).length,
    unreachable: planned - reached.length,
  };
}
