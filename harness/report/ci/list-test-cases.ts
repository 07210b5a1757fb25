import type { Comparison, Flip } from '../../compare/comparison.ts';
import type { GateResult } from '../../compare/gate/gate-report.ts';
import { formatValue } from '../../compare/judge/format-figure.ts';
import { blockingTools } from '../../compare/judge/judge-comparison.ts';
import { exitCodes, type Verdict } from '../../core/run.ts';
import type { CaseResult, ReportData, RunReport } from '../report-data.ts';
import { isKnownFailure, toCaseReasons, toCaseVerdict } from '../text/to-case-verdict.ts';
import { toVisibleText } from '../text/to-visible-text.ts';

/**
 * A report as test cases: one for each scenario, variant and plan (its repeats together), one for what the run as a
 * whole could not do, one for each gate, one for each metric that decides a comparison, one for each tool that lost
 * recall, and one for each scenario that became worse in it. Where the comparison decides, a failure of the baseline is
 * not a failure of the report, so cases of the run and its gates are left out. Failures that the accepted baseline has
 * too are only listed, and nothing is a failure where the exit code is not that of a failure.
 */
export function listTestCases(report: ReportData): readonly TestCase[] {
  const { about, run, comparisons, gates } = report;
  const compared = comparisons.flatMap(ofComparison);
  const known = new Set(gates?.knownFailures);
  const cases =
    about === 'comparison'
      ? compared
      : [
          ...(run === null
            ? []
            : [...run.cases.map((item) => ofCase(item, run, known)), ...ofWholeRun(run)]),
          ...(gates?.results ?? []).map(ofGate),
          ...compared,
        ];
  return makeUnique(cases.map((item) => toDecided(item, report)));
}

/** The test report and the exit code must agree, since some readers see only one of them. */
function toDecided(item: TestCase, { exitCode }: ReportData): TestCase {
  const isFailure = item.status === 'failed' && exitCode !== exitCodes.failed;
  const isOpen = exitCode === exitCodes.passed || exitCode === exitCodes.inconclusive;
  const isError = item.status === 'invalid' && isOpen;
  if (!isFailure && !isError) return item;
  const what = isFailure ? 'failed' : 'not measured';
  return {
    ...item,
    status: 'skipped',
    message: `${what}, which does not decide here: ${item.message}`,
    isNotice: true,
  };
}

function ofCase(item: CaseResult, run: RunReport, known: ReadonlySet<string>): TestCase {
  const { scenario, variant, plan, attempts } = item;
  const status = toCaseVerdict(item);
  const reasons = toCaseReasons(item);
  const count = attempts.filter((attempt) => attempt.verdict === status).length;
  const repeats = attempts.length === 1 ? '' : `${count} of ${attempts.length} repeats: `;
  const expected = attempts.find((attempt) => attempt.expectFail !== null)?.expectFail;
  const passed = expected === null || expected === undefined ? '' : `expected to fail: ${expected}`;
  const message = status === 'passed' ? passed : `${repeats}${reasons[0] ?? status}`;
  const isKnown = status === 'failed' && isKnownFailure(item, run.summary.suite, known);
  return {
    className: `${run.summary.suite}.${variant}`,
    name: plan === 'none' ? scenario : `${scenario} [${plan}]`,
    subject: scenario,
    status: isKnown ? 'skipped' : status,
    message: isKnown ? `known failure of the baseline: ${message}` : message,
    text: reasons.join('\n'),
  };
}

/** Reasons that name no trial; without them, the report of a run that measured nothing would be empty and green. */
function ofWholeRun({ summary }: RunReport): readonly TestCase[] {
  return summary.invalidReasons
    .filter((reason) => reason.lanes.length === 0)
    .map(({ code, text }) => ({
      className: `${summary.suite}.run`,
      name: code,
      subject: code,
      status: 'invalid' as const,
      message: `${code}: ${text}`,
      text,
    }));
}

function ofGate({ rule, variant, verdict, sentence, breakers, causes }: GateResult): TestCase {
  const broken = breakers.map(
    ({ scenario, plan, reasons }) =>
      `${scenario}${plan === 'none' ? '' : ` [${plan}]`}: ${reasons.join('; ')}`,
  );
  return {
    className: variant === '' ? 'gates' : `gates.${variant}`,
    name: rule,
    subject: rule,
    status: toStatus(verdict),
    message: `${verdict}: ${sentence}`,
    // The cause first: some readers cut long texts.
    text: [sentence, ...causes.map((cause) => `cause? ${cause}`), ...broken].join('\n'),
  };
}

function ofComparison(comparison: Comparison): readonly TestCase[] {
  const { suite, baseline, candidate, invalidReasons, metrics } = comparison;
  const className = `${suite}.${baseline.name} -> ${candidate.name}`;
  const judged = metrics.filter((metric) => metric.gated && metric.clusters > 0);
  return [
    ...invalidReasons.map(({ code, text }) => ({
      className,
      name: code,
      subject: code,
      status: 'invalid' as const,
      message: `${code}: ${text}`,
      text,
    })),
    ...judged.map(({ metric, verdict, sentence, advice }) => ({
      className,
      name: metric,
      subject: metric,
      status: toStatus(verdict),
      message: `${verdict}: ${sentence}`,
      text: [
        sentence,
        ...(advice === null ? [] : [advice]),
        ...(verdict === 'REGRESSION' ? describeWorse(comparison) : []),
      ].join('\n'),
    })),
    ...blockingTools(comparison).map(({ tool, verdict, sentence }) => ({
      className,
      name: `recall of ${tool}`,
      subject: tool,
      status: toStatus(verdict),
      message: `${verdict}: ${sentence}`,
      text: sentence,
    })),
    ...comparison.flips
      .filter((flip) => flip.direction === 'worse')
      .map((flip) => ofWorse(flip, comparison, className)),
  ];
}

/** A scenario that became worse fails only with the comparison; otherwise it is only reported. */
function ofWorse(flip: Flip, { verdict }: Comparison, className: string): TestCase {
  const { scenario, plan, baseline, candidate, reasons } = flip;
  const isFailure = verdict === 'REGRESSION';
  const change = `worse: success ${formatValue(baseline, 'share')} -> ${formatValue(candidate, 'share')}`;
  const because = reasons[0] === undefined ? '' : `: ${reasons[0]}`;
  return {
    className,
    name: plan === 'none' ? scenario : `${scenario} [${plan}]`,
    subject: scenario,
    status: isFailure ? 'failed' : 'passed',
    message: `${change}${because}`,
    text: reasons.join('\n'),
    ...(isFailure ? {} : { isNotice: true }),
  };
}

/** The most useful facts about a regression: the scenarios, and the tools whose text changed. */
function describeWorse({ flips, toolChanges }: Comparison): readonly string[] {
  return [
    ...toolChanges.map(({ tool, moved }) => `changed tool: ${tool} (moved: ${moved.join(', ')})`),
    ...flips
      .filter((flip) => flip.direction === 'worse')
      .map(
        ({ scenario, plan, reasons }) =>
          `worse: ${scenario}${plan === 'none' ? '' : ` [${plan}]`}: ${reasons.join('; ')}`,
      ),
  ];
}

/** Names are distinguished as readers see them. */
function makeUnique(cases: readonly TestCase[]): readonly TestCase[] {
  const seen = new Set<string>();
  return cases.map((item) => {
    let name = item.name;
    for (let count = 2; seen.has(toKey(item.className, name)); count += 1) {
      name = `${item.name} (${count})`;
    }
    seen.add(toKey(item.className, name));
    return { ...item, name };
  });
}

function toKey(className: string, name: string): string {
  return toVisibleText(`${className}\n${name}`);
}

/** One line of a test report. */
export interface TestCase {
  /** Cases of one class belong together; class and name are unique together. */
  readonly className: string;
  readonly name: string;
  /** What it is about, without the plan: cases of one class and subject may be reported together. */
  readonly subject: string;
  readonly status: 'passed' | 'failed' | 'invalid' | 'skipped';
  /** One line. */
  readonly message: string;
  /** All further details. */
  readonly text: string;
  /** It did not fail, but should be reported all the same. */
  readonly isNotice?: boolean;
}

/** The status of a test case for a verdict. An open verdict is not a failure: it has its own exit code. */
function toStatus(verdict: Verdict): TestCase['status'] {
  switch (verdict) {
    case 'PASS':
      return 'passed';
    case 'FAIL':
    case 'REGRESSION':
      return 'failed';
    case 'INCONCLUSIVE':
      return 'skipped';
    case 'INVALID':
      return 'invalid';
  }
}
