import { metricInfo, metricNames, type MetricName } from '../core/metric.ts';
import type { FaultCounts, RunSummary, VariantSummary } from '../core/run.ts';
import { formatDifference, formatValue } from './format-number.ts';
import { layoutTable } from './layout-table.ts';
import { toLine } from './to-line.ts';
import { toPlainText } from './to-plain-text.ts';

/** What the terminal shows of a run besides its summary. */
export interface RunTextExtras {
  readonly runFolder: string;
  /** Fault words of the run; empty = clean only. */
  readonly faults: readonly string[];
  /** Why recordings did not answer, one text a cause. */
  readonly misses: readonly string[];
  /** How variants flipped scenarios, ready to print. */
  readonly flips: readonly string[];
}

const shownFailures = 12;

/** The page that `toolrig run` prints: what ran, a table of metrics, faults, failures with reasons, verdict. */
export function toRunText(summary: RunSummary, extras: RunTextExtras): string {
  const blocks = [
    introduction(summary, extras),
    summary.planned > 0 ? metricTable(summary) : [],
    faultTable(summary),
    extras.flips,
    failureList(summary),
    skipList(summary),
    invalidList(summary, extras),
    closing(summary, extras),
  ];
  return `${blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n')}\n`;
}

function introduction(summary: RunSummary, extras: RunTextExtras): readonly string[] {
  const plans = ['clean', ...extras.faults.filter((word) => word !== 'none')].join(' + ');
  const lines = [`suite ${summary.suite} · ${summary.mode} · ${plans}`];
  const models = new Map<string, VariantSummary>();
  for (const variant of Object.values(summary.variants)) models.set(variant.model, variant);
  for (const [name, variant] of models) {
    if (variant.nature === 'real') continue;
    const what = variant.nature === 'scripted' ? 'a scripted agent' : 'a small learned policy';
    lines.push(
      `The model "${name}" is ${what}, not a language model.${variant.about === null ? '' : ` ${variant.about}`}`,
    );
  }
  if (models.size > 0 && [...models.values()].every((variant) => variant.nature !== 'real')) {
    lines.push(
      'To test a model of your own: set OPENAI_API_KEY (any compatible endpoint: --base-url or TOOLRIG_BASE_URL), name it in the',
      'suite and run `toolrig record`: it says how many requests it will make and what they cost before it makes the first.',
    );
  }
  return lines;
}

function metricTable(summary: RunSummary): readonly string[] {
  const variants = Object.entries(summary.variants);
  const pair = variants.length === 2;
  const header = [
    'metric',
    ...variants.map(([name]) => name),
    ...(pair ? ['difference'] : []),
    'judged',
  ];
  const isJudged = (name: MetricName): boolean =>
    variants.some(([, variant]) => (variant.scores[name]?.value ?? null) !== null);
  const given = metricNames.filter((name) =>
    variants.some(([, variant]) => variant.scores[name] !== undefined),
  );
  const rows = given.filter(isJudged).map((name) =>
    metricRow(
      name,
      variants.map(([, variant]) => variant),
    ),
  );
  const others = given.filter((name) => !isJudged(name));
  return [
    ...layoutTable([header, ...rows]),
    ...(others.length === 0 ? [] : wrapList('nothing to judge for', others)),
  ];
}

/** A list of words under a heading, in lines of at most 120 characters. */
function wrapList(heading: string, words: readonly string[]): readonly string[] {
  const lines = [`${heading}:`];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    if (last.length + word.length + 2 <= 120) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`  ${word}`);
  }
  return lines;
}

function metricRow(name: MetricName, variants: readonly VariantSummary[]): readonly string[] {
  const { unit } = metricInfo(name);
  const values = variants.map((variant) => variant.scores[name]?.value ?? null);
  const cells = values.map((value) => formatValue(value, unit));
  const judged = variants.map((variant) => {
    const finished = variant.passed + variant.failed;
    return String(finished - (variant.scores[name]?.unmeasured ?? finished));
  });
  if (variants.length !== 2) return [name, ...cells, judged.join('/')];
  const [first, second] = values;
  const difference =
    first === null || second === null || first === undefined || second === undefined
      ? null
      : second - first;
  return [name, ...cells, formatDifference(difference, unit), judged.join('/')];
}

function faultTable(summary: RunSummary): readonly string[] {
  if (summary.faults.planned === 0) return [];
  const row = (name: string, counts: FaultCounts): readonly string[] => [
    name,
    ...[counts.planned, counts.fired, counts.noticed, counts.handled, counts.unreachable].map(
      String,
    ),
  ];
  return layoutTable([
    ['fault', 'planned', 'fired', 'noticed', 'handled', 'unreachable'],
    ...Object.entries(summary.faultKinds).map(([kind, counts]) => row(kind, counts)),
    row('all', summary.faults),
  ]);
}

function skipList(summary: RunSummary): readonly string[] {
  const { skips } = summary;
  if (skips.length === 0) return [];
  const lines = skips
    .slice(0, shownFailures)
    .flatMap(({ code, text, lanes }) =>
      indent(`${code}: ${text} (${lanes.length} trials, first ${lanes[0] ?? ''})`),
    );
  const more =
    skips.length > shownFailures
      ? [`  ... and ${skips.length - shownFailures} more causes in summary.json`]
      : [];
  return ['skipped:', ...lines, ...more];
}

function failureList(summary: RunSummary): readonly string[] {
  if (summary.failures.length === 0) return [];
  const lanes = [...new Set(summary.failures.map((failure) => failure.lane))];
  const lines = [`failed (${lanes.length}):`];
  for (const lane of lanes.slice(0, shownFailures)) {
    const reasons = summary.failures.filter((failure) => failure.lane === lane);
    lines.push(
      `  ${toLine(lane)}`,
      ...reasons.slice(0, 4).map((reason) => `    ${reason.code}: ${toLine(reason.text)}`),
    );
  }
  if (lanes.length > shownFailures)
    lines.push(`  ... and ${lanes.length - shownFailures} more in summary.json`);
  return lines;
}

function invalidList(summary: RunSummary, extras: RunTextExtras): readonly string[] {
  if (summary.invalidReasons.length === 0) return [];
  const lines = ['could not be measured:'];
  for (const miss of extras.misses) lines.push(...indent(miss));
  for (const reason of summary.invalidReasons) {
    if (extras.misses.length > 0 && reason.code.startsWith('cassette_')) continue;
    lines.push(...indent(`${reason.code}: ${reason.text}`));
    if (reason.lanes.length > 0)
      lines.push(...indent(`in ${reason.lanes.length} trials, first ${reason.lanes[0] ?? ''}`));
  }
  return lines;
}

function indent(text: string): readonly string[] {
  return toPlainText(text)
    .split('\n')
    .map((line) => `  ${line}`);
}

function closing(summary: RunSummary, extras: RunTextExtras): readonly string[] {
  const { planned, passed, failed, invalid, skipped } = summary;
  return [
    `${planned} planned = ${passed} passed + ${failed} failed + ${invalid} invalid + ${skipped} skipped`,
    `${summary.verdict} (exit code ${summary.exitCode})`,
    `run folder: ${extras.runFolder}`,
  ];
}
