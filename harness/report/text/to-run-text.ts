import { infoOf, listMetrics, type MetricInfo, type MetricRef } from '../../core/score/metric.ts';
import type { FaultCounts, RunSummary, VariantSummary } from '../../core/run.ts';
import { formatDifference, formatValue } from '../../compare/judge/format-figure.ts';
import { toFieldTable } from './to-field-table.ts';
import { layoutTable } from './layout-table.ts';
import { wrapList } from './layout/wrap-text.ts';
import { toLine, toPlainText } from './to-plain-text.ts';
import type { SuccessTable } from '../to-success-table.ts';

/** The parts of the page of a run besides its summary. */
export interface RunTextExtras {
  readonly runFolder: string;
  /** Fault words of the run; empty = clean only. */
  readonly faults: readonly string[];
  /** Why recordings did not answer, one text per cause. */
  readonly misses: readonly string[];
  /** How variants flipped scenarios, ready to print. */
  readonly flips: readonly string[];
  /** The curves of a sweep, ready to print in place of the table of metrics. */
  readonly sweep?: readonly string[];
  /** With two variants: second minus first over the trials that both have. */
  readonly differences?: Readonly<Record<string, number | null>> | null;
  /** How reliably variants succeed, where this adds to the table of metrics. */
  readonly success?: SuccessTable | null;
  /**
   * The line with the decision of the run; without it, only the verdict of the trials is printed and the decision
   * follows elsewhere.
   */
  readonly decision?: string;
  /** What to do next, one command a line with what it shows. */
  readonly next?: readonly string[];
  /** `quiet`: counts, verdict and folder; `verbose`: every metric has a row, and every failure is listed. */
  readonly detail?: 'quiet' | 'verbose';
  /** Failed trials that the accepted baseline has as failed too: listed apart, as `scenario/variant/plan/rN`. */
  readonly known?: readonly string[];
}

const shownFailures = 12;

/** The page that `toolrig run` prints: what ran, a table of metrics, faults, failures with reasons, verdict. */
export function toRunText(summary: RunSummary, extras: RunTextExtras): string {
  if (extras.detail === 'quiet') return `${closing(summary, extras).join('\n')}\n`;
  const most = extras.detail === 'verbose' ? Infinity : shownFailures;
  const blocks = [
    introduction(summary, extras),
    extras.sweep ?? [],
    summary.planned > 0 && extras.sweep === undefined ? metricTable(summary, extras) : [],
    toFieldTable(summary),
    successTable(extras),
    faultTable(summary),
    extras.flips,
    ...failureLists(summary, new Set(extras.known), most),
    causeList('skipped:', summary.skips, most),
    causeList('warnings:', summary.warnings ?? [], most),
    invalidList(summary, extras),
    closing(summary, extras),
    extras.next ?? [],
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
      'To test a model of your own: set OPENAI_API_KEY (any compatible endpoint:',
      '--base-url or TOOLRIG_BASE_URL), name it in the suite and run `toolrig record`:',
      'it says how many requests it will make, and what they cost, before the first.',
    );
  }
  return lines;
}

function metricTable(
  summary: RunSummary,
  { differences = null, detail }: Pick<RunTextExtras, 'differences' | 'detail'>,
): readonly string[] {
  const variants = Object.entries(summary.variants);
  const pair = variants.length === 2 && differences !== null;
  const header = [
    'metric',
    ...variants.map(([name]) => name),
    ...(pair ? ['difference'] : []),
    'judged',
  ];
  const isJudged = ({ metric }: MetricRef): boolean =>
    variants.some(([, variant]) => (variant.scores[metric]?.value ?? null) !== null);
  const given = listMetrics(summary.metrics).filter(({ metric }) =>
    variants.some(([, variant]) => variant.scores[metric] !== undefined),
  );
  const judged = given.filter(isJudged);
  const best = detail === 'verbose' ? [] : judged.filter((ref) => isAtBest(ref, summary));
  const rows = judged
    .filter((ref) => !best.includes(ref))
    .map((ref) =>
      metricRow(
        ref,
        variants.map(([, variant]) => variant),
        pair ? (differences[ref.metric] ?? null) : undefined,
      ),
    );
  const bestNames = best.map(({ metric }) => metric);
  const others = given.filter((ref) => !isJudged(ref)).map(({ metric }) => metric);
  return [
    ...layoutTable([header, ...rows]),
    ...(pair ? ['values: means over trials; difference: paired, by clusters of scenarios'] : []),
    ...(best.length === 0 ? [] : wrapList('at their best value wherever judged', bestNames)),
    ...(others.length === 0 ? [] : wrapList('nothing to judge for', others)),
    ...(summary.metrics ?? []).map(toMeaning),
  ];
}

/** A built-in metric that lost nothing in any variant needs no row; `task.success` always has one. */
function isAtBest(ref: MetricRef, { variants, metrics }: RunSummary): boolean {
  const { better, unit } = infoOf(ref);
  const isOwn = (metrics ?? []).some(({ name }) => name === ref.metric);
  if (isOwn || ref.metric === 'task.success') return false;
  if (unit !== 'share' && unit !== 'count') return false;
  const values = Object.values(variants).map(({ scores }) => scores[ref.metric]?.value ?? null);
  const best = better === 'higher' && unit === 'share' ? 1 : 0;
  return (
    (better === 'lower' || unit === 'share') &&
    values.every((value) => value === null || value === best)
  );
}

/** Explains the team's own metrics; those of toolrig are explained in the documentation. */
function toMeaning({ name, label, meaning, better, unit }: MetricInfo): string {
  const way = better === 'higher' ? 'more is better' : 'less is better';
  return toLine(`${name} (${label}; ${unit}, ${way}): ${meaning}`);
}

function metricRow(
  ref: MetricRef,
  variants: readonly VariantSummary[],
  difference: number | null | undefined,
): readonly string[] {
  const { metric: name } = ref;
  const { unit } = infoOf(ref);
  const cells = variants.map((variant) => formatValue(variant.scores[name]?.value ?? null, unit));
  const judged = variants.map(({ passed, failed, scores }) =>
    String(Math.max(0, passed + failed - (scores[name]?.unmeasured ?? passed + failed))),
  );
  const shift = difference === undefined ? [] : [formatDifference(difference, unit)];
  return [name, ...cells, ...shift, judged.join('/')];
}

function successTable({ success = null }: RunTextExtras): readonly string[] {
  return success === null ? [] : [...layoutTable(success.rows), success.note];
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

function causeList(title: string, causes: RunSummary['skips'], most: number): readonly string[] {
  if (causes.length === 0) return [];
  const lines = causes
    .slice(0, most)
    .flatMap(({ code, text, lanes }) =>
      indent(`${code}: ${text} (${countTrials(lanes)}, first ${lanes[0] ?? ''})`),
    );
  const more =
    causes.length > most ? [`  ... and ${causes.length - most} more causes in summary.json`] : [];
  return [title, ...lines, ...more];
}

/** New failures with their reasons; failures that the baseline has too are only listed. */
function failureLists(
  { failures }: RunSummary,
  known: ReadonlySet<string>,
  most: number,
): readonly (readonly string[])[] {
  const fresh = failures.filter(({ lane }) => !known.has(lane));
  if (known.size === 0) return [failureList(fresh, 'failed', most)];
  const lanes = failures.map(({ lane }) => lane).filter((lane) => known.has(lane));
  const title = `known failures of the baseline (${known.size})`;
  return [
    failureList(fresh, 'new failures', most),
    wrapList(title, [...new Set(lanes)].map(toLine)),
  ];
}

function failureList(
  failures: RunSummary['failures'],
  title: string,
  most: number,
): readonly string[] {
  if (failures.length === 0) return [];
  const byLane = groupBy(failures, (failure) => failure.lane);
  const byCode = groupBy(failures, (failure) => failure.code);
  const causes = [...byCode]
    .map(([code, failures]) => ({
      code,
      lanes: new Set(failures.map((failure) => failure.lane)).size,
    }))
    .sort((a, b) => b.lanes - a.lanes || (a.code < b.code ? -1 : 1))
    .map(({ code, lanes }) => `${lanes} ${code}`);
  const lines = [...wrapList(`${title} (${byLane.size}), by reason`, [causes.join(', ')])];
  for (const lane of spreadLanes([...byLane.keys()]).slice(0, most)) {
    const reasons = byLane.get(lane) ?? [];
    lines.push(
      `  ${toLine(lane)}`,
      ...reasons.slice(0, 4).map((reason) => `    ${reason.code}: ${toLine(reason.text)}`),
    );
  }
  if (byLane.size > most) {
    lines.push(`  ... and ${byLane.size - most} more in summary.json`);
  }
  return lines;
}

/** The first lane of each scenario, then the second of each, and so on: a few show many kinds. */
function spreadLanes(lanes: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  const placed = lanes.map((lane) => {
    const scenario = lane.split('/').slice(0, 3).join('/');
    const place = seen.get(scenario) ?? 0;
    seen.set(scenario, place + 1);
    return { lane, place };
  });
  return placed.toSorted((a, b) => a.place - b.place).map(({ lane }) => lane);
}

function invalidList(summary: RunSummary, extras: RunTextExtras): readonly string[] {
  if (summary.invalidReasons.length === 0) return [];
  const lines = ['could not be measured:'];
  for (const miss of extras.misses) lines.push(...indent(miss));
  for (const reason of summary.invalidReasons) {
    if (extras.misses.length > 0 && reason.code.startsWith('cassette_')) continue;
    lines.push(...indent(`${reason.code}: ${reason.text}`));
    if (reason.lanes.length > 0)
      lines.push(...indent(`in ${countTrials(reason.lanes)}, first ${reason.lanes[0] ?? ''}`));
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
    extras.decision ?? `${summary.verdict} by its trials`,
    `run folder: ${extras.runFolder}`,
  ];
}

function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item)) ?? [];
    groups.set(keyOf(item), group);
    group.push(item);
  }
  return groups;
}

function countTrials(lanes: readonly string[]): string {
  return lanes.length === 1 ? '1 trial' : `${lanes.length} trials`;
}
