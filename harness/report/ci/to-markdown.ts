import type { GateReport } from '../../compare/gate/gate-report.ts';
import { formatValue } from '../../compare/judge/format-figure.ts';
import type { VariantSummary } from '../../core/run.ts';
import { infoOf } from '../../core/score/metric.ts';
import type {
  CaseResult,
  MetricFigure,
  ReportData,
  RunReport,
  VariantReport,
} from '../report-data.ts';
import { describeNature } from '../text/describe-nature.ts';
import { isKnownFailure, toCaseReasons, toCaseVerdict } from '../text/to-case-verdict.ts';
import { toSuccessTable } from '../to-success-table.ts';
import { toCodeSpan, toMarkdownText } from './to-code-span.ts';
import { toComparisonMarkdown } from './to-comparison-markdown.ts';
import { toFold, toFoldedList } from './to-fold.ts';
import { toMarkdownTable } from './to-markdown-table.ts';

const mostCases = 50;
/** A summary fits on one screen: the first cases are on the page, more are folded. */
const caseList = { shown: 10, most: mostCases };
const mostReasons = 4;

/** A report as Markdown, for a job summary or a comment: verdict, gates, comparisons, what failed and why, metrics. */
export function toMarkdown(report: ReportData): string {
  const { run, gates, comparisons } = report;
  const blocks = [
    `## ${marks[report.verdict]} toolrig ${toCodeSpan(report.suite)}: ${report.verdict}`,
    ...toIntroduction(report),
    ...(gates === null ? [] : toGates(gates)),
    ...toComparisons(comparisons),
    ...(run === null
      ? []
      : [
          ...toBadCases(run, new Set(gates?.knownFailures)),
          ...toMetrics(run),
          ...toSuccess(run),
          ...toFaults(run),
        ]),
  ];
  return `${blocks.join('\n\n')}\n`;
}

const marks: Readonly<Record<ReportData['verdict'], string>> = {
  PASS: '✅',
  FAIL: '❌',
  REGRESSION: '❌',
  INCONCLUSIVE: '❔',
  INVALID: '⚠️',
};

function toIntroduction({ run }: ReportData): readonly string[] {
  if (run === null) return [];
  const { planned, passed, failed, invalid, skipped, mode } = run.summary;
  const counts = `${planned} trials planned = ${passed} passed + ${failed} failed + ${invalid} invalid + ${skipped} skipped (${mode}).`;
  const natures = run.variants.map(({ summary }) => describeNature(summary));
  const told = [...new Set(natures.filter((text) => text !== null))];
  const notes = told.map((text) => `> ${toMarkdownText(text)}`);
  if (notes.length < 2) return [counts, ...notes];
  return [counts, toFold(`${notes.length} models are no language models`, notes)];
}

/** One comparison is on the page; of several, each has a row, and its details are folded. */
function toComparisons(comparisons: ReportData['comparisons']): readonly string[] {
  const [only] = comparisons;
  if (only !== undefined && comparisons.length === 1) return toComparisonMarkdown(only);
  if (only === undefined) return [];
  const rows = comparisons.map(({ baseline, candidate, verdict, flips }, place) => {
    const worse = flips.filter(({ direction }) => direction === 'worse').length;
    const names = `${toCodeSpan(baseline.name)} → ${toCodeSpan(candidate.name)}`;
    return [String(place + 1), names, verdict, String(worse), String(flips.length - worse)];
  });
  return [
    toMarkdownTable([['no.', 'comparison', 'verdict', 'worse', 'better'], ...rows]),
    // Names stay out of the titles of folds, where they would be HTML.
    ...comparisons.map((comparison, place) =>
      toFold(`${place + 1}. ${comparison.verdict}`, toComparisonMarkdown(comparison)),
    ),
  ];
}

function toGates({ results, verdict, invalidReasons = [] }: GateReport): readonly string[] {
  const rows = results.map((gate) => [
    toMarkdownText(gate.rule),
    toCodeSpan(gate.variant),
    gate.verdict,
    toMarkdownText(gate.sentence),
  ]);
  const broken = results.filter((gate) => gate.verdict !== 'PASS');
  const items = broken.flatMap(({ breakers, causes }) => [
    ...breakers
      .slice(0, mostCases)
      .map(
        ({ scenario, plan, reasons }) =>
          `- ${toCodeSpan(toPlace(scenario, plan))}: ${reasons.slice(0, mostReasons).map(toCodeSpan).join(', ')}`,
      ),
    ...causes.map((cause) => `- possible cause: ${toCodeSpan(cause)}`),
  ]);
  return [
    `### Gates: ${verdict}`,
    ...invalidReasons.map(
      ({ code, text }) => `Not measured: ${toCodeSpan(code)}: ${toMarkdownText(text)}`,
    ),
    toMarkdownTable([['gate', 'variant', 'verdict', 'finding'], ...rows]),
    ...(items.length === 0 ? [] : [items.join('\n')]),
  ];
}

function toSuccess({ variants }: RunReport): readonly string[] {
  const table = toSuccessTable(variants);
  // Their tables of metrics name both means already.
  if (table === null || !table.hasAttempts) return [];
  const rows = table.rows.map((row, place) =>
    place === 0 ? row : row.map((cell, column) => (column === 0 ? toCodeSpan(cell) : cell)),
  );
  return [toMarkdownTable(rows), `${table.note}.`];
}

function toPlace(scenario: string, plan: string): string {
  return plan === 'none' ? scenario : `${scenario} under ${plan}`;
}

function toBadCases(run: RunReport, known: ReadonlySet<string>): readonly string[] {
  const whole = run.summary.invalidReasons.filter((reason) => reason.lanes.length === 0);
  const all = run.cases.filter((item) => ['failed', 'invalid'].includes(toCaseVerdict(item)));
  const isKnown = (item: CaseResult): boolean =>
    toCaseVerdict(item) === 'failed' && isKnownFailure(item, run.summary.suite, known);
  const bad = all.filter((item) => !isKnown(item));
  const listed = toKnownCases(all.filter(isKnown));
  if (bad.length + whole.length === 0) return listed;
  const items = [
    ...whole.map(({ code, text }) => `- ${toCodeSpan(code)}: ${toMarkdownText(text)}`),
    ...bad.map(toItem),
  ];
  return [
    `### Failed or not measured: ${bad.length} of ${run.cases.length} cases`,
    ...toFoldedList(items, caseList),
    ...listed,
  ];
}

/** Failures that the accepted baseline has too are only listed. */
function toKnownCases(known: readonly CaseResult[]): readonly string[] {
  if (known.length === 0) return [];
  const items = known.map(
    ({ scenario, variant, plan }) =>
      `- ${toCodeSpan(toPlace(scenario, plan))} with ${toCodeSpan(variant)}`,
  );
  return [toFold(`Known failures of the baseline: ${known.length}`, [items.join('\n')])];
}

function toItem(item: CaseResult): string {
  const reasons = toCaseReasons(item);
  const more = reasons.length > mostReasons ? `, … and ${reasons.length - mostReasons} more` : '';
  return `- **${toCaseVerdict(item)}** ${toCodeSpan(toPlace(item.scenario, item.plan))} with ${toCodeSpan(item.variant)}: ${reasons.slice(0, mostReasons).map(toCodeSpan).join(', ')}${more}`;
}

function toMetrics({ variants }: RunReport): readonly string[] {
  const names = [
    ...new Set(variants.flatMap(({ figures }) => figures.map(({ metric }) => metric))),
  ];
  const rows = names.map((name) => [name, ...variants.map((variant) => toCell(variant, name))]);
  const judged = rows.filter((row) => row.some((cell, column) => column > 0 && cell !== 'n/a'));
  if (judged.length === 0) return [];
  const head = ['metric', ...variants.map(({ name }) => toCodeSpan(name))];
  return [
    toFold('Metrics: mean over scenarios, 95 % interval, trials judged', [
      toMarkdownTable([head, ...judged]),
    ]),
  ];
}

function toCell({ figures, summary }: VariantReport, name: string): string {
  const figure = figures.find(({ metric }) => metric === name);
  if (figure === undefined || figure.estimate.value === null) return 'n/a';
  const { unit } = infoOf(figure);
  const { value, low, high } = figure.estimate;
  const interval = low === null ? '' : ` (${formatValue(low, unit)} to ${formatValue(high, unit)})`;
  return `${formatValue(value, unit)}${interval}${toTrialMean(figure, summary)}, ${figure.judged}`;
}

function toFaults({ summary }: RunReport): readonly string[] {
  if (summary.faults.planned === 0) return [];
  const head = ['fault', 'planned', 'fired', 'noticed', 'handled', 'unreachable'];
  const rows = Object.entries({ ...summary.faultKinds, all: summary.faults }).map(
    ([kind, { planned, fired, noticed, handled, unreachable }]) => [
      toCodeSpan(kind),
      ...[planned, fired, noticed, handled, unreachable].map(String),
    ],
  );
  return [
    toFold(
      `Faults: ${summary.faults.handled} of ${summary.faults.fired} that struck were handled`,
      [toMarkdownTable([head, ...rows])],
    ),
  ];
}

/** The plain mean over trials, named where it differs from the mean over clusters beside it; else nothing. */
function toTrialMean(figure: MetricFigure, { scores }: Pick<VariantSummary, 'scores'>): string {
  const { metric, estimate } = figure;
  const plain = scores[metric]?.value ?? null;
  const { unit } = infoOf(figure);
  const text = formatValue(plain, unit);
  if (plain === null || text === formatValue(estimate.value, unit)) return '';
  return `; over trials ${text}`;
}
