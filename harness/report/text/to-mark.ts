import type { MetricComparison } from '../../compare/comparison.ts';

/** The mark after a metric's name, which shows its role in the verdict. */
export function toMark({ gated, deciding }: Pick<MetricComparison, 'gated' | 'deciding'>): string {
  if (!gated) return '';
  return deciding === true ? ' **' : ' *';
}

/** What the marks mean. */
export const markLegend =
  '** decides: it must be shown to be not worse; * blocks when it is worse; p of both is adjusted (Holm)';
