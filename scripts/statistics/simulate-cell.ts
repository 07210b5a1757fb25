import { comparePaired } from '../../harness/stats/test/compare-paired.ts';
import { createRandom, type Random } from '../../harness/core/random.ts';
import { createSequentialTest } from '../../harness/stats/test/create-sequential-test.ts';
import { type DrawnPassRates, drawPassRates } from '../../harness/stats/plan/draw-pass-rates.ts';
import type { Interval } from '../../harness/stats/interval/interval.ts';
import { mean } from '../../harness/stats/interval/mean.ts';
import { spendingLevels } from '../../harness/stats/test/spending-levels.ts';
import { twoProportionTest } from '../../harness/stats/test/two-proportion-test.ts';
import { baselineRate, type Cell, simulations } from './grid.ts';

/** Rates in [0, 1] over the simulated suites of one cell at one true drop. */
export interface CellRates {
  /** p < 0.05 by sign flips, in either direction. */
  readonly significant: number;
  /** The verdict REGRESSION. */
  readonly regression: number;
  /** The verdict PASS because the interval is above -margin, and because nothing moved in enough of them. */
  readonly notWorse: number;
  readonly unmoved: number;
  /** The 95 % interval held the true difference. */
  readonly covered: number;
  /** Sequential mode with a look after each scenario said so at some look. */
  readonly sequentialRegression: number;
  readonly sequentialPass: number;
  /** Scenarios until sequential mode stopped, on average; all of them where it did not. */
  readonly sequentialScenarios: number;
  /** p < 0.05 by the pooled unpaired z test over all trials, in either direction. */
  readonly pooledSignificant: number;
}

/** Draws suites of one cell in which the candidate is truly worse by `drop`, and judges each. */
export function simulateCell(
  cell: Cell,
  { drop, seed }: { readonly drop: number; readonly seed: number },
): CellRates {
  const random = createRandom(seed);
  const levels = spendingLevels(cell.scenarios, 0.025);
  const sums: Record<keyof CellRates, number> = {
    significant: 0,
    regression: 0,
    notWorse: 0,
    unmoved: 0,
    covered: 0,
    sequentialRegression: 0,
    sequentialPass: 0,
    sequentialScenarios: 0,
    pooledSignificant: 0,
  };
  for (let i = 0; i < simulations; i++) {
    const drawn = draw(cell, drop, random);
    const differences = Array.from(drawn.candidate, (rate, j) => rate - (drawn.baseline[j] ?? 0));
    const result = comparePaired(differences.map((difference) => [difference]));
    const stop = playSequential(differences, levels);
    sums.significant += Number(result.p !== null && result.p < 0.05);
    sums.regression += Number(result.verdict === 'REGRESSION');
    sums.notWorse += Number(result.reason === 'not_worse');
    sums.unmoved += Number(result.reason === 'unmoved');
    sums.covered += Number(holds(result.interval, -drop));
    sums.sequentialRegression += Number(stop.verdict === 'REGRESSION');
    sums.sequentialPass += Number(stop.verdict === 'PASS');
    sums.sequentialScenarios += stop.scenarios;
    sums.pooledSignificant += Number(pooledP(drawn, cell) < 0.05);
  }
  for (const key of keysOf(sums)) sums[key] /= simulations;
  return sums;
}

/** A hair wider than the interval, since drops such as 0.2 are not exact in binary. */
function holds(interval: Interval | null, value: number): boolean {
  if (interval === null) return false;
  return interval.lower <= value + 1e-12 && interval.upper >= value - 1e-12;
}

function keysOf<Key extends string>(record: Record<Key, number>): Key[] {
  // `Object.keys` returns strings only; the record has no others than its keys.
  return Object.keys(record) as Key[];
}

function draw(cell: Cell, drop: number, random: Random): DrawnPassRates {
  const { scenarios, repeats, icc, interaction } = cell;
  const model = { rate: baselineRate, icc, interaction };
  return drawPassRates(model, { scenarios, repeats, drop, random });
}

function pooledP(drawn: DrawnPassRates, { scenarios, repeats }: Cell): number {
  const trials = scenarios * repeats;
  const count = (rates: Float64Array): number => Math.round(mean(Array.from(rates)) * trials);
  const first = { successes: count(drawn.candidate), trials };
  return twoProportionTest(first, { successes: count(drawn.baseline), trials }).p;
}

function playSequential(
  differences: readonly number[],
  levels: readonly number[],
): {
  readonly verdict: 'PASS' | 'REGRESSION' | null;
  readonly scenarios: number;
} {
  const test = createSequentialTest({ budget: differences.length, levels });
  for (const difference of differences) {
    const { verdict, clusters } = test.add(difference);
    if (verdict !== null) return { verdict, scenarios: clusters };
  }
  return { verdict: null, scenarios: differences.length };
}
