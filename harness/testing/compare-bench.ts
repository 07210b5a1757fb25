import { compareScores, type CompareOptions } from '../compare/compare-scores.ts';
import type { Comparison } from '../compare/comparison.ts';
import type { ComparedRecords } from '../compare/pair/compared-records.ts';
import type { MetricName } from '../core/score/metric.ts';
import type { ScoreRecord } from '../core/trial/trial.ts';

/** Records as one side of a comparison. */
export function toSide(records: readonly ScoreRecord[], name = 'a'): ComparedRecords {
  const side = {
    name,
    model: 'm',
    nature: 'scripted',
    about: null,
    toolset: 't@1',
    loop: 'l',
  } as const;
  return { suite: 'made', side, tools: [], records, refusals: [] };
}

/** Compares two lists of records. */
export function compare(
  baseline: readonly ScoreRecord[],
  candidate: readonly ScoreRecord[],
  options: Partial<CompareOptions> = {},
): Comparison {
  return compareScores(toSide(baseline), toSide(candidate, 'b'), { by: 'variant', ...options });
}

/** What a comparison says of a metric. */
export function metricOf(comparison: Comparison, name: MetricName): Comparison['metrics'][number] {
  const found = comparison.metrics.find(({ metric }) => metric === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

/** Twenty values of 1. */
export const ones = Array.from({ length: 20 }, () => 1);
/** The same with so many of 0 in front. */
export const zerosFirst = (count: number): readonly number[] =>
  ones.map((_, i) => (i < count ? 0 : 1));
