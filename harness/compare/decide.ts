import type { Sweep } from '../core/sweep.ts';
import { exitCodes, type RunPart, type RunSummary, type Verdict } from '../core/run.ts';
import type { Comparison } from './comparison.ts';
import type { GateReport } from './gate/gate-report.ts';
import { joinVerdicts, toExitCode } from './judge/judge-comparison.ts';

/** The decision of a command: the one verdict and exit code that it prints, writes into its files and ends with. */
export interface Decision {
  readonly verdict: Verdict;
  readonly exitCode: number;
  readonly by: 'run' | 'gates' | 'comparison' | 'recording' | 'sweep' | 'part';
  /** The decision as one line, with the exit code. */
  readonly line: string;
}

/** Everything that may decide. */
export interface Deciders {
  /** The requested comparisons; a comparison decides alone. */
  readonly about: 'run' | 'comparison';
  readonly summary:
    | (Pick<RunSummary, 'verdict' | 'exitCode' | 'invalidReasons'> &
        Partial<Pick<RunSummary, 'part' | 'variants'>>)
    | null;
  /** Settings that the run sweeps over values: a failed trial then fails its value, not the run. */
  readonly sweeps?: readonly Sweep[];
  readonly comparisons: readonly Comparison[];
  readonly gates: GateReport | null;
  readonly interrupted?: boolean;
  /** `--allow-inconclusive`. */
  readonly allowInconclusive?: boolean;
  /** `--gate` of a part of a run: the gates judge the whole, so a failed trial decides nothing yet. */
  readonly gatesWait?: boolean;
  /** The command was to record: the results of the trials are judged by a later run. */
  readonly recording?: boolean;
}

/**
 * Decides the verdict of a command. INVALID has priority over everything else; then gates decide over single trials,
 * and trials where there are no gates. Nothing turns INVALID into success.
 */
export function decide(deciders: Deciders): Decision {
  const { by, verdict } = findDecider(deciders);
  const { summary, interrupted = summary?.exitCode === exitCodes.interrupted } = deciders;
  if (interrupted) {
    const exitCode = exitCodes.interrupted;
    return { verdict: 'INVALID', exitCode, by, line: `INVALID, interrupted ${toCode(exitCode)}` };
  }
  if (verdict === 'INCONCLUSIVE' && deciders.allowInconclusive === true) {
    const exitCode = exitCodes.passed;
    const line = `${toWords(deciders, by)}${verdict}, allowed by --allow-inconclusive ${toCode(exitCode)}`;
    return { verdict, exitCode, by, line };
  }
  const exitCode = toExitCode(verdict);
  return { verdict, exitCode, by, line: `${toWords(deciders, by)}${verdict} ${toCode(exitCode)}` };
}

function findDecider(deciders: Deciders): Pick<Decision, 'by' | 'verdict'> {
  const { about, summary, comparisons, gates, recording = false } = deciders;
  if (about === 'comparison' || summary === null) {
    return { by: 'comparison', verdict: joinVerdicts(comparisons.map(({ verdict }) => verdict)) };
  }
  if (isOpenPart(summary)) {
    // The gates and the sweep judge all parts.
    return { by: 'part', verdict: waits(deciders) ? 'INCONCLUSIVE' : summary.verdict };
  }
  if (recording && gates === null) {
    const isWhole = summary.invalidReasons.every(({ code }) => judgingCodes.has(code));
    return { by: 'recording', verdict: isWhole ? 'PASS' : 'INVALID' };
  }
  return findRunDecider(deciders, summary);
}

function findRunDecider(
  deciders: Deciders,
  summary: NonNullable<Deciders['summary']>,
): Pick<Decision, 'by' | 'verdict'> {
  const { gates } = deciders;
  if (summary.verdict !== 'INVALID' && isSwept(deciders)) {
    const isMet = countPassing(deciders).every(({ passing }) => passing > 0);
    return { by: 'sweep', verdict: isMet ? 'PASS' : 'FAIL' };
  }
  if (summary.verdict === 'INVALID' || gates === null) {
    return { by: 'run', verdict: summary.verdict };
  }
  return { by: 'gates', verdict: gates.verdict };
}

/** A part of a run that is INVALID makes the whole INVALID; all else waits for the other parts. */
function isOpenPart({ part, verdict }: NonNullable<Deciders['summary']>): boolean {
  return part !== undefined && verdict !== 'INVALID';
}

function waits(deciders: Deciders): boolean {
  return deciders.gatesWait === true || isSwept(deciders);
}

function isSwept({ sweeps = [] }: Deciders): boolean {
  return sweeps.length > 0;
}

/** Of each sweep, the number of its values under which every trial passes. */
function countPassing({
  sweeps = [],
  summary,
}: Deciders): readonly { readonly passing: number; readonly of: number }[] {
  return sweeps.map(({ points }) => ({
    passing: points.filter(({ variant }) => {
      const counts = summary?.variants?.[variant];
      return counts !== undefined && counts.failed === 0 && counts.passed > 0;
    }).length,
    of: points.length,
  }));
}

/** Reasons of an INVALID run whose lanes are recorded all the same. */
const judgingCodes: ReadonlySet<string> = new Set([
  'nothing_judged',
  'scorer_error',
  'surplus_recordings',
  'fault_never_fired',
  'fault_not_reached',
]);

function toWords(deciders: Deciders, by: Decision['by']): string {
  const { gates, comparisons, summary } = deciders;
  switch (by) {
    case 'sweep': {
      const counts = countPassing(deciders).map(({ passing, of }) => `${passing} of ${of}`);
      return `the sweep decides, ${counts.join(' and ')} values pass every trial: `;
    }
    case 'run':
      return gates === null ? '' : 'the run could not be measured, which outweighs its gates: ';
    case 'part':
      return toPartWords(summary?.part);
    case 'gates':
      return 'the gates decide: ';
    case 'recording':
      return 'the recording decides, not how its trials came out: ';
    case 'comparison':
      return comparisons.length === 1 ? '' : 'all comparisons together: ';
  }
}

function toPartWords({ index, count }: RunPart = { index: 1, count: 1 }): string {
  return `part ${index} of ${count}, \`toolrig merge\` decides over all of them: `;
}

function toCode(exitCode: number): string {
  return `(exit code ${exitCode})`;
}
