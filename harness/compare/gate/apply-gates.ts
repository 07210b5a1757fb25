import { existsSync } from 'node:fs';

import type { Baseline } from '../baseline/baseline.ts';
import type { GateReport } from './gate-report.ts';
import { judgeGates } from './judge-gates.ts';
import { findIdle } from '../../core/score/find-idle-gate.ts';
import { isBuiltIn, type MetricInfo, toMetricRef } from '../../core/score/metric.ts';
import type { Gate } from '../../core/suite/gate.ts';
import { UsageError } from '../../core/usage-error.ts';
import { readRun, type StoredRun } from '../../run/folder/read-run.ts';
import { loadBaseline, toBaselineFile } from '../baseline/baseline-file.ts';
import { loadWithTranscripts } from '../pair/load-with-transcripts.ts';
import { requireMetric } from '../pair/join-own-metrics.ts';
import { toRunSource } from '../pair/run-source.ts';

/** Gates of one suite, ready to be applied. */
export interface ReadyGates {
  readonly gates: readonly Gate[];
  /** `null` when no gate needs it. */
  readonly baseline: Baseline | null;
}

/**
 * Prepares the gates of a suite before anything runs, so that gates which can never be judged are refused at once.
 *
 * @throws UsageError when no gate is for this suite, or the baseline that they need is missing, of another suite, or
 *   lacks a variant or metric.
 */
export function prepareGates(
  suite: string,
  config: { readonly gates: readonly Gate[]; readonly baselines: string },
  run: { readonly variants: readonly string[]; readonly own?: readonly MetricInfo[] },
): ReadyGates {
  const { variants, own = [] } = run;
  const ofSuite = config.gates.filter((gate) => gate.suite === null || gate.suite === suite);
  const gates = ofSuite.map((gate) => describeGate(gate, { suite, own }));
  if (gates.length === 0) {
    throw new UsageError(
      `Cannot gate suite "${suite}": \`gates\` in toolrig.config.ts has none for it`,
    );
  }
  const margins = gates.filter((gate) => gate.kind === 'margin');
  if (margins.length === 0) return { gates, baseline: null };
  const file = toBaselineFile(config.baselines, suite);
  // Limits can be judged without a baseline, so its absence is not a reason to refuse the run.
  if (margins.length < gates.length && !existsSync(file)) return { gates, baseline: null };
  const baseline = loadBaseline(file, suite);
  for (const { metric, variant } of margins) {
    if (!baseline.metrics.includes(metric)) throw outdated(file, `metric "${metric}"`);
    for (const name of variants) {
      if (variant !== null && variant !== name) continue;
      if (baseline.variants[name] === undefined) throw outdated(file, `variant "${name}"`);
    }
  }
  return { gates, baseline };
}

/** A gate with the description of its metric in this suite. */
function describeGate(
  gate: Gate,
  { suite, own }: { readonly suite: string; readonly own: readonly MetricInfo[] },
): Gate {
  if (isBuiltIn(gate.metric)) return gate;
  const described = { ...gate, ...toMetricRef(gate.metric, own) };
  if (own.every(({ name }) => name !== gate.metric)) {
    const known = own.map(({ name }) => name).join(', ');
    throw new UsageError(
      `Cannot gate suite "${suite}" by ${gate.metric}: no scorer of it gives this metric${known === '' ? '' : `, only ${known}`}. Put the scorer into \`scorers\` of the suite or of toolrig.config.ts, or name another suite in the gate`,
    );
  }
  const problem = findIdle(described);
  if (problem === null) return described;
  throw new UsageError(`Cannot gate suite "${suite}" by ${gate.metric}: ${problem}`);
}

/** Judges a finished run, in memory or in its folder, by gates. */
export async function applyGates(run: string | StoredRun, ready: ReadyGates): Promise<GateReport> {
  const stored = typeof run === 'string' ? readRun(run) : run;
  const source = toRunSource(stored, stored.path === '' ? 'this run' : stored.path);
  // Gates judge what was measured; a trial that was not makes the whole run INVALID, even if they hold for the rest.
  const { invalidReasons } = stored.summary;
  const refusals = invalidReasons.map(({ code, text, lanes }) => ({
    code,
    text: lanes.length === 0 ? text : `${text} (${lanes.length} trials, first ${lanes[0] ?? ''})`,
  }));
  const variants = await Promise.all(
    source.variants.map(async ({ name }) => await loadWithTranscripts(source, name)),
  );
  for (const { metric } of ready.gates) {
    for (const variant of variants) requireMetric(metric, variant);
  }
  return judgeGates(
    variants.map((variant) => ({ ...variant, refusals })),
    ready.gates,
    ready.baseline,
  );
}

function outdated(file: string, what: string): UsageError {
  return new UsageError(
    `Cannot compare the run with the baseline "${file}": it has no ${what}. Accept a run that has it with \`toolrig baseline accept RUN\``,
  );
}
