import { estimatePassRate } from '../judge/estimate-pass-rate.ts';
import { toMetricClusters } from '../pair/metric-clusters.ts';
import { pairTrials } from '../pair/pair-trials.ts';
import type { MetricName, MetricRef } from '../../core/score/metric.ts';
import type { ScoreRecord } from '../../core/trial/trial.ts';
import { planPassRate } from '../../stats/plan/plan-pass-rate.ts';
import { planPower, type PowerPlan } from '../../stats/plan/plan-power.ts';
import { varianceComponents } from '../../stats/interval/variance-components.ts';
import { UsageError } from '../../core/usage-error.ts';
import type { RunSource } from '../pair/run-source.ts';

/** The assumptions where no run gives estimates. */
export interface PassRateAssumptions {
  readonly rate: number;
  readonly icc: number;
  readonly interaction: number;
}

/** A comparison that could be made. */
export interface PlannedComparison extends MetricRef {
  readonly clusters: number;
  readonly repeats: number;
  readonly drop: number;
  readonly power: number;
}

/** The differences that it could find, and the basis of the estimate. */
export interface ComparisonPlan extends PowerPlan {
  /** One sentence: where the variances come from. */
  readonly basis: string;
  /** `false` when the run had no repeats: then `repeatsForDrop` is `null` and `betweenShare` says nothing. */
  readonly repeatsKnown: boolean;
  /** No outcome can be a significant regression. */
  readonly hopeless: boolean;
}

const alpha = 0.05;

/** Plans from assumptions about yes-or-no outcomes. */
export function planFromAssumptions(
  planned: PlannedComparison,
  model: PassRateAssumptions,
): ComparisonPlan {
  const { clusters, repeats, drop, power } = planned;
  const plan = planPassRate({ scenarios: clusters, repeats, model }, { drop, power, alpha });
  const basis = `assumed: pass rate ${toPercent(model.rate)}, correlation of repeats ${model.icc.toFixed(2)}, ${toPercent(model.interaction)} of the scenarios react in their own way`;
  return finish(plan, basis);
}

/** Plans from a run: from its two variants where it has two, else from the one. */
export async function planFromRun(
  planned: PlannedComparison,
  source: RunSource,
  options: {
    readonly pair: readonly [string, string] | null;
    readonly assumed: PassRateAssumptions;
  },
): Promise<ComparisonPlan> {
  const { pair, assumed } = options;
  if (pair !== null) {
    const [baseline, candidate] = await Promise.all(
      pair.map(async (name) => await source.load(name)),
    );
    return planFromPair(planned, baseline?.records ?? [], candidate?.records ?? []);
  }
  const name = source.variants[0]?.name ?? '';
  const { records } = await source.load(name);
  const estimate = estimatePassRate(toClusters(records, planned.metric));
  if (estimate === null) {
    throw new UsageError(
      `Cannot plan from ${source.label}: ${planned.metric} was judged in no trial`,
    );
  }
  const rate = Math.min(0.99, Math.max(0.01, estimate.rate));
  const correlation = Math.min(0.99, estimate.icc ?? assumed.icc);
  const plan = planFromAssumptions(planned, {
    rate,
    icc: correlation,
    interaction: assumed.interaction,
  });
  const icc =
    estimate.icc === null
      ? `correlation of repeats ${correlation.toFixed(2)} assumed, since none were run`
      : `correlation of repeats ${correlation.toFixed(2)}`;
  return {
    ...plan,
    basis: `from ${source.label}, variant ${name}: ${planned.metric} ${toPercent(rate)}, ${icc}; assumed that ${toPercent(assumed.interaction)} of the scenarios react in their own way`,
  };
}

function planFromPair(
  planned: PlannedComparison,
  baseline: readonly ScoreRecord[],
  candidate: readonly ScoreRecord[],
): ComparisonPlan {
  const { clusters, repeats, drop, power, metric } = planned;
  const { pairs } = pairTrials(baseline, candidate, 'variant');
  const values = toMetricClusters(pairs, metric);
  const components = varianceComponents(values.clusters);
  if (components === null) {
    throw new UsageError(
      `Cannot plan from a run with fewer than two clusters that have ${metric} on both sides`,
    );
  }
  const plan = planPower({ scenarios: clusters, repeats, components }, { drop, power, alpha });
  const basis = `from ${values.clusters.length} clusters of both variants: variance between scenarios' reactions ${components.interaction.toFixed(4)}, ${components.separable ? `within repeats ${components.within.toFixed(4)}` : 'no repeats'}`;
  if (components.separable) return finish(plan, basis);
  return { ...finish({ ...plan, repeatsForDrop: null }, basis), repeatsKnown: false };
}

function toClusters(
  records: readonly ScoreRecord[],
  metric: MetricName,
): readonly (readonly number[])[] {
  const clusters = new Map<string, number[]>();
  for (const { cluster, scores } of records) {
    const value = scores[metric]?.value ?? null;
    if (value !== null) clusters.set(cluster, [...(clusters.get(cluster) ?? []), value]);
  }
  return [...clusters.values()];
}

function finish(plan: PowerPlan, basis: string): ComparisonPlan {
  return { ...plan, basis, repeatsKnown: true, hopeless: plan.smallestP >= alpha };
}

function toPercent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
