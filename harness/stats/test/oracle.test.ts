import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { adjustP } from './adjust-p.ts';
import { betaQuantile } from '../distribution/beta-quantile.ts';
import { bootstrapInterval, type BootstrapMethod } from '../interval/bootstrap-interval.ts';
import { clopperPearsonInterval } from '../interval/clopper-pearson-interval.ts';
import { clusteredTest } from './clustered-test.ts';
import { clusterInterval } from '../interval/cluster-interval.ts';
import { cohenKappa } from '../interval/cohen-kappa.ts';
import { createRandom } from '../../core/random.ts';
import { mcnemarTest } from './mcnemar-test.ts';
import { newcombeInterval } from '../interval/newcombe-interval.ts';
import { normalQuantile } from '../distribution/normal-cdf.ts';
import { passAtK, passHatK } from '../interval/pass-at-k.ts';
import { proportionSampleSize } from '../plan/proportion-sample-size.ts';
import { tQuantile } from '../distribution/t-cdf.ts';
import { twoProportionTest } from './two-proportion-test.ts';
import { wilsonInterval } from '../interval/wilson-interval.ts';

type Pair = readonly [number, number];

interface Oracle {
  readonly single_proportion: readonly {
    readonly k: number;
    readonly n: number;
    readonly wilson: Pair;
    readonly beta: Pair;
    readonly agresti_coull: Pair;
    readonly normal: Pair;
    readonly jeffreys: Pair;
  }[];
  readonly newcombe_difference_independent: readonly {
    readonly a: Pair;
    readonly b: Pair;
    readonly diff: number;
    readonly newcombe: Pair;
    readonly two_proportion_z: number;
    readonly two_proportion_p: number;
  }[];
  readonly mcnemar: readonly {
    readonly b_only_A_right: number;
    readonly c_only_B_right: number;
    readonly exact_p?: number;
    readonly mid_p?: number;
    readonly p?: number;
    readonly p_cc?: number;
  }[];
  readonly means_and_clusters: readonly ({
    readonly name: string;
    readonly values: readonly number[];
    readonly clusters: readonly number[];
  } & Readonly<Record<string, number>>)[];
  readonly paired_difference: readonly ({
    readonly A: readonly number[];
    readonly B: readonly number[];
    readonly b: number;
    readonly c: number;
  } & Readonly<Record<string, number>>)[];
  readonly bootstrap: readonly {
    readonly values: readonly number[];
    readonly mean: number;
    readonly percentile: Pair;
    readonly basic: Pair;
    readonly BCa: Pair;
  }[];
  readonly multiple_testing: readonly {
    readonly p: readonly number[];
    readonly holm: readonly number[];
    readonly bh: readonly number[];
    readonly bonferroni: readonly number[];
  }[];
  readonly pass_hat_k: readonly {
    readonly n: number;
    readonly c: number;
    readonly k: number;
    readonly pass_hat_k: number;
    readonly pass_at_k: number;
  }[];
  readonly power_two_proportion_independent: readonly {
    readonly p1: number;
    readonly p2: number;
    readonly n_per_arm_arcsine: number;
    readonly n_per_arm_normal_unpooled: number;
  }[];
  readonly kappa: readonly {
    readonly table: readonly [Pair, Pair];
    readonly kappa: number;
    readonly se: number;
  }[];
}

const folder =
  process.env['TOOLRIG_DATA'] ?? fileURLToPath(new URL('../../../../shared/data', import.meta.url));
const path = `${folder}/statistics/oracle.json`;
const isThere = existsSync(path);
if (!isThere) console.log(`Skipped the statistics oracle: "${path}" is absent`);

describe.runIf(isThere)('figures of scipy and statsmodels', () => {
  const oracle: Oracle = JSON.parse(isThere ? readFileSync(path, 'utf8') : '{}');

  it('single proportions', () => {
    const z = normalQuantile(0.975);
    expect(oracle.single_proportion).toHaveLength(15);
    for (const { k, n, ...wanted } of oracle.single_proportion) {
      const proportion = { successes: k, trials: n };
      expectInterval(wilsonInterval(proportion), wanted.wilson);
      expectInterval(clopperPearsonInterval(proportion), wanted.beta);
      // The other three are not used, but they hold the quantiles to the same figures.
      const wald = (rate: number, trials: number): Interval => {
        const half = z * Math.sqrt((rate * (1 - rate)) / trials);
        return { lower: Math.max(0, rate - half), upper: Math.min(1, rate + half) };
      };
      expectInterval(wald(k / n, n), wanted.normal);
      expectInterval(wald((k + z ** 2 / 2) / (n + z ** 2), n + z ** 2), wanted.agresti_coull);
      const jeffreys = {
        lower: betaQuantile(0.025, k + 0.5, n - k + 0.5),
        upper: betaQuantile(0.975, k + 0.5, n - k + 0.5),
      };
      expectInterval(jeffreys, wanted.jeffreys);
    }
  });

  it('differences of independent proportions', () => {
    expect(oracle.newcombe_difference_independent).toHaveLength(8);
    for (const { a, b, ...wanted } of oracle.newcombe_difference_independent) {
      const first = { successes: a[0], trials: a[1] };
      const second = { successes: b[0], trials: b[1] };
      expectInterval(newcombeInterval(first, second), wanted.newcombe);
      const test = twoProportionTest(first, second);
      expectClose(test.z, wanted.two_proportion_z);
      expectClose(test.p, wanted.two_proportion_p);
    }
  });

  it('McNemar', () => {
    expect(oracle.mcnemar).toHaveLength(10);
    for (const { b_only_A_right, c_only_B_right, ...wanted } of oracle.mcnemar) {
      const result = mcnemarTest({ onlyFirst: b_only_A_right, onlySecond: c_only_B_right });
      expectClose(result.exact, wanted.exact_p ?? 1);
      expectClose(result.midP, wanted.mid_p ?? 1);
      expectClose(result.asymptotic, wanted.p ?? 1);
      expectClose(result.corrected, wanted.p_cc ?? 1);
    }
  });

  it('means and clusters', () => {
    expect(oracle.means_and_clusters).toHaveLength(5);
    for (const { values, clusters, ...wanted } of oracle.means_and_clusters) {
      const grouped = group(values, clusters);
      const plain = clusteredTest(grouped);
      const corrected = clusteredTest(grouped, { smallSample: true });
      const independent = clusterInterval(values.map((value) => [value]));
      expectClose(plain?.mean, wanted['mean']);
      expectClose(independent?.standardError, wanted['se_clt']);
      expectClose(plain?.standardError, wanted['se_clustered_no_correction_miller_appendix_A']);
      const times = wanted['se_clustered_times_sqrt_C_over_C_minus_1_inspect_ai'];
      expectClose(corrected?.standardError, times);
      expectClose(corrected?.standardError, wanted['se_clustered_statsmodels_small_sample']);
      // scipy 1.10 inverts t to some 8 digits only; scipy 1.17 gives ours (distributions.test.ts).
      expectClose(tQuantile(0.975, values.length - 1), wanted['t_crit_95_df_n_minus_1'], 1e-8);
      expectClose(tQuantile(0.975, grouped.length - 1), wanted['t_crit_95_df_C_minus_1'], 1e-8);
    }
  });

  it('paired differences', () => {
    expect(oracle.paired_difference).toHaveLength(4);
    for (const { A, B, b, c, ...wanted } of oracle.paired_difference) {
      const differences = A.map((value, i) => value - (B[i] ?? 0));
      const singles = differences.map((value) => [value]);
      const paired = clusterInterval(singles);
      expect(paired).toMatchObject({
        mean: expect.closeTo(wanted['mean_difference'] ?? Number.NaN, 12),
        standardError: expect.closeTo(wanted['se_paired'] ?? Number.NaN, 12),
        p: expect.closeTo(wanted['t_p'] ?? Number.NaN, 12),
      });
      expectClose(mcnemarTest({ onlyFirst: b, onlySecond: c }).exact, wanted['mcnemar_exact_p']);
      const fours = group(
        differences,
        differences.map((_, i) => Math.floor(i / 4)),
      );
      expectClose(clusteredTest(fours)?.standardError, wanted['clusters_of_4_se']);
      const corrected = clusteredTest(fours, { smallSample: true });
      expectClose(corrected?.standardError, wanted['clusters_of_4_se_C_over_C_minus_1']);
      const errors = [A, B].map((side) => standardErrorOf(side));
      expectClose(Math.hypot(...errors), wanted['se_unpaired']);
    }
  });

  // Of so few values the means lie on a coarse grid: an end may fall between two of its points, where the draw decides.
  it('bootstrap, to 0.01', () => {
    expect(oracle.bootstrap).toHaveLength(3);
    for (const { values, ...wanted } of oracle.bootstrap) {
      const clusters = values.map((value) => [value]);
      const by = (method: BootstrapMethod): Interval | null =>
        bootstrapInterval(clusters, { method, random: createRandom(3), resamples: 20_000 });
      expectInterval(by('percentile'), wanted.percentile, 0.01);
      expectInterval(by('basic'), wanted.basic, 0.01);
      expectInterval(by('bca'), wanted.BCa, 0.01);
    }
  });

  it('adjusted p values', () => {
    expect(oracle.multiple_testing).toHaveLength(4);
    for (const { p, holm, bh, bonferroni } of oracle.multiple_testing) {
      for (const [method, wanted] of [
        ['holm', holm],
        ['bh', bh],
        ['bonferroni', bonferroni],
      ] as const) {
        adjustP(p, method).forEach((value, i) => expectClose(value, wanted[i]));
      }
    }
  });

  it('pass^k and pass@k', () => {
    expect(oracle.pass_hat_k).toHaveLength(240);
    for (const { n, c, k, pass_hat_k, pass_at_k } of oracle.pass_hat_k) {
      expectClose(passHatK({ successes: c, trials: n }, k), pass_hat_k);
      expectClose(passAtK({ successes: c, trials: n }, k), pass_at_k);
    }
  });

  it('sample sizes', () => {
    expect(oracle.power_two_proportion_independent).toHaveLength(4);
    for (const { p1, p2, ...wanted } of oracle.power_two_proportion_independent) {
      expectClose(proportionSampleSize([p1, p2]), wanted.n_per_arm_normal_unpooled);
      const arcsine = proportionSampleSize([p1, p2], { method: 'arcsine' });
      expectClose(arcsine, wanted.n_per_arm_arcsine);
    }
  });

  it('kappa', () => {
    expect(oracle.kappa).toHaveLength(4);
    for (const { table, kappa, se } of oracle.kappa) {
      const [[both, onlyFirst], [onlySecond, neither]] = table;
      const result = cohenKappa({ both, onlyFirst, onlySecond, neither });
      expectClose(result?.kappa, kappa);
      expectClose(result?.standardError, se);
    }
  });
});

function standardErrorOf(values: readonly number[]): number {
  return clusterInterval(values.map((value) => [value]))?.standardError ?? Number.NaN;
}

interface Interval {
  readonly lower: number;
  readonly upper: number;
}

function expectInterval(actual: Interval | null, wanted: Pair, tolerance = 1e-9): void {
  expectClose(actual?.lower, wanted[0], tolerance);
  expectClose(actual?.upper, wanted[1], tolerance);
}

/** Closed forms agree in relative terms too, so that a p of 1e-39 is held to its digits. */
function expectClose(
  actual: number | null | undefined,
  wanted: number | undefined,
  tolerance = 1e-9,
): void {
  const scale = tolerance < 1e-6 ? Math.max(Number.MIN_VALUE, Math.abs(wanted ?? Number.NaN)) : 1;
  expect(Math.abs((actual ?? Number.NaN) - (wanted ?? Number.NaN)) / scale).toBeLessThan(tolerance);
}

function group(values: readonly number[], clusters: readonly number[]): number[][] {
  const groups = new Map<number, number[]>();
  for (const [i, value] of values.entries()) {
    const key = clusters[i] ?? -1;
    groups.set(key, [...(groups.get(key) ?? []), value]);
  }
  return [...groups.values()];
}
