import type { Comparison, MetricComparison } from '../comparison.ts';
import { compareAllRuns } from '../compare-runs.ts';
import { isByPlan } from '../pair/is-by-plan.ts';
import type { RunSource } from '../pair/run-source.ts';
import { type FieldChange, findChange } from './check-comparison.ts';

/** A field of one of several comparisons. */
export interface ComparisonChange extends FieldChange {
  /** Its place in the list that was checked. */
  readonly index: number;
}

/**
 * Recomputes stored comparisons from the run in the same folder, where both sides of each are variants of it, with the
 * metrics and the margin that the file names. Other comparisons need another run and are not recomputed. Refusals by
 * `--min-coverage` are taken from the file, since they can only make a comparison INVALID.
 */
export async function checkWithRun(
  stored: readonly Comparison[],
  source: RunSource,
): Promise<ComparisonChange | null> {
  const [first] = stored;
  const options = first === undefined ? null : toOptions(first);
  if (options === null || !stored.every((comparison) => isOfRun(comparison, source))) return null;
  const due = await compareAllRuns(
    stored.map(({ baseline, candidate, by }) => ({
      baseline: { source, variant: baseline.name, plans: null },
      candidate: { source, variant: candidate.name, plans: null },
      by,
    })),
    options,
  );
  for (const [index, comparison] of stored.entries()) {
    const again = due[index];
    const change = again === undefined ? null : compareFields(comparison, again);
    if (change !== null) return { ...change, index };
  }
  return null;
}

function isOfRun({ baseline, candidate, by, sequential }: Comparison, source: RunSource): boolean {
  if (isByPlan(by) || sequential !== undefined) return false;
  return [baseline, candidate].every(({ name }) =>
    source.variants.some((variant) => variant.name === name),
  );
}

/** All comparisons of one command share a margin; of amounts the file has it in their own unit. */
function toOptions({ metrics }: Comparison): Parameters<typeof compareAllRuns>[1] | null {
  const margin = metrics.find(({ metric }) => !metric.startsWith('cost.'))?.margin;
  if (margin === undefined) return null;
  const gated = metrics.filter((metric) => metric.gated);
  return {
    margin,
    metrics: gated.map(({ metric }) => metric),
    deciding: gated.filter(({ deciding }) => deciding === true).map(({ metric }) => metric),
    minCoverage: 0,
  };
}

/** That a metric was asked for by name is not in the file, so a refusal for that reason says nothing. */
function compareFields(stored: Comparison, due: Comparison): FieldChange | null {
  const said = new Map(stored.metrics.map((metric) => [metric.metric, metric]));
  const tools = new Map((stored.tools ?? []).map((tool) => [tool.tool, tool]));
  return findChange([
    [['identical'], stored.identical, due.identical],
    [['coverage', 'pairedTrials'], stored.coverage.pairedTrials, due.coverage.pairedTrials],
    [['coverage', 'clusters'], stored.coverage.clusters, due.coverage.clusters],
    ...due.metrics.flatMap((metric) => compareMetric(said.get(metric.metric), metric)),
    ...(due.tools ?? []).flatMap(({ tool, verdict, blocks }) => [
      [['tools', tool, 'verdict'], tools.get(tool)?.verdict, verdict] as const,
      [['tools', tool, 'blocks'], tools.get(tool)?.blocks, blocks] as const,
    ]),
    ...(due.invalidReasons.some(({ code }) => code !== 'metric_not_judged') &&
    stored.invalidReasons.length === 0
      ? [[['verdict'], stored.verdict, due.verdict] as const]
      : []),
  ]);
}

function compareMetric(
  stored: MetricComparison | undefined,
  due: MetricComparison,
): Parameters<typeof findChange>[0] {
  const place = ['metrics', due.metric];
  return [
    [[...place, 'baseline', 'value'], stored?.baseline.value, due.baseline.value],
    [[...place, 'candidate', 'value'], stored?.candidate.value, due.candidate.value],
    [[...place, 'difference', 'value'], stored?.difference.value, due.difference.value],
    [[...place, 'adjustedP'], stored?.adjustedP, due.adjustedP],
    [[...place, 'clusters'], stored?.clusters, due.clusters],
    [[...place, 'verdict'], stored?.verdict, due.verdict],
  ];
}
