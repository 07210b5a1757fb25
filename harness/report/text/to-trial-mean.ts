import { infoOf } from '../../core/score/metric.ts';
import type { VariantSummary } from '../../core/run.ts';
import { formatValue } from '../../compare/judge/format-figure.ts';
import type { MetricFigure } from '../report-data.ts';

/** The plain mean over trials, named where it differs from the mean over clusters beside it; else nothing. */
export function toTrialMean(
  figure: MetricFigure,
  { scores }: Pick<VariantSummary, 'scores'>,
): string {
  const { metric, estimate } = figure;
  const plain = scores[metric]?.value ?? null;
  const { unit } = infoOf(figure);
  const text = formatValue(plain, unit);
  if (plain === null || text === formatValue(estimate.value, unit)) return '';
  return `; over trials ${text}`;
}
