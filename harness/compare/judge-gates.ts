import type { Gate } from '../core/gate.ts';
import type { MetricName } from '../core/metric.ts';
import type { Baseline } from './baseline.ts';
import { toBaselineRecords } from './baseline-records.ts';
import { compareScores } from './compare-scores.ts';
import type { ComparedRecords } from './compared-records.ts';
import type { Comparison } from './comparison.ts';
import type { GateReport, GateResult } from './gate-report.ts';
import { joinVerdicts, toExitCode } from './judge-comparison.ts';
import { judgeLimit } from './judge-limit.ts';
import { judgeMargin } from './judge-margin.ts';

/**
 * Judges all gates that apply to a run, variant by variant. Gates against the baseline share one comparison a variant,
 * so that p is adjusted over them. Gates of other suites are left out. A gate that applies to no variant, or no gate at
 * all, is INVALID: it checks nothing.
 *
 * @param baseline - `null` when no gate needs it.
 */
export function judgeGates(
  variants: readonly ComparedRecords[],
  allGates: readonly Gate[],
  baseline: Baseline | null,
): GateReport {
  const gates = allGates.filter((gate) => variants.some((run) => isOfSuite(gate, run)));
  const results: GateResult[] = [];
  const comparisons: Comparison[] = [];
  for (const run of variants) {
    const own = gates.filter((gate) => appliesTo(gate, run));
    for (const gate of own) if (gate.kind === 'limit') results.push(judgeLimit(gate, run));
    const margins = own.filter((gate) => gate.kind === 'margin');
    if (margins.length === 0) continue;
    const side = baseline === null ? null : toBaselineRecords(baseline, run.side.name);
    const before = side ?? { ...run, records: [], tools: [] };
    const comparison = compareWithBaseline(before, run, margins);
    comparisons.push(comparison);
    for (const gate of margins) {
      results.push(judgeMargin(gate, { now: run, baseline: before }, comparison));
    }
  }
  const idle = gates.filter((gate) => !variants.some((run) => appliesTo(gate, run)));
  results.push(...idle.map(toIdle));
  const refused = variants.flatMap((run) => run.refusals);
  const verdict = joinVerdicts([
    ...results.map((result) => result.verdict),
    ...refused.map(() => 'INVALID' as const),
  ]);
  return { verdict, exitCode: toExitCode(verdict), results, comparisons };
}

/** Whether a gate is about this variant of this suite. */
function appliesTo(gate: Gate, run: ComparedRecords): boolean {
  return isOfSuite(gate, run) && (gate.variant === null || gate.variant === run.side.name);
}

function isOfSuite(gate: Gate, { suite }: ComparedRecords): boolean {
  return gate.suite === null || gate.suite === suite;
}

function compareWithBaseline(
  before: ComparedRecords,
  run: ComparedRecords,
  gates: readonly (Gate & { readonly kind: 'margin' })[],
): Comparison {
  const margins: Partial<Record<MetricName, number>> = {};
  for (const gate of gates) margins[gate.metric] = gate.margin;
  return compareScores(before, run, {
    by: 'variant',
    metrics: gates.map((gate) => gate.metric),
    margins,
  });
}

function toIdle(gate: Gate): GateResult {
  return {
    gate,
    rule: `${gate.metric} of ${gate.variant === null ? 'any variant' : `"${gate.variant}"`}`,
    variant: gate.variant ?? '',
    verdict: 'INVALID',
    sentence: `The gate on ${gate.metric} applies to no variant of this run`,
    breakers: [],
    causes: [],
  };
}
