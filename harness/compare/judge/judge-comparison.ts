import { exitCodes, type Verdict } from '../../core/run.ts';
import type { Comparison, MetricComparison, ToolVerdict } from '../comparison.ts';
import { toShift } from './to-shift.ts';

/** The findings of a comparison, before the verdict. */
export type ComparisonFindings = Pick<
  Comparison,
  'metrics' | 'coverage' | 'identical' | 'invalidReasons' | 'tools'
>;

/** Combines the verdicts of the gated metrics to one, with its exit code and one sentence. */
export function judgeComparison(
  findings: ComparisonFindings,
): Pick<Comparison, 'verdict' | 'exitCode' | 'sentence'> {
  const verdict = toVerdict(findings);
  return { verdict, exitCode: toExitCode(verdict), sentence: toSentence(verdict, findings) };
}

/** The exit code of a verdict. */
export function toExitCode(verdict: Verdict): number {
  switch (verdict) {
    case 'PASS':
      return exitCodes.passed;
    case 'FAIL':
    case 'REGRESSION':
      return exitCodes.failed;
    case 'INCONCLUSIVE':
      return exitCodes.inconclusive;
    case 'INVALID':
      return exitCodes.invalid;
  }
}

/** Verdicts from the highest priority to the lowest, which counts only when all agree. */
const precedence: readonly Verdict[] = ['INVALID', 'REGRESSION', 'FAIL', 'INCONCLUSIVE', 'PASS'];

/** The verdict with the highest priority of many. Without any it is INVALID, since nothing was judged. */
export function joinVerdicts(verdicts: readonly Verdict[]): Verdict {
  return precedence.find((verdict) => verdicts.includes(verdict)) ?? 'INVALID';
}

function toVerdict(findings: ComparisonFindings): Verdict {
  const { metrics, invalidReasons } = findings;
  if (invalidReasons.length > 0) return 'INVALID';
  const gates = judgedGates(metrics).map((metric) => metric.verdict);
  return joinVerdicts([...gates, ...blockingTools(findings).map((tool) => tool.verdict)]);
}

/** Tools that lost recall: they count wherever selection or success does. */
export function blockingTools({
  metrics,
  tools = [],
}: Pick<ComparisonFindings, 'metrics' | 'tools'>): readonly ToolVerdict[] {
  const counts = judgedGates(metrics).some(
    ({ metric }) => metric === 'task.success' || metric.startsWith('selection.'),
  );
  return counts ? tools.filter((tool) => tool.blocks) : [];
}

/** A gated metric that was never judged is ignored; the refusals ensure that at least one was. */
function judgedGates(metrics: readonly MetricComparison[]): readonly MetricComparison[] {
  return metrics.filter((metric) => metric.gated && metric.clusters > 0);
}

function toSentence(verdict: Verdict, findings: ComparisonFindings): string {
  const { metrics, identical, coverage, invalidReasons } = findings;
  const gates = judgedGates(metrics);
  const speaking = [...gates, ...blockingTools(findings)].filter(
    (finding) => finding.verdict === verdict,
  );
  switch (verdict) {
    case 'INVALID':
      return invalidReasons.map((reason) => reason.text).join('. ');
    case 'REGRESSION':
    case 'FAIL':
    case 'INCONCLUSIVE':
      return `${joinSentences(speaking)}${toCover(coverage)}`;
    case 'PASS': {
      if (identical) {
        return `Identical: all ${coverage.pairedTrials} paired trials are the same, event by event${toDoubt(gates)}${toCover(coverage)}`;
      }
      const gains = gates.filter(isGain);
      const shown = gains.length > 0 ? `${joinSentences(gains)}; nothing` : 'Nothing';
      return `${shown} that decides got worse by more than its margin (${gates.map((gate) => gate.metric).join(', ')})${toDoubt(gates)}${toCover(coverage)}`;
    }
  }
}

/** With no observed change the interval has no width; the exact bound says what so few clusters leave open. */
function toDoubt(gates: readonly MetricComparison[]): string {
  const open = gates.filter(
    ({ worseShareBound = 0, margin = 0, difference }) =>
      difference.value === 0 && worseShareBound > margin,
  );
  if (open.length === 0) return '';
  const most = Math.max(...open.map(({ worseShareBound = 0 }) => worseShareBound));
  return `. Bound: where nothing moved (${open.map(({ metric }) => metric).join(', ')}), up to ${Math.ceil(most * 100)} % of clusters like these could still get worse`;
}

function joinSentences(metrics: readonly { readonly sentence: string }[]): string {
  return metrics.map((metric) => metric.sentence).join('. ');
}

function isGain(metric: MetricComparison): boolean {
  const { way, significant } = toShift(metric);
  return way === 'better' && significant;
}

function toCover({
  pairedTrials,
  onlyBaseline,
  onlyCandidate,
  invalid,
}: Comparison['coverage']): string {
  const apart = onlyBaseline + onlyCandidate + invalid;
  if (apart === 0) return '';
  return `. Compared were the ${pairedTrials} trials that both sides have; left out: ${onlyBaseline} only in the baseline, ${onlyCandidate} only in the candidate, ${invalid} invalid`;
}
