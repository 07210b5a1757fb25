import type {
  Comparison,
  ConfusionCell,
  CountPair,
  DiffPiece,
  Flip,
  MetricComparison,
  Reliability,
  ToolChange,
} from '../../compare/comparison.ts';
import { infoOf } from '../../core/score/metric.ts';
import { formatDifference, formatP, formatValue } from '../../compare/judge/format-figure.ts';
import { layoutTable } from './layout-table.ts';
import { toLine } from './to-plain-text.ts';
import { toIntervalText } from './to-interval-text.ts';
import { markLegend, toMark } from './to-mark.ts';
import { toMetricWord } from './to-metric-word.ts';

const mostFlips = 20;
const mostCells = 16;

/**
 * The page that `toolrig compare` prints for one comparison: verdict, metrics, what flipped and where, what changed.
 *
 * @param decision - the line with the decision of the command; without it, a later line has it.
 */
export function toComparisonText(comparison: Comparison, decision?: string): string {
  const blocks = [
    toHead(comparison),
    toMetricTable(comparison),
    toDescriptionCost(comparison),
    toOtherTests(comparison),
    toAdvice(comparison),
    toFlips(comparison.flips),
    toToolVerdicts(comparison),
    toToolChanges(comparison.toolChanges),
    toConfusion(comparison.confusion),
    toCounts('argument errors', comparison.argumentErrors),
    toCounts('end reasons', comparison.endReasons),
    toRecovery(comparison),
    toReliability(comparison),
    [decision ?? comparison.verdict, comparison.sentence],
  ];
  const text = blocks
    .filter((block) => block.length > 0)
    .map((block) => block.map(toLine).join('\n'));
  return `${text.join('\n\n')}\n`;
}

function toHead(comparison: Comparison): readonly string[] {
  const { suite, by, baseline, candidate, coverage, notes = [] } = comparison;
  const scripted = [baseline, candidate].filter((side) => side.nature !== 'real');
  const about = new Set(
    scripted.map(
      (side) =>
        `The model "${side.model}" is ${side.nature === 'scripted' ? 'a scripted agent' : 'a small learned policy'}, not a language model.${side.about === null ? '' : ` ${side.about}`}`,
    ),
  );
  return [
    `suite ${suite} · ${baseline.name} -> ${candidate.name}${by === 'variant' ? '' : ` · by ${by}`}`,
    ...about,
    ...notes.map(({ toolset, note }) => `toolset ${toolset}: ${note}`),
    `${coverage.pairedTrials} paired trials in ${coverage.clusters} clusters${toLeftOut(coverage)}`,
  ];
}

function toLeftOut({ onlyBaseline, onlyCandidate, invalid }: Comparison['coverage']): string {
  if (onlyBaseline + onlyCandidate + invalid === 0) return '';
  return ` · not compared: ${onlyBaseline} only in the baseline, ${onlyCandidate} only in the candidate, ${invalid} invalid`;
}

/** What the descriptions cost, beside what they bring. */
function toDescriptionCost({ descriptionTokens, metrics }: Comparison): readonly string[] {
  if (descriptionTokens === undefined) return [];
  const { baseline, candidate } = descriptionTokens;
  const selection = metrics.find(({ metric }) => metric === 'selection.f1');
  const brings =
    selection === undefined || selection.difference.value === null
      ? ''
      : `; selection.f1 ${formatValue(selection.baseline.value, 'share')} -> ${formatValue(selection.candidate.value, 'share')}`;
  return [`descriptions: about ${baseline} -> ${candidate} tokens a turn${brings}`];
}

function toMetricTable({ metrics, comparedTogether }: Comparison): readonly string[] {
  const header = [
    'metric',
    'baseline',
    'candidate',
    'difference',
    '95 % interval',
    'p',
    'clusters',
    'verdict',
  ];
  return [
    ...layoutTable([header, ...metrics.map(toMetricRow)]),
    markLegend,
    ...(comparedTogether === undefined
      ? []
      : [`p is adjusted over all ${comparedTogether} comparisons that were made together`]),
    ...toTrialMeans(metrics),
  ];
}

/** Where two means differ, both are named: the table's weighs clusters the same, the plain one trials. */
function toTrialMeans(metrics: readonly MetricComparison[]): readonly string[] {
  const lines = metrics.flatMap((row) => {
    const { metric, trialMeans } = row;
    if (trialMeans === undefined) return [];
    const { unit } = infoOf(row);
    const [before, after] = [trialMeans.baseline, trialMeans.candidate].map((value) =>
      formatValue(value, unit),
    );
    return [`  ${metric}: ${before} -> ${after}`];
  });
  return lines.length === 0
    ? []
    : [
        'the table gives means over clusters; plain means over trials, where they differ:',
        ...lines,
      ];
}

function toMetricRow(metric: MetricComparison): readonly string[] {
  const { unit } = infoOf(metric);
  const p = metric.adjustedP ?? metric.p;
  return [
    `${metric.metric}${toMark(metric)}`,
    formatValue(metric.baseline.value, unit),
    formatValue(metric.candidate.value, unit),
    formatDifference(metric.difference.value, unit),
    toIntervalText(metric),
    p === null ? 'n/a' : formatP(p),
    `${metric.clusters} of ${metric.clustersPlanned}`,
    metric.clusters === 0 ? 'n/a' : toMetricWord(metric),
  ];
}

/** The p of other tests, as published figures give them; the verdict uses the p of the table. */
function toOtherTests({ metrics, sequential }: Comparison): readonly string[] {
  if (sequential !== undefined) return [];
  const lines = metrics
    .filter(({ gated, p, difference }) => gated && p !== null && difference.value !== 0)
    .flatMap(({ metric, clusteredP, naive }) => {
      const parts = [
        clusteredP === undefined
          ? null
          : `clustered by scenario clusters: p ${formatP(clusteredP)}`,
        naive === undefined
          ? null
          : `if the pairs were independent: ${formatP(naive.p)} (${naive.better} better, ${naive.worse} worse)`,
      ].filter((part) => part !== null);
      return parts.length === 0 ? [] : [`  ${metric}: ${parts.join('; ')}`];
    });
  return lines.length === 0 ? [] : ['by other tests, with each pair weighing the same:', ...lines];
}

function toAdvice({ metrics }: Comparison): readonly string[] {
  const open = metrics.filter((metric) => metric.gated && metric.advice !== null);
  const byAdvice = new Map<string, string[]>();
  for (const { metric, advice } of open) {
    const names = byAdvice.get(advice ?? '') ?? [];
    byAdvice.set(advice ?? '', names);
    names.push(metric);
  }
  if (byAdvice.size === 0) return [];
  return [
    'what would decide it:',
    ...[...byAdvice].map(([advice, names]) => `  ${names.join(', ')}: ${advice}`),
  ];
}

function toFlips(flips: readonly Flip[]): readonly string[] {
  if (flips.length === 0) return [];
  const worse = flips.filter((flip) => flip.direction === 'worse');
  const better = flips.filter((flip) => flip.direction === 'better');
  const lines = [`flipped: ${worse.length} worse, ${better.length} better`];
  for (const flip of [...worse, ...better].slice(0, mostFlips)) {
    const plan = flip.plan === 'none' ? '' : ` under ${flip.plan}`;
    lines.push(
      `  ${flip.direction === 'worse' ? '-' : '+'} ${flip.scenario}${plan}: ${formatValue(flip.baseline, 'share')} -> ${formatValue(flip.candidate, 'share')}`,
    );
    if (flip.divergence !== null) {
      lines.push(
        `      they diverge at event ${flip.divergence.event}`,
        `      baseline:  ${flip.divergence.baseline}`,
        `      candidate: ${flip.divergence.candidate}`,
      );
    }
    lines.push(...flip.reasons.slice(0, 3).map((reason) => `      ${reason}`));
  }
  if (flips.length > mostFlips) lines.push(`  ... and ${flips.length - mostFlips} more (--json)`);
  return lines;
}

/** Tools whose recall moved; those that prevent PASS come first. */
function toToolVerdicts({ tools = [] }: Comparison): readonly string[] {
  const moved = tools.filter((tool) => tool.worse + tool.better > 0);
  if (moved.length === 0) return [];
  const lines = [...moved]
    .sort((a, b) => Number(b.blocks) - Number(a.blocks))
    .map(({ verdict, blocks, sentence }) => `  ${blocks ? verdict : 'noted'}: ${sentence}`);
  return ['tools, each by itself (p adjusted over all of them):', ...lines];
}

function toToolChanges(changes: readonly ToolChange[]): readonly string[] {
  if (changes.length === 0) return [];
  const lines = [
    'changed tools, with how often they were called when expected (recall) and expected when called (precision):',
  ];
  for (const change of changes) {
    const { recall, precision, parameters, moved, renamedFrom } = change;
    const renamed = renamedFrom === undefined ? '' : `renamed from ${renamedFrom}, `;
    lines.push(
      `  ${change.tool}: ${renamed}recall ${toPair(recall)}, precision ${toPair(precision)}`,
      `    ${change.description.map(toMarked).join('')}`,
    );
    if (parameters.length > 0) lines.push(`    parameters: ${parameters.join(', ')}`);
    if (moved.length > 0) lines.push(`    moved: ${moved.join(', ')}`);
  }
  return lines;
}

function toPair({ baseline, candidate }: ToolChange['recall']): string {
  return `${formatValue(baseline, 'share')} -> ${formatValue(candidate, 'share')}`;
}

function toMarked({ kind, text }: DiffPiece): string {
  if (kind === 'same') return text;
  return kind === 'removed' ? `[-${text}-]` : `{+${text}+}`;
}

/** Only the cells off the diagonal: which tool was mistaken for which. */
function toConfusion(cells: readonly ConfusionCell[]): readonly string[] {
  const wrong = cells
    .filter((cell) => cell.expected !== cell.called)
    .toSorted((a, b) => b.baseline + b.candidate - (a.baseline + a.candidate));
  if (wrong.length === 0) return [];
  const rows = wrong
    .slice(0, mostCells)
    .map((cell) => [
      `${cell.expected ?? '(no call)'} -> ${cell.called ?? '(no call)'}`,
      String(cell.baseline),
      String(cell.candidate),
    ]);
  return [
    ...layoutTable([['expected -> called', 'baseline', 'candidate'], ...rows]),
    ...(wrong.length > mostCells ? [`... and ${wrong.length - mostCells} more (--json)`] : []),
  ];
}

function toCounts(title: string, counts: readonly CountPair[]): readonly string[] {
  if (counts.length === 0) return [];
  const rows = counts.map(({ name, baseline, candidate }) => [
    name,
    String(baseline),
    String(candidate),
  ]);
  return layoutTable([[title, 'baseline', 'candidate'], ...rows]);
}

function toRecovery({ recovery }: Comparison): readonly string[] {
  if (recovery.length === 0) return [];
  const rows = recovery.map(({ kind, baseline, candidate }) => [
    kind,
    formatValue(baseline.value, 'share'),
    formatValue(candidate.value, 'share'),
  ]);
  return layoutTable([['recovery from', 'baseline', 'candidate'], ...rows]);
}

function toReliability({ reliability = [] }: Comparison): readonly string[] {
  if (reliability.length === 0) return [];
  const toCell = ({ baseline, candidate }: Reliability['all']): string =>
    `${formatValue(baseline, 'share')} -> ${formatValue(candidate, 'share')}`;
  const rows = reliability.map(({ k, all, any }) => [String(k), toCell(all), toCell(any)]);
  return layoutTable([['of k attempts', 'all succeed (pass^k)', 'one succeeds (pass@k)'], ...rows]);
}
