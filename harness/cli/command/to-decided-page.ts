import type { GateReport } from '../../compare/gate/gate-report.ts';
import type { RunSummary } from '../../core/run.ts';
import { toGateText } from '../../report/text/to-gate-text.ts';
import { type RunTextExtras, toRunText } from '../../report/text/to-run-text.ts';

/**
 * The page of a run with what decided it.
 *
 * @param decided.line - the decision; `null` when report files could not be written: that error then decides.
 */
export function toDecidedPage(
  summary: RunSummary,
  extras: RunTextExtras,
  { gates, line }: { readonly gates: GateReport | null; readonly line: string | null },
): string {
  if (gates === null) {
    return toRunText(summary, { ...extras, ...(line === null ? {} : { decision: line }) });
  }
  const page = toRunText(summary, { ...extras, known: gates.knownFailures ?? [] });
  const decision = line ?? gates.verdict;
  return extras.detail === 'quiet'
    ? `${page}${decision}\n`
    : `${page}\n${toGateText(gates, decision)}`;
}
