import {
  isBuiltIn,
  type MetricInfo,
  type MetricName,
  type MetricRef,
  toMetricRef,
} from '../../core/score/metric.ts';
import { UsageError } from '../../core/usage-error.ts';
import { toMetrics } from '../../run/keep/to-manifest.ts';
import type { Suite } from '../../core/suite/suite.ts';
import type { ComparedRecords } from './compared-records.ts';

/**
 * The own metrics of both sides, by name.
 *
 * @param asked - metrics that were asked for by name; each must be on both sides.
 * @throws UsageError when a metric is not there, or is another on each side.
 */
export function joinOwnMetrics(
  sides: { readonly baseline: ComparedRecords; readonly candidate: ComparedRecords },
  asked: readonly MetricName[] = [],
): readonly MetricInfo[] {
  const own = new Map<string, MetricInfo>();
  for (const info of [...(sides.baseline.own ?? []), ...(sides.candidate.own ?? [])]) {
    const before = own.get(info.name);
    if (before !== undefined && (before.better !== info.better || before.unit !== info.unit)) {
      throw new UsageError(
        `Cannot compare ${info.name}: "${sides.baseline.side.name}" has it as ${toWords(before)}, "${sides.candidate.side.name}" as ${toWords(info)}. Score both with one definition`,
      );
    }
    own.set(info.name, info);
  }
  for (const metric of asked) {
    for (const side of [sides.baseline, sides.candidate]) requireMetric(metric, side);
  }
  return [...own.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/**
 * Refuses a metric that a run does not have.
 *
 * @throws UsageError naming the metric, the run's own ones, and what mends it.
 */
export function requireMetric(
  metric: MetricName,
  { own = [], side }: Pick<ComparedRecords, 'own' | 'side'>,
): void {
  if (isBuiltIn(metric) || own.some(({ name }) => name === metric)) return;
  const known = own.map(({ name }) => name).join(', ');
  throw new UsageError(
    `Cannot judge "${side.name}" by ${metric}: its run has no such metric${known === '' ? '' : `, only ${known}`}. Run it with the scorer that gives it, in \`scorers\` of the suite or of toolrig.config.ts`,
  );
}

/**
 * A metric that a suite is to be judged by, before anything of it is run.
 *
 * @throws UsageError when no scorer of the suite gives it.
 */
export function toMetricOf(suite: Suite, metric: MetricName): MetricRef {
  const { metrics: own = [] } = toMetrics(suite);
  if (isBuiltIn(metric) || own.some(({ name }) => name === metric)) return toMetricRef(metric, own);
  const known = own.map(({ name }) => name).join(', ');
  throw new UsageError(
    `Cannot judge suite "${suite.name}" by ${metric}: no scorer of it gives this metric${known === '' ? '' : `, only ${known}`}`,
  );
}

function toWords({ better, unit }: MetricInfo): string {
  return `${unit}, ${better} is better`;
}
