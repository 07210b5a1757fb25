import { createHash } from 'node:crypto';
import { join } from 'node:path';

import { mixedFolder } from '../../cassette/lane/list-lane-files.ts';
import { RigError } from '../../core/rig-error.ts';
import { exitCodes } from '../../core/run.ts';
import { infoOf, type MetricRef } from '../../core/score/metric.ts';
import type { Suite, Variant } from '../../core/suite/suite.ts';
import type { Toolset } from '../../core/suite/tool.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { RunOptions } from '../../run/run-options.ts';
import { mean } from '../../stats/interval/mean.ts';
import { comparePaired } from '../../stats/test/compare-paired.ts';
import { findDifferences } from '../find/find-differences.ts';
import { toDifferences } from '../judge/measure-metric.ts';
import { roundFigure, roundP } from '../judge/format-figure.ts';
import { type MetricClusters, toMetricClusters } from '../pair/metric-clusters.ts';
import { pairTrials } from '../pair/pair-trials.ts';
import { runSide } from '../pair/run-side.ts';
import { toIdentities } from '../pair/to-identities.ts';
import {
  type CulpritSearch,
  type EditMeasurement,
  findCulprits,
  type GainCertainty,
} from './find-culprits.ts';
import { findEdits, mixToolset, type ToolsetEdit } from './find-edits.ts';

/** What is searched: the variants whose toolsets differ, and the metric that is lost. */
export interface BisectChoice extends MetricRef {
  readonly baseline: string;
  readonly candidate: string;
}

/**
 * Finds which edits of a toolset do the harm: runs the candidate's variant with some of the edits only, until the loss
 * is explained. Where nothing is lost in total, the losses of single scenarios are.
 *
 * @throws UsageError when the toolsets do not differ, or the variants differ in more; RigError `BISECT_UNMEASURED` when
 *   a mixed toolset could not be measured (a recorded model never saw it).
 */
export async function bisectEdits(options: RunOptions, choice: BisectChoice): Promise<Bisection> {
  const { suite } = options;
  const baseline = findVariant(suite, choice.baseline);
  const candidate = findVariant(suite, choice.candidate);
  assertOnlyToolset(suite, choice);
  const [before, after] = [findToolset(suite, baseline), findToolset(suite, candidate)];
  const edits = findEdits(before, after);
  if (edits.length === 0) {
    throw new UsageError(
      `Cannot bisect "${choice.baseline}" and "${choice.candidate}": their toolsets do not differ`,
    );
  }
  let requests = 0;
  const run = async (
    variant: Variant,
    toolset: Toolset,
    only: readonly string[] | null,
  ): Promise<Measured> => {
    const isMixed = toolset.id !== before.id && toolset.id !== after.id;
    const side = await runSide({
      ...options,
      ...(isMixed ? toMixedPlace(options) : {}),
      ...(only === null ? {} : { scenarios: only }),
      suite: withVariant(suite, { variant, toolset, choice }),
      variants: [variant.name],
      runId: `${options.runId}-bisect`,
    });
    requests += side.requests;
    const { records } = await side.source.load(variant.name);
    assertMeasured(records, isMixed ? [] : side.misses);
    return { records, requests: side.requests };
  };
  const start = await run(baseline, before, null);
  const end = await run(candidate, after, null);
  const measure = async (
    some: readonly ToolsetEdit[],
    only: readonly string[] | null,
  ): Promise<EditMeasurement> => {
    const mixed =
      some.length === edits.length
        ? { records: end.records, requests: only === null ? end.requests : 0 }
        : await run(toMixed(candidate, some), mixToolset(before, after, some), only);
    const isMeant = ({ lane }: ScoreRecord): boolean =>
      only === null || only.includes(lane.scenario);
    return {
      edits: some.map((edit) => edit.id),
      requests: mixed.requests,
      ...compare(start.records.filter(isMeant), mixed.records.filter(isMeant), choice),
    };
  };
  const all = await measure(edits, null);
  const found =
    all.gain < 0
      ? await findCulprits(edits, async (some) =>
          some.length === edits.length ? all : await measure(some, null),
        )
      : await findBehindGain(all, edits, measure);
  return { suite: suite.name, ...choice, ...found, edits, requests };
}

/**
 * All edits together lose nothing, so only the scenarios that got worse are searched: what does harm is what makes them
 * worse. Where none did, all scenarios are searched: edits may make up for each other.
 */
async function findBehindGain(
  all: EditMeasurement,
  edits: readonly ToolsetEdit[],
  measure: (
    some: readonly ToolsetEdit[],
    only: readonly string[] | null,
  ) => Promise<EditMeasurement>,
): Promise<CulpritSearch & Pick<Bisection, 'only'>> {
  const { worse: only } = all;
  if (only.length === 0) {
    return await findCulprits(edits, async (some) =>
      some.length === edits.length ? all : await measure(some, null),
    );
  }
  const { culprits, measurements } = await findCulprits(
    edits,
    async (some) => await measure(some, only),
  );
  return { total: all.gain, culprits, measurements: [all, ...measurements.slice(1)], only };
}

interface Measured {
  readonly records: readonly ScoreRecord[];
  readonly requests: number;
}

function compare(
  start: readonly ScoreRecord[],
  mixed: readonly ScoreRecord[],
  ref: MetricRef,
): Pick<EditMeasurement, 'gain' | 'worse' | 'certainty'> {
  const { metric } = ref;
  const { pairs } = pairTrials(start, mixed, 'variant');
  const values = toMetricClusters(pairs, metric);
  const { clusters } = values;
  if (clusters.length === 0) {
    throw new RigError(
      'BISECT_UNMEASURED',
      `Cannot bisect by ${metric}: it was judged in no trial of both toolsets. Name another with --metrics`,
      { exitCode: exitCodes.invalid },
    );
  }
  const isHigher = infoOf(ref).better === 'higher';
  const toGain = (change: number): number => (isHigher ? change : 0 - change);
  const valueOf = (record: ScoreRecord): number => record.scores[metric]?.value ?? 0;
  const worse = pairs.filter(
    (pair) => toGain(valueOf(pair.candidate) - valueOf(pair.baseline)) < 0,
  );
  return {
    gain: toGain(mean(clusters.map((cluster) => mean(cluster.differences)))),
    worse: [...new Set(worse.map((pair) => pair.scenario))],
    certainty: toCertainty(values, ref),
  };
}

function toCertainty(values: MetricClusters, ref: MetricRef): GainCertainty {
  const { better } = infoOf(ref);
  const { interval, p, clusters, mean: gain } = comparePaired(toDifferences(values), { better });
  // An interval without width would claim more certainty than there is.
  const hasNone = interval === null || roundFigure(interval.upper - interval.lower) === 0;
  const [low, high] = hasNone ? [null, null] : [interval.lower, interval.upper];
  const isMoved = hasNone
    ? gain !== 0 && (p ?? 1) < 0.05
    : interval.lower > 0 || interval.upper < 0;
  const isHigher = better === 'higher';
  return {
    low: toFigure(isHigher ? low : high, isHigher),
    high: toFigure(isHigher ? high : low, isHigher),
    p: p === null ? null : roundP(p),
    clusters,
    certain: isMoved,
  };
}

function toFigure(bound: number | null, isHigher: boolean): number | null {
  return bound === null ? null : roundFigure(isHigher ? bound : 0 - bound);
}

/**
 * Recordings of mixed toolsets have a separate folder: the suite has no such variant, and its runs would report them as
 * unused. What a mixture offers follows the toolsets, so that its recordings are made again when these change.
 */
function toMixedPlace({
  cassettes,
  mode,
  rerecord,
}: RunOptions): Pick<RunOptions, 'cassettes' | 'stale'> {
  return { cassettes: join(cassettes, mixedFolder), stale: mode === 'record' && !rerecord };
}

/** The candidate with another toolset; the same edits have the same name in every run. */
function toMixed(candidate: Variant, edits: readonly ToolsetEdit[]): Variant {
  const ids = edits.map((edit) => edit.id).toSorted();
  const hash = createHash('sha256').update(ids.join('\n')).digest('hex').slice(0, 8);
  return { ...candidate, name: `${candidate.name}.mix-${hash}`, isDefault: false };
}

/** One variant alone, over the scenarios that are for both sides. */
function withVariant(
  suite: Suite,
  run: { readonly variant: Variant; readonly toolset: Toolset; readonly choice: BisectChoice },
): Suite {
  const { variant, toolset, choice } = run;
  const sides = [choice.baseline, choice.candidate];
  return {
    ...suite,
    toolsets: [...suite.toolsets.filter((other) => other.id !== toolset.id), toolset],
    variants: [{ ...variant, toolset: toolset.id }],
    scenarios: suite.scenarios
      .filter(({ variants }) => variants === null || sides.every((side) => variants.includes(side)))
      .map((scenario) => ({ ...scenario, variants: null })),
  };
}

function assertOnlyToolset(suite: Suite, { baseline, candidate }: BisectChoice): void {
  const [first, second] = [baseline, candidate].map((name) =>
    toIdentities(suite).find((variant) => variant.name === name),
  );
  if (first === undefined || second === undefined) return;
  const others = findDifferences(first, second).filter((dimension) => dimension !== 'toolset');
  if (others.length === 0) return;
  throw new UsageError(
    `Cannot bisect "${baseline}" and "${candidate}": they differ in ${others.join(' and ')} too, so that edits alone do not explain a loss`,
  );
}

function findVariant(suite: Suite, name: string): Variant {
  const found = suite.variants.find((variant) => variant.name === name);
  if (found === undefined) {
    throw new UsageError(`Cannot bisect "${name}": the suite "${suite.name}" has no such variant`);
  }
  return found;
}

function findToolset(suite: Suite, { toolset }: Variant): Toolset {
  const found = suite.toolsets.find((candidate) => candidate.id === toolset);
  if (found === undefined) {
    throw new UsageError(`Cannot bisect: the suite "${suite.name}" has no toolset "${toolset}"`);
  }
  return found;
}

function assertMeasured(records: readonly ScoreRecord[], misses: readonly string[]): void {
  const valid = records.filter(({ verdict }) => verdict === 'passed' || verdict === 'failed');
  if (valid.length > 0 && valid.length >= 0.8 * records.length) return;
  const reason = misses[0] === undefined ? '' : `\n${misses[0]}`;
  throw new RigError(
    'BISECT_UNMEASURED',
    `Cannot bisect: a toolset was measured in ${valid.length} of ${records.length} trials only. A recorded model never saw one with some of the edits: use --mode live, or --mode record to record it${reason}`,
    { exitCode: exitCodes.invalid },
  );
}

/** The result: which of several edits of a toolset does the harm. */
export interface Bisection extends CulpritSearch, MetricRef {
  readonly suite: string;
  readonly baseline: string;
  readonly candidate: string;
  readonly edits: readonly ToolsetEdit[];
  /**
   * The scenarios that got worse although all edits together lose nothing: culprits and all measurements but the first
   * are of these; absent where all scenarios were searched.
   */
  readonly only?: readonly string[];
  /** Model requests of all measurements, the baseline's included. */
  readonly requests: number;
}
