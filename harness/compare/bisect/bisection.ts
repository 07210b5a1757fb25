import type { MetricRef } from '../../core/score/metric.ts';
import type { CulpritSearch } from './find-culprits.ts';
import type { ToolsetEdit } from './find-edits.ts';

/** Which of several edits of a toolset did the harm. */
export interface Bisection extends CulpritSearch, MetricRef {
  readonly suite: string;
  readonly baseline: string;
  readonly candidate: string;
  readonly edits: readonly ToolsetEdit[];
  /** Model requests of all measurements, the baseline's included. */
  readonly requests: number;
}
