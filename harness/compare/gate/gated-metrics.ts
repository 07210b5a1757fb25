import type { MetricName } from '../../core/score/metric.ts';

/**
 * The metrics that are gated unless others are named. There are few, so that adjusting p for their number costs little
 * statistical power.
 */
export const gatedMetrics: readonly MetricName[] = [
  'task.success',
  'selection.f1',
  'arguments.valid_first',
  'effects.double',
  'termination.clean',
];

const decidingMetrics: readonly MetricName[] = ['task.success'];

/**
 * Which of the gated metrics must be shown to be not worse; the others block only when they are worse. By default
 * `task.success`, or what the suite names; all of them where none of these is gated, since something must decide.
 */
export function chooseDeciding(
  gated: readonly MetricName[],
  named: readonly MetricName[] = decidingMetrics,
): ReadonlySet<MetricName> {
  const wanted = gated.filter((metric) => named.includes(metric));
  return new Set(wanted.length === 0 ? gated : wanted);
}
