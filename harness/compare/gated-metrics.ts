import type { MetricName } from '../core/metric.ts';

/** What decides a comparison unless metrics are named: few, so that adjusting p for their number costs little. */
export const gatedMetrics: readonly MetricName[] = [
  'task.success',
  'selection.f1',
  'arguments.valid_first',
  'effects.double',
  'termination.clean',
];
