import { metricNames, type MetricName } from '../core/score/metric.ts';
import type { ToolShelf } from './tool-shelf.ts';

/** Metrics that need the tools' definitions. */
const bySchema: readonly MetricName[] = [
  'selection.hallucinated',
  'arguments.valid_first',
  'arguments.valid_final',
  'arguments.mended',
  'arguments.worse',
];

/**
 * Metrics that an import cannot measure. Effects are always among them, since a transcript records what was said, not
 * what was changed; `--effects` adds them.
 */
export function findUnmeasured(
  tools: ToolShelf | null,
  others: readonly MetricName[],
): ReadonlySet<MetricName> {
  return new Set([
    ...metricNames.filter((name) => name.startsWith('effects.')),
    ...(tools === null ? bySchema : []),
    ...others,
  ]);
}
