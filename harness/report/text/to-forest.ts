import type { Comparison, Estimate, MetricComparison } from '../../compare/comparison.ts';
import { toShift } from '../../compare/judge/to-shift.ts';
import { infoOf, type MetricRef } from '../../core/score/metric.ts';
import { formatDifference } from '../../compare/judge/format-figure.ts';
import { toMark } from './to-mark.ts';

/** A line of a forest plot. */
export interface ForestRow {
  readonly label: string;
  /** One for each series; `null` where nothing was judged. */
  readonly points: readonly (ForestPoint | null)[];
}

/** One estimate on a line; `low` and `high` are `null` where there is no interval. */
export interface ForestPoint {
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly kind: 'better' | 'worse' | 'open' | 'plain';
  /** The figure in words, beside the plot; empty where points share a line. */
  readonly text: string;
}

/** A forest plot, ready to be drawn. */
export interface Forest {
  readonly title: string;
  readonly axis: string;
  readonly min: number;
  readonly max: number;
  /** Where nothing differs; `null` when the axis has no such place. */
  readonly zero: number | null;
  /** How far to the bad side still counts as not worse; `null` when metrics have several or none. */
  readonly margin: number | null;
  readonly rows: readonly ForestRow[];
  /** Names of the points of each row, in order; empty when there is one a row. */
  readonly series: readonly string[];
}

/**
 * Paired differences of a comparison as a forest plot, in percentage points. To the right is always better, so
 * metrics of which less is better are mirrored. Metrics that are not shares, and those that neither decide nor differ
 * anywhere, are left to the table.
 *
 * @returns `null` when there is nothing to draw.
 */
export function toDifferenceForest({
  metrics,
  baseline,
  candidate,
}: Pick<Comparison, 'metrics' | 'baseline' | 'candidate'>): Forest | null {
  const shown = metrics
    .filter((row) => infoOf(row).unit === 'share' && row.difference.value !== null)
    .filter((row) => row.gated || !isSame(row.difference))
    .toSorted((a, b) => Number(b.gated) - Number(a.gated));
  if (shown.length === 0) return null;
  const rows = shown.map(toDifferenceRow);
  const reach = Math.max(5, ...rows.flatMap(({ points }) => points.flatMap(toReach)));
  const limit = niceLimits.find((nice) => nice >= reach) ?? 100;
  const margins = new Set(shown.filter((row) => row.gated).map((row) => row.margin ?? null));
  const [first = null] = margins;
  const margin = margins.size === 1 && first !== null ? Number((100 * first).toFixed(2)) : null;
  const dashed = margin === null ? '' : `; dashed: margin: ${margin} points`;
  return {
    title: `${baseline.name} -> ${candidate.name}: paired differences`,
    axis: `left is worse, right is better; percentage points, 95 % interval or bound${dashed}`,
    min: -limit,
    max: limit,
    zero: 0,
    margin: margin === null ? null : -margin,
    rows,
    series: [],
  };
}

/** The metrics of a variant, or of one side of a comparison. */
export interface ValueSide {
  readonly name: string;
  readonly figures: readonly (MetricRef & { readonly estimate: Estimate })[];
}

/** Means of the variants of a run with their intervals, in per cent. `null` when nothing was judged. */
export function toValueForest(variants: readonly ValueSide[]): Forest | null {
  const figures = variants.map(
    (variant) => new Map(variant.figures.map((figure) => [figure.metric, figure.estimate])),
  );
  const refs = listRefs(variants).filter(
    (ref) =>
      infoOf(ref).unit === 'share' &&
      figures.some((own) => (own.get(ref.metric)?.value ?? null) !== null),
  );
  if (refs.length === 0) return null;
  return {
    title: 'means over scenarios',
    axis: 'per cent, with 95 % interval',
    min: 0,
    max: 100,
    zero: null,
    margin: null,
    rows: refs.map((ref) => ({
      label: infoOf(ref).better === 'lower' ? `${ref.metric} (less is better)` : ref.metric,
      points: figures.map((own) => toPlainPoint(own.get(ref.metric))),
    })),
    series: variants.map((variant) => variant.name),
  };
}

/** The metrics of all variants, each once. */
function listRefs(variants: readonly ValueSide[]): readonly MetricRef[] {
  const refs = new Map<string, MetricRef>();
  for (const figure of variants.flatMap(({ figures }) => figures)) {
    if (!refs.has(figure.metric)) refs.set(figure.metric, figure);
  }
  return [...refs.values()];
}

const niceLimits = [5, 10, 20, 25, 40, 50, 60, 80, 100];

function toDifferenceRow(row: MetricComparison): ForestRow {
  const { metric, difference } = row;
  const { better, unit } = infoOf(row);
  const sign = better === 'higher' ? 1 : -1;
  const at = (value: number | null): number | null => (value === null ? null : 100 * sign * value);
  const ends = toEnds(row)
    .map(at)
    .toSorted((a, b) => (a ?? 0) - (b ?? 0));
  return {
    label: `${metric}${toMark(row)}${better === 'lower' ? ' (less is better)' : ''}`,
    points: [
      {
        value: at(difference.value) ?? 0,
        low: ends[0] ?? null,
        high: ends[1] ?? null,
        kind: toKind(row),
        text: formatDifference(difference.value, unit),
      },
    ],
  };
}

/** Where nothing moved there is no interval: the exact bound is drawn, to both sides. */
function toEnds({ difference, worseShareBound }: MetricComparison): readonly (number | null)[] {
  const { value, low, high } = difference;
  const isMissing = low === null || low === high;
  if (value !== 0 || !isMissing || worseShareBound === undefined) return [low, high];
  return [-worseShareBound, worseShareBound];
}

/** The verdict of a metric that decides outweighs its interval: a single double refund is a regression. */
function toKind(row: MetricComparison): ForestPoint['kind'] {
  if (row.gated && row.verdict === 'REGRESSION') return 'worse';
  const { way, significant } = toShift(row);
  return significant ? way : 'open';
}

function toPlainPoint(estimate: Estimate | undefined): ForestPoint | null {
  if (estimate === undefined || estimate.value === null) return null;
  const { value, low, high } = estimate;
  return {
    value: 100 * value,
    low: low === null ? null : 100 * low,
    high: high === null ? null : 100 * high,
    kind: 'plain',
    text: '',
  };
}

function isSame({ value, low, high }: Estimate): boolean {
  return value === 0 && low === high;
}

function toReach(point: ForestPoint | null): readonly number[] {
  if (point === null) return [];
  const { value, low, high } = point;
  return [value, low ?? value, high ?? value].map(Math.abs);
}
