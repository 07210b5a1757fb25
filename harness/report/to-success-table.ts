import type { VariantReport } from './report-data.ts';
import { formatValue } from '../compare/judge/format-figure.ts';

/** How reliably the variants of a run succeed. */
export interface SuccessTable {
  /** The first row is the head. */
  readonly rows: readonly (readonly string[])[];
  readonly note: string;
  /** Some scenarios were tried several times, so that there is pass^k. */
  readonly hasAttempts: boolean;
}

/**
 * `task.success` by variant: the mean over trials beside the mean over clusters, and pass^k where every scenario was
 * tried several times. `null` where this adds nothing to the table of metrics: both means are the same, and there is no
 * pass^k.
 */
export function toSuccessTable(variants: readonly VariantReport[]): SuccessTable | null {
  const most = Math.max(0, ...variants.map(({ reliability }) => reliability.length));
  const means = variants.map(toMeans);
  if (most === 0 && means.every(([trials, clusters]) => trials === clusters)) return null;
  const ks = Array.from({ length: Math.max(0, most - 1) }, (_, index) => index + 2);
  const rows = variants.map(({ name, reliability }, place) => [
    name,
    ...(means[place] ?? []),
    ...ks.map((k) => {
      const found = reliability.find((one) => one.k === k);
      return found === undefined ? 'n/a' : formatValue(found.all, 'share');
    }),
  ]);
  const note =
    'mean over trials: each trial weighs the same; mean over clusters: each cluster of scenarios does';
  return {
    hasAttempts: most > 0,
    rows: [
      ['task.success', 'mean over trials', 'mean over clusters', ...ks.map((k) => `pass^${k}`)],
      ...rows,
    ],
    note: most === 0 ? note : `${note}; pass^k: all of k attempts at a scenario succeed`,
  };
}

function toMeans({ figures, summary }: VariantReport): readonly [trials: string, clusters: string] {
  const clusters = figures.find(({ metric }) => metric === 'task.success')?.estimate.value ?? null;
  const trials = summary.scores['task.success']?.value ?? null;
  return [formatValue(trials, 'share'), formatValue(clusters, 'share')];
}
