import { comparePaired } from '../../harness/stats/compare-paired.ts';
import { createRandom, type Random } from '../../harness/stats/create-random.ts';
import { createSequentialTest } from '../../harness/stats/create-sequential-test.ts';
import { type DrawnPassRates, drawPassRates } from '../../harness/stats/draw-pass-rates.ts';
import { mean } from '../../harness/stats/mean.ts';
import { spendingLevels } from '../../harness/stats/spending-levels.ts';
import { twoProportionTest } from '../../harness/stats/two-proportion-test.ts';
import { baselineRate, type Cell, simulations } from './grid.ts';

/** Rates in [0, 1] over the simulated suites of one cell at one true drop. */
export interface CellRates {
  /** p < 0.05 by sign flips, in either direction. */
  readonly significant: number;
  /** The verdict REGRESSION, and the verdict PASS. */
  readonly regression: number;
  readonly pass: number;
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
  const sums = { significant: 0, regression: 0, pass: 0, covered: 0, pooledSignificant: 0 };
  const looks = { sequentialRegression: 0, sequentialPass: 0, sequentialScenarios: 0 };
  for (let i = 0; i < simulations; i++) {
    const drawn = draw(cell, drop, random);
    const differences = Array.from(drawn.candidate, (rate, j) => rate - (drawn.baseline[j] ?? 0));
    const result = comparePaired(differences.map((difference) => [difference]));
    const { lower, upper } = result.interval ?? { lower: Number.NaN, upper: Number.NaN };
    if (result.p !== null && result.p < 0.05) sums.significant += 1;
    if (result.verdict === 'REGRESSION') sums.regression += 1;
    if (result.verdict === 'PASS') sums.pass += 1;
    if (lower <= -drop + 1e-12 && upper >= -drop - 1e-12) sums.covered += 1;
    if (pooledP(drawn, cell) < 0.05) sums.pooledSignificant += 1;
    const stop = playSequential(differences, levels);
    if (stop.verdict === 'REGRESSION') looks.sequentialRegression += 1;
    if (stop.verdict === 'PASS') looks.sequentialPass += 1;
    looks.sequentialScenarios += stop.scenarios;
  }
  const share = (count: number): number => count / simulations;
  return {
    significant: share(sums.significant),
    regression: share(sums.regression),
    pass: share(sums.pass),
    covered: share(sums.covered),
    pooledSignificant: share(sums.pooledSignificant),
    sequentialRegression: share(looks.sequentialRegression),
    sequentialPass: share(looks.sequentialPass),
    sequentialScenarios: share(looks.sequentialScenarios),
  };
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
