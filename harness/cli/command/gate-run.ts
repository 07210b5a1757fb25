import { join, resolve } from 'node:path';

import type { GateReport } from '../../compare/gate/gate-report.ts';
import type { MetricInfo } from '../../core/score/metric.ts';
import { toMetrics } from '../../run/keep/to-manifest.ts';
import { selectVariants } from '../../run/plan/plan-groups.ts';
import { applyGates, prepareGates } from '../../compare/gate/apply-gates.ts';
import type { RunOptions } from '../../run/run-options.ts';
import type { CliIo } from '../io/cli-io.ts';
import { loadNearConfig } from '../../api/place/load-near-config.ts';
import { writeResult } from '../io/write-result.ts';

/** Judges a finished run by its folder, and stores the result there as `gates.json`. */
export type GateRun = (runFolder: string) => Promise<GateReport>;

/**
 * Prepares `run --gate` before anything runs.
 *
 * @throws UsageError when there is nothing to gate by.
 */
export async function openGates(options: RunOptions, io: CliIo): Promise<GateRun> {
  const variants = selectVariants(options.suite, options.variants).map((variant) => variant.name);
  const { file, name } = options.suite;
  const { metrics: own = [] } = toMetrics(options.suite);
  return await openGatesOf({ file, name, variants, own }, io);
}

/**
 * The same for variants of any suite, such as transcripts that `score --gate` reads.
 *
 * @throws UsageError when there is nothing to gate by.
 */
export async function openGatesOf(
  suite: {
    readonly file: string | null;
    readonly name: string;
    readonly variants: readonly string[];
    /** How the metrics of the team's own scorers are displayed. */
    readonly own?: readonly MetricInfo[];
  },
  io: CliIo,
): Promise<GateRun> {
  const config = await loadNearConfig(suite.file, io);
  const where = { gates: config.gates, baselines: resolve(config.root, config.baselines) };
  const ready = prepareGates(suite.name, where, suite);
  return async (runFolder) => {
    const report = await applyGates(runFolder, ready);
    writeResult(join(runFolder, 'gates.json'), `${JSON.stringify(report, null, 2)}\n`);
    return report;
  };
}
