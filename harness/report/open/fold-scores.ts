import type { StoredRun } from '../../run/folder/read-run.ts';
import type { VariantReport } from '../report-data.ts';
import { VariantFold } from './fold-variant.ts';

/** The figures of each variant of a run, from its scores alone. */
export async function foldScores({
  scores,
  summary,
}: Pick<StoredRun, 'scores' | 'summary'>): Promise<readonly VariantReport[]> {
  const folds = new Map(
    Object.keys(summary.variants).map((name) => [name, new VariantFold(summary.metrics)]),
  );
  for await (const score of scores()) folds.get(score.lane.variant)?.add(score, null);
  return [...folds].flatMap(([name, fold]) => {
    const variant = summary.variants[name];
    return variant === undefined ? [] : [fold.toReport(name, variant)];
  });
}
