import type { ByMetric } from './metric.ts';

/** Why a score is not perfect: a stable code, the event it came from, one sentence. */
export interface Loss {
  readonly code: string;
  /** `seq` of the event; `null` when it is about something that did not happen. */
  readonly event: number | null;
  readonly text: string;
}

/**
 * One metric of one trial. For shares `value = count / of`; `null` when there was nothing to judge
 * (`of` = 0), which is never averaged as 0 or 1.
 */
export interface Score {
  readonly value: number | null;
  readonly count: number;
  readonly of: number;
  readonly losses: readonly Loss[];
}

/** All scores of one trial. A metric that no scorer gave is absent. */
export type Scores = ByMetric<Score>;

/**
 * A metric over many trials. `value` is the mean of the trials' values, `null` where nothing was judged;
 * `count` and `of` are sums; `unmeasured` counts the trials where it did not apply.
 */
export interface MetricSummary {
  readonly value: number | null;
  readonly count: number;
  readonly of: number;
  readonly unmeasured: number;
}
