import type { ReportData } from '../report-data.ts';
import { toVisibleText } from '../text/to-visible-text.ts';
import type { SourcePlace } from './find-place.ts';
import { listTestCases, type TestCase } from './list-test-cases.ts';

/** GitHub shows this many of each kind per step and drops the rest without a message. */
const mostShown = 10;

/**
 * A report as GitHub annotations, one command a line: what failed and what could not be measured as errors, a verdict
 * that is still open as a warning, as notices scenarios that became worse without a regression, and the verdict itself
 * when it is PASS.
 *
 * Source: https://docs.github.com/actions/reference/workflow-commands-for-github-actions.
 *
 * @param file - the suite's file, relative to the repository; annotations are placed in it.
 * @param findLine - where a scenario or a tool is defined, so that what is said of it is shown there.
 */
export function toAnnotations(
  report: ReportData,
  file: string,
  findLine: (subject: string) => SourcePlace | null = () => null,
): string {
  const cases = listTestCases(report);
  const bad = groupBySubject(
    cases.filter((item) => item.status === 'invalid' || item.status === 'failed'),
  );
  const notices = groupBySubject(cases.filter((item) => item.isNotice === true));
  const place = { file, suite: report.suite, findLine };
  const lines = [...toCommands('error', bad, place), ...toCommands('notice', notices, place)];
  const title = `toolrig ${report.suite}: ${report.verdict}`;
  if (report.verdict === 'INCONCLUSIVE') {
    lines.push(toCommand('warning', { file, title }, toOpen(report)));
  } else if (bad.length === 0) {
    lines.push(toCommand('notice', { file, title }, toCountText(cases)));
  }
  return `${lines.join('\n')}\n`;
}

interface AnnotatedSuite {
  readonly file: string;
  readonly suite: string;
  readonly findLine: (subject: string) => SourcePlace | null;
}

function toCommands(
  level: 'error' | 'notice',
  groups: readonly (readonly TestCase[])[],
  { file, suite, findLine }: AnnotatedSuite,
): readonly string[] {
  // The verdict is a notice too.
  const most = level === 'notice' ? mostShown - 1 : mostShown;
  const shown = groups.length > most ? groups.slice(0, most - 1) : groups;
  const lines = shown.map((group) =>
    toCommand(
      level,
      { ...(findLine(group[0]?.subject ?? '') ?? { file }), title: toTitle(group) },
      toBody(group),
    ),
  );
  if (groups.length === shown.length) return lines;
  const text = `and ${groups.length - shown.length} more: see the job summary or the JUnit file`;
  return [...lines, toCommand(level, { file, title: `toolrig ${suite}` }, text)];
}

/** A scenario that fails under many plans is one annotation, not many; what says most comes first. */
function groupBySubject(cases: readonly TestCase[]): readonly (readonly TestCase[])[] {
  const groups = new Map<string, TestCase[]>();
  for (const item of cases) {
    const key = JSON.stringify([item.className, item.subject, item.status]);
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(item);
  }
  return [...groups.values()].toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Gates and comparisons are more informative than single cases, and cases that were not measured come before those that
 * failed.
 */
function rank([first]: readonly TestCase[]): number {
  if (first === undefined) return 3;
  const { className, status } = first;
  if (className.startsWith('gates') || className.includes(' -> ')) return 0;
  return status === 'invalid' ? 1 : 2;
}

function toTitle([first]: readonly TestCase[]): string {
  return first === undefined ? '' : `${first.className}: ${first.subject}`;
}

function toBody(group: readonly TestCase[]): string {
  const [first] = group;
  if (first === undefined) return '';
  const { message, text, name } = first;
  const rest = text.split('\n').filter((line) => line !== '' && !message.includes(line));
  const others = group.slice(1).map((item) => item.name);
  return [
    ...(others.length === 0 ? [message] : [`${name}: ${message}`]),
    ...rest.slice(0, 8),
    ...(others.length === 0 ? [] : [`and in ${others.length} more: ${others.join(', ')}`]),
  ].join('\n');
}

function toOpen({ comparisons, gates }: ReportData): string {
  const results = gates?.results ?? [];
  const open = [...results, ...comparisons].filter(({ verdict }) => verdict === 'INCONCLUSIVE');
  const sentences = [...new Set(open.map(({ sentence }) => sentence))];
  return sentences.length === 0 ? 'Not decided yet' : sentences.join('\n');
}

function toCountText(cases: readonly TestCase[]): string {
  const passed = cases.filter((item) => item.status === 'passed').length;
  return `${passed} of ${cases.length} cases passed`;
}

/** One workflow command, with everything in it escaped. */
export function toCommand(
  level: 'error' | 'warning' | 'notice',
  properties: { readonly file: string; readonly line?: number; readonly title: string },
  message: string,
): string {
  const list = Object.entries(properties)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
    .join(',');
  return `::${level} ${list}::${escapeData(message)}`;
}

function escapeData(text: string): string {
  return toVisibleText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
