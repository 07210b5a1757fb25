import type {
  Comparison,
  DiffPiece,
  Flip,
  MetricComparison,
  ToolChange,
} from '../../compare/comparison.ts';
import { infoOf } from '../../core/score/metric.ts';
import { formatDifference, formatP, formatValue } from '../../compare/judge/format-figure.ts';
import { toIntervalText } from '../text/to-interval-text.ts';
import { markLegend, toMark } from '../text/to-mark.ts';
import { toVisibleText } from '../text/to-visible-text.ts';
import { toCodeBlock, toCodeSpan, toMarkdownText } from './to-code-span.ts';
import { toFold, toFoldedList } from './to-fold.ts';
import { toMarkdownTable } from './to-markdown-table.ts';

/** A summary fits on one screen: the first flips are on the page, more are folded. */
const flipList = { shown: 10, most: 50 };

/** A comparison as Markdown blocks: verdict and sentence, what decides, what flipped, which texts changed. */
export function toComparisonMarkdown(comparison: Comparison): readonly string[] {
  const { baseline, candidate, verdict, sentence, metrics } = comparison;
  const gated = metrics.filter((metric) => metric.gated && metric.clusters > 0);
  const head = ['metric', 'baseline', 'candidate', 'difference', '95 % interval', 'p', 'verdict'];
  const advice = [...new Set(gated.map((metric) => metric.advice).filter((text) => text !== null))];
  return [
    `### ${toCodeSpan(baseline.name)} → ${toCodeSpan(candidate.name)}: ${verdict}`,
    toMarkdownText(sentence),
    ...(gated.length === 0 ? [] : [toMarkdownTable([head, ...gated.map(toRow)])]),
    ...(gated.length === 0 ? [] : [toMarkdownText(markLegend)]),
    ...toTools(comparison),
    ...toFlips(comparison.flips),
    ...toChanges(comparison.toolChanges),
    ...foldAll('How sure this is', [...toTrialMeans(gated), ...advice.map(toMarkdownText)]),
  ];
}

function toRow(row: MetricComparison): readonly string[] {
  const { unit } = infoOf(row);
  const { value } = row.difference;
  const p = row.adjustedP ?? row.p;
  return [
    toMarkdownText(`${row.metric}${toMark(row)}`),
    formatValue(row.baseline.value, unit),
    formatValue(row.candidate.value, unit),
    formatDifference(value, unit),
    toIntervalText(row),
    p === null ? 'n/a' : formatP(p),
    row.verdict,
  ];
}

/** Where two means differ, both are named. */
function toTrialMeans(metrics: readonly MetricComparison[]): readonly string[] {
  const texts = metrics.flatMap((row) => {
    const { metric, trialMeans } = row;
    if (trialMeans === undefined) return [];
    const { unit } = infoOf(row);
    const { baseline, candidate } = trialMeans;
    return [`${metric} ${formatValue(baseline, unit)} → ${formatValue(candidate, unit)}`];
  });
  return texts.length === 0
    ? []
    : [
        toMarkdownText(
          `The table gives means over clusters. Plain means over trials, where they differ: ${texts.join(', ')}`,
        ),
      ];
}

/** Lists the tools whose recall moved. */
function toTools({ tools = [] }: Comparison): readonly string[] {
  const moved = tools.filter((tool) => tool.worse + tool.better > 0);
  if (moved.length === 0) return [];
  const items = moved.map(
    ({ verdict, blocks, sentence }) =>
      `- **${blocks ? verdict : 'noted'}** ${toMarkdownText(sentence)}`,
  );
  return ['Tools, each by itself:', items.join('\n')];
}

function toFlips(flips: readonly Flip[]): readonly string[] {
  if (flips.length === 0) return [];
  const worse = flips.filter((flip) => flip.direction === 'worse');
  const better = flips.filter((flip) => flip.direction === 'better');
  const items = [...worse, ...better].map(toFlip);
  return [
    `Flipped: ${worse.length} worse, ${better.length} better.`,
    ...toFoldedList(items, flipList),
  ];
}

function foldAll(summary: string, blocks: readonly string[]): readonly string[] {
  return blocks.length === 0 ? [] : [toFold(summary, blocks)];
}

function toFlip({
  scenario,
  plan,
  direction,
  baseline,
  candidate,
  divergence,
  reasons,
}: Flip): string {
  const place = plan === 'none' ? scenario : `${scenario} under ${plan}`;
  const parted =
    divergence === null
      ? ''
      : `; they diverge at event ${divergence.event}: ${toCodeSpan(divergence.baseline)} → ${toCodeSpan(divergence.candidate)}`;
  const why = reasons.length === 0 ? '' : `; ${reasons.slice(0, 3).map(toCodeSpan).join(', ')}`;
  return `- **${direction}** ${toCodeSpan(place)}: ${formatValue(baseline, 'share')} → ${formatValue(candidate, 'share')}${parted}${why}`;
}

function toChanges(changes: readonly ToolChange[]): readonly string[] {
  return changes.flatMap((change) => {
    const { tool, renamedFrom, description, parameters, recall, precision, moved } = change;
    return [
      `Changed tool ${toCodeSpan(tool)}: ${renamedFrom === undefined ? '' : `renamed from ${toCodeSpan(renamedFrom)}, `}recall ${toPair(recall)}, precision ${toPair(precision)}${
        parameters.length === 0 ? '' : `; parameters ${parameters.map(toCodeSpan).join(', ')}`
      }${moved.length === 0 ? '' : `; moved ${moved.map(toCodeSpan).join(', ')}`}`,
      ...(description.length === 0
        ? []
        : [toCodeBlock(toVisibleText(description.map(toMarked).join('')), 'text')]),
    ];
  });
}

function toPair({ baseline, candidate }: ToolChange['recall']): string {
  return `${formatValue(baseline, 'share')} → ${formatValue(candidate, 'share')}`;
}

function toMarked({ kind, text }: DiffPiece): string {
  if (kind === 'same') return text;
  return kind === 'removed' ? `[-${text}-]` : `{+${text}+}`;
}
