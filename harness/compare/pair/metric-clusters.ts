import type { MetricName } from '../../core/score/metric.ts';
import type { TrialPair } from './pair-trials.ts';

/** Values of one metric in one cluster, pair by pair; the lists are equally long. */
export interface MetricCluster {
  readonly cluster: string;
  readonly baseline: number[];
  readonly candidate: number[];
  readonly differences: number[];
}

/** Values of one metric over all pairs. */
export interface MetricClusters {
  /** Clusters with a pair that has a value on both sides. */
  readonly clusters: readonly MetricCluster[];
  /** Pairs with a value on this side, whatever the other has. */
  readonly judgedBaseline: number;
  readonly judgedCandidate: number;
  /** Each cluster is one scenario under one plan, so that its pairs are repeats. */
  readonly areRepeats: boolean;
}

/** Gathers the values of one metric by cluster. A pair that lacks a value on a side takes no part. */
export function toMetricClusters(pairs: readonly TrialPair[], metric: MetricName): MetricClusters {
  const clusters = new Map<string, MetricCluster>();
  const places = new Map<string, Set<string>>();
  let judgedBaseline = 0;
  let judgedCandidate = 0;
  for (const pair of pairs) {
    const before = pair.baseline.scores[metric]?.value ?? null;
    const after = pair.candidate.scores[metric]?.value ?? null;
    if (before !== null) judgedBaseline += 1;
    if (after !== null) judgedCandidate += 1;
    if (before === null || after === null) continue;
    const found = clusters.get(pair.cluster) ?? createCluster(pair.cluster);
    clusters.set(pair.cluster, found);
    found.baseline.push(before);
    found.candidate.push(after);
    found.differences.push(after - before);
    const place = places.get(pair.cluster) ?? new Set();
    places.set(pair.cluster, place.add(`${pair.scenario}/${pair.plan}`));
  }
  return {
    clusters: [...clusters.values()],
    judgedBaseline,
    judgedCandidate,
    areRepeats: [...places.values()].every((place) => place.size === 1),
  };
}

function createCluster(cluster: string): MetricCluster {
  return { cluster, baseline: [], candidate: [], differences: [] };
}
