import type { Comparison, Estimate, MetricComparison } from '../../../compare/comparison.ts';
import { infoOf, type MetricName } from '../../../core/score/metric.ts';
import { formatDifference, formatValue } from '../../../compare/judge/format-figure.ts';
import { layoutTable } from '../layout-table.ts';
import { toLine } from '../to-plain-text.ts';

/** From so many comparisons on, a table of all sides comes first. */
const leastForLeaderboard = 3;

/**
 * One line per side, the best first, when several candidates were compared with one baseline: rank by the first
 * deciding metric, then by name. Empty where the baselines differ, since their figures are of different trials.
 */
export function toLeaderboardText(comparisons: readonly Comparison[]): string {
  const [first] = comparisons;
  const ranked = first === undefined ? null : toRankedBy(first);
  if (first === undefined || ranked === null || comparisons.length < leastForLeaderboard) return '';
  if (comparisons.some(({ baseline }) => baseline.name !== first.baseline.name)) return '';
  const { metric } = ranked;
  const { unit, better } = infoOf(ranked);
  const tokens = comparisons.find(({ descriptionTokens }) => descriptionTokens !== undefined)
    ?.descriptionTokens?.baseline;
  const sides = [
    toBaselineSide(first, metric, tokens),
    ...comparisons.map((one) => toSide(one, metric, tokens)),
  ];
  const sign = better === 'lower' ? 1 : -1;
  sides.sort((a, b) => sign * (toRank(a, sign) - toRank(b, sign)) || (a.name < b.name ? -1 : 1));
  const hasTokens = comparisons.some(({ descriptionTokens }) => descriptionTokens !== undefined);
  const rows = sides.map(({ name, estimate, difference, tokens, verdict }, place) => [
    String(place + 1),
    name,
    formatValue(estimate.value, unit),
    difference === 'baseline' ? difference : formatDifference(difference, unit),
    ...(hasTokens ? [tokens === null ? '' : String(tokens)] : []),
    verdict,
  ]);
  const header = ['', 'side', metric, 'difference', ...(hasTokens ? ['tokens'] : []), 'verdict'];
  const table = layoutTable([header, ...rows]);
  return `${[`${sides.length} sides, the best first:`, ...table].map(toLine).join('\n')}\n`;
}

interface RankedSide {
  readonly name: string;
  readonly estimate: Estimate;
  /** `null` where nothing was judged. */
  readonly difference: number | 'baseline' | null;
  /** About how many tokens its descriptions cost in each turn; `null` where no side differs. */
  readonly tokens: number | null;
  readonly verdict: string;
}

function toRankedBy({ metrics }: Comparison): MetricComparison | null {
  return (
    metrics.find(({ deciding }) => deciding === true) ?? metrics.find(({ gated }) => gated) ?? null
  );
}

function toBaselineSide(
  comparison: Comparison,
  metric: MetricName,
  tokens: number | undefined,
): RankedSide {
  const estimate = find(comparison, metric)?.baseline ?? nothing;
  const { name } = comparison.baseline;
  return { name, estimate, difference: 'baseline', tokens: tokens ?? null, verdict: '' };
}

/** A side whose descriptions cost as much as the baseline's has no figure of its own. */
function toSide(
  comparison: Comparison,
  metric: MetricName,
  tokens: number | undefined,
): RankedSide {
  const found = find(comparison, metric);
  return {
    name: comparison.candidate.name,
    estimate: found?.candidate ?? nothing,
    difference: found?.difference.value ?? null,
    tokens: comparison.descriptionTokens?.candidate ?? tokens ?? null,
    verdict: comparison.verdict,
  };
}

function find({ metrics }: Comparison, wanted: MetricName): MetricComparison | undefined {
  return metrics.find(({ metric }) => metric === wanted);
}

const nothing: Estimate = { value: null, low: null, high: null };

/** Sides that were not judged come last. */
function toRank({ estimate }: RankedSide, sign: number): number {
  return estimate.value ?? sign * Number.MAX_VALUE;
}
