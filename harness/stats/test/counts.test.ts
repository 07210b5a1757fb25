import fc from 'fast-check';
import { expect, it } from 'vitest';
import { adjustP } from './adjust-p.ts';
import { cohenKappa } from '../interval/cohen-kappa.ts';
import { mcnemarTest } from './mcnemar-test.ts';
import { passAtK, passHatK } from '../interval/pass-at-k.ts';
import { proportionSampleSize } from '../plan/proportion-sample-size.ts';
import { twoProportionTest } from './two-proportion-test.ts';

it.each([
  [{ onlyFirst: 0, onlySecond: 0 }, 1, 1],
  [{ onlyFirst: 7, onlySecond: 7 }, 1, 1],
  [{ onlyFirst: 10, onlySecond: 2 }, 0.03857421875, 0.0224609375],
  [{ onlyFirst: 3, onlySecond: 6 }, 0.5078125, 0.34375],
  [{ onlyFirst: 41, onlySecond: 175 }, 6.57782129158909e-21, 4.048298606941909e-21],
])('McNemar of %j has exact p %d', (discordant, exact, midP) => {
  const result = mcnemarTest(discordant);
  expect(result.exact / exact).toBeCloseTo(1, 9);
  expect(result.midP / midP).toBeCloseTo(1, 9);
});

// scipy: 2 * norm.cdf of -8 / sqrt(12), -7 / sqrt(12), -1, -2 / 3.
it.each([
  [
    { onlyFirst: 0, onlySecond: 0 },
    { exact: 1, midP: 1, asymptotic: 1, corrected: 1 },
  ],
  [
    { onlyFirst: 1, onlySecond: 0 },
    { exact: 1, midP: 0.5, asymptotic: 0.3173105079, corrected: 1 },
  ],
  [
    { onlyFirst: 10, onlySecond: 2 },
    { exact: 0.03857421875, midP: 0.0224609375, asymptotic: 0.0209213353, corrected: 0.0433081428 },
  ],
  [
    { onlyFirst: 3, onlySecond: 6 },
    { exact: 0.5078125, midP: 0.34375, asymptotic: 0.3173105079, corrected: 0.5049850751 },
  ],
])('McNemar of %j is %j', (discordant, wanted) => {
  const found = mcnemarTest(discordant);
  for (const name of ['exact', 'midP', 'asymptotic', 'corrected'] as const) {
    expect(found[name]).toBeCloseTo(wanted[name], 9);
  }
});

it.each([
  ['holm', [0.01, 0.04, 0.03], [0.03, 0.06, 0.06]],
  ['bonferroni', [0.01, 0.04, 0.5], [0.03, 0.12, 1]],
  ['bh', [0.01, 0.04, 0.03], [0.03, 0.04, 0.04]],
  ['holm', [], []],
] as const)('%s adjusts %j to %j', (method, p, wanted) => {
  const adjusted = adjustP(p, method);
  expect(adjusted.map((value) => Math.round(value * 1e12) / 1e12)).toEqual(wanted);
});

it('never makes a p smaller, keeps the order, and Holm is below Bonferroni', () => {
  const pValues = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
  fc.assert(
    fc.property(pValues, (p) => {
      const holm = adjustP(p);
      const bonferroni = adjustP(p, 'bonferroni');
      for (const [i, value] of p.entries()) {
        expect(holm[i]).toBeGreaterThanOrEqual(value);
        expect(holm[i]).toBeLessThanOrEqual(bonferroni[i] ?? 0);
        for (const [j, other] of p.entries()) {
          if (value < other) expect(holm[i]).toBeLessThanOrEqual(holm[j] ?? 0);
        }
      }
    }),
  );
});

it.each([
  [{ successes: 3, trials: 4 }, 2, 0.5, 1],
  [{ successes: 1, trials: 4 }, 2, 0, 0.5],
  [{ successes: 2, trials: 5 }, 1, 0.4, 0.4],
  [{ successes: 4, trials: 4 }, 4, 1, 1],
  [{ successes: 2, trials: 4 }, 5, null, null],
  [{ successes: 2, trials: 4 }, 0, null, null],
])('%j gives pass^%d %d', (...[trials, k, all, any]) => {
  expect(passHatK(trials, k)).toBe(all);
  expect(passAtK(trials, k)).toBe(any);
});

it('estimates pass^k and pass@k without bias', () => {
  const chances = fc.tuple(
    fc.double({ min: 0.05, max: 0.95, noNaN: true }),
    fc.integer({ min: 1, max: 6 }),
  );
  fc.assert(
    fc.property(chances, ([chance, k]) => {
      const trials = 8;
      let all = 0;
      let any = 0;
      let ways = 1;
      for (let successes = 0; successes <= trials; successes++) {
        const weight = ways * chance ** successes * (1 - chance) ** (trials - successes);
        all += weight * (passHatK({ successes, trials }, k) ?? Number.NaN);
        any += weight * (passAtK({ successes, trials }, k) ?? Number.NaN);
        ways = (ways * (trials - successes)) / (successes + 1);
      }
      expect(all).toBeCloseTo(chance ** k, 12);
      expect(any).toBeCloseTo(1 - (1 - chance) ** k, 12);
    }),
  );
});

it('needs more trials for smaller differences, and never ends for none', () => {
  expect(proportionSampleSize([0.8, 0.75])).toBeCloseTo(1090.9942830745213, 9);
  expect(proportionSampleSize([0.8, 0.6])).toBeLessThan(80);
  expect(proportionSampleSize([0.8, 0.8])).toBe(Infinity);
});

// Worked out apart from this code, with normal quantiles and a root finder of scipy 1.17.
it.each([
  [[0.8, 0.75], { method: 'arcsine' }, 1091.896158714],
  [[0.5, 0.9], { method: 'arcsine', alpha: 0.1, power: 0.9 }, 19.918598286295],
  // So little power that the far tail of the test counts, too.
  [[0.9, 0.1], { method: 'arcsine', alpha: 0.01, power: 0.3 }, 2.447059901115],
  [[0.5, 0.9], { alpha: 0.1, power: 0.9 }, 18.19817562017],
] as const)('rates %j with %j need %d trials', (rates, options, trials) => {
  expect(proportionSampleSize(rates, options)).toBeCloseTo(trials, 8);
});

it.each([
  [[18, 40], [21, 30], -2.083850225373, 0.03717379311],
  [[21, 30], [18, 40], 2.083850225373, 0.03717379311],
  [[9, 20], [3, 50], 3.911190840793, 0.0000918421646],
] as const)('the pooled test of %j against %j has z = %d', (...[first, second, z, p]) => {
  const found = twoProportionTest(
    { successes: first[0], trials: first[1] },
    { successes: second[0], trials: second[1] },
  );
  expect(found.z).toBeCloseTo(z, 10);
  expect(found.p / p).toBeCloseTo(1, 8);
});

it('finds no difference where the pooled rates are 0 or 1', () => {
  const none = { successes: 0, trials: 10 };
  expect(twoProportionTest(none, none)).toEqual({ z: 0, p: 1 });
});

// By the formula for tables of any size, in numpy.
it.each([
  [[20, 5, 10, 15], 0.4, 0.126996062931],
  [[45, 15, 25, 15], 0.130434782609, 0.098661537623],
  [[10, 2, 7, 1], -0.046511627907, 0.177216667443],
  [[3, 9, 1, 40], 0.295212765957, 0.152846608433],
  [[5, 0, 0, 5], 1, 0],
] as const)('the kappa of %j is %d, its error %d', (table, kappa, standardError) => {
  const [both, onlyFirst, onlySecond, neither] = table;
  const found = cohenKappa({ both, onlyFirst, onlySecond, neither });
  expect(found?.kappa).toBeCloseTo(kappa, 11);
  expect(found?.standardError).toBeCloseTo(standardError, 11);
});

it('tells agreement from chance', () => {
  expect(cohenKappa({ both: 20, onlyFirst: 5, onlySecond: 10, neither: 15 })?.kappa).toBeCloseTo(
    0.4,
    12,
  );
  expect(cohenKappa({ both: 0, onlyFirst: 0, onlySecond: 0, neither: 9 })).toBeNull();
  expect(cohenKappa({ both: 9, onlyFirst: 0, onlySecond: 0, neither: 0 })).toBeNull();
  expect(cohenKappa({ both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 })).toBeNull();
});
