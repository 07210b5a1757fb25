import type { Baseline } from './baseline.ts';
import { gatedMetrics } from '../gate/gated-metrics.ts';
import { toBaseline } from './to-baseline.ts';
import { isBuiltIn } from '../../core/score/metric.ts';
import { exitCodes } from '../../core/run.ts';
import { RigError } from '../../core/rig-error.ts';
import type { Gate } from '../../core/suite/gate.ts';
import type { StoredRun } from '../../run/folder/read-run.ts';
import { loadWithTranscripts } from '../pair/load-with-transcripts.ts';
import { requireMetric } from '../pair/join-own-metrics.ts';
import { toRunSource } from '../pair/run-source.ts';

/**
 * Makes a baseline of a run: the values of the metrics that decide by default and of those that gates name.
 *
 * @throws RigError `BASELINE_INVALID_RUN` when the run could not be measured as requested: its gaps would become the
 *   reference.
 */
export async function acceptBaseline(run: StoredRun, gates: readonly Gate[]): Promise<Baseline> {
  const { summary } = run;
  const [reason] = summary.invalidReasons;
  if (reason !== undefined || summary.verdict === 'INVALID') {
    throw new RigError(
      'BASELINE_INVALID_RUN',
      `Cannot accept the run "${run.path}" as baseline: it is INVALID, since ${reason?.text ?? 'it measured nothing'}`,
      { exitCode: exitCodes.invalid },
    );
  }
  if (summary.part !== undefined) {
    throw new RigError(
      'BASELINE_INVALID_RUN',
      `Cannot accept the run "${run.path}" as baseline: it is part ${summary.part.index} of ${summary.part.count}. Merge all parts with \`toolrig merge\` first`,
      { exitCode: exitCodes.invalid },
    );
  }
  if (run.manifest.selection['left'] !== undefined) {
    throw new RigError(
      'BASELINE_INVALID_RUN',
      `Cannot accept the run "${run.path}" as baseline: --changed left conversations out. Run without it: unchanged trials are reused`,
      { exitCode: exitCodes.invalid },
    );
  }
  const source = toRunSource(run, run.path);
  const variants = await Promise.all(
    source.variants.map(async ({ name }) => await loadWithTranscripts(source, name)),
  );
  const { suite, mode, manifestHash } = summary;
  const own = (summary.metrics ?? []).map(({ name }) => name);
  const named = gates
    .filter((gate) => isBuiltIn(gate.metric) || gate.suite === null || gate.suite === suite)
    .map((gate) => gate.metric);
  for (const metric of named) {
    for (const variant of variants) requireMetric(metric, variant);
  }
  const metrics = new Set([...gatedMetrics, ...named, ...own]);
  return toBaseline({ suite, mode, manifestHash }, variants, [...metrics]);
}
