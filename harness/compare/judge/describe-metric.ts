import { infoOf } from '../../core/score/metric.ts';
import type { MetricComparison } from '../comparison.ts';
import { formatFigure, formatGap, formatP, formatSigned } from './format-figure.ts';
import { toShift } from './to-shift.ts';

type Figures = Omit<MetricComparison, 'sentence' | 'advice'>;

/** Describes the result of a metric in one sentence, without a full stop. */
export function describeMetric(figures: Figures): string {
  const { metric, baseline, candidate, difference, verdict } = figures;
  const { unit } = infoOf(figures);
  if (baseline.value === null || candidate.value === null || difference.value === null) {
    return `${metric} was judged in no trial that both sides have`;
  }
  if (verdict === 'INVALID') return `${metric} has a value that is not a finite number`;
  if (figures.worseShareBound !== undefined && difference.value === 0) {
    return `${metric} is ${formatFigure(candidate.value, unit)} on both sides, in ${countClusters(figures.clusters)}${toDoubt(figures, figures.worseShareBound)}`;
  }
  const now = formatFigure(candidate.value, unit);
  const way =
    difference.value === 0
      ? `${metric} stays at ${now}`
      : `${metric} ${difference.value > 0 ? 'rose' : 'fell'} from ${formatFigure(baseline.value, unit)} to ${now}`;
  return `${way}${toEvidence(figures)}: ${toConclusion(figures)}`;
}

function toEvidence(figures: Figures): string {
  const { difference, p, adjustedP, clusters } = figures;
  const { unit } = infoOf(figures);
  const parts = [
    difference.low === null || difference.high === null
      ? figures.worseShareBound === undefined
        ? null
        : 'the same in every cluster'
      : `95 % interval ${formatSigned(difference.low, unit)} to ${formatSigned(difference.high, unit)}${unit === 'share' ? ' points' : ''}`,
    p === null ? null : `p ${formatP(p)}`,
    adjustedP === null || adjustedP === p ? null : `adjusted ${formatP(adjustedP)}`,
    countClusters(clusters),
  ];
  return ` (${parts.filter((part) => part !== null).join(', ')})`;
}

function toConclusion(figures: Figures): string {
  const margin = formatGap(figures.margin ?? 0, infoOf(figures).unit);
  const shift = toShift(figures);
  switch (figures.verdict) {
    case 'REGRESSION':
      return isDouble(figures) && figures.baseline.value === 0
        ? 'worse, since not one irreversible effect may happen twice'
        : 'worse';
    case 'PASS': {
      if (shift.way === 'better' && shift.significant) return 'better';
      return `not worse by more than ${margin}${isDouble(figures) && figures.candidate.value !== 0 ? ', but not 0' : ''}`;
    }
    default:
      return toOpen(figures, margin);
  }
}

function toOpen(figures: Figures, margin: string): string {
  if (figures.clustersToDecide !== undefined) return toExactBound(figures);
  if (figures.clusters === 1) return 'a single cluster cannot show significance';
  return toShift(figures).way === 'worse'
    ? 'it looks worse, but is not significant'
    : `a loss of more than ${margin} is neither shown nor ruled out`;
}

function toExactBound(figures: Figures): string {
  const { moved, clusters, exactLoss, clustersToDecide } = figures;
  const { unit } = infoOf(figures);
  const most = exactLoss === undefined ? '' : `, up to ${formatGap(exactLoss, unit)} could be lost`;
  const found = `${moved ?? 0} of ${countClusters(clusters)} moved: by the exact bound${most}`;
  return clustersToDecide === null || clustersToDecide === undefined
    ? found
    : `${found}; ${clustersToDecide} clusters would decide it if no more of them move`;
}

/** The loss that so few clusters cannot exclude although nothing moved. */
function toDoubt(figures: Figures, bound: number): string {
  const { verdict, clustersToDecide, margin = 0 } = figures;
  if (verdict === 'PASS' && bound <= margin) return '';
  const open = `: nothing moved, yet up to ${Math.ceil(bound * 100)} % of clusters like these could still get worse`;
  if (clustersToDecide === undefined) return open;
  return clustersToDecide === null
    ? `${open}, and no number of clusters shows that there is no loss at all`
    : `${open}; ${clustersToDecide} clusters without a change would decide it`;
}

function isDouble({ metric }: Figures): boolean {
  return metric === 'effects.double';
}

function countClusters(clusters: number): string {
  return clusters === 1 ? '1 cluster' : `${clusters} clusters`;
}
