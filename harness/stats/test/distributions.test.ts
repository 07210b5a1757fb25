import fc from 'fast-check';
// @ts-expect-error jstat brings no types.
import jstat from 'jstat';
import { expect, it } from 'vitest';
import { betaQuantile } from '../distribution/beta-quantile.ts';
import { binomialCdf } from '../distribution/binomial-cdf.ts';
import { incompleteBeta } from '../distribution/incomplete-beta.ts';
import { logBeta, logGamma } from '../distribution/log-gamma.ts';
import { noncentralTCdf } from '../distribution/noncentral-t-cdf.ts';
import { normalCdf, normalQuantile } from '../distribution/normal-cdf.ts';
import { quantile } from '../distribution/quantile.ts';
import { tCdf, tQuantile } from '../distribution/t-cdf.ts';

// Figures of scipy 1.17.1.
it.each([
  ['normalCdf', normalCdf(-8.2), 1.2019351542735735e-16],
  ['normalCdf', normalCdf(-2.5), 0.006209665325776132],
  ['normalCdf', normalCdf(-1.96), 0.024997895148220435],
  ['normalCdf', normalCdf(0.3), 0.6179114221889526],
  ['normalCdf', normalCdf(5), 0.9999997133484281],
  ['normalQuantile', normalQuantile(1e-300), -37.0470962993612],
  ['normalQuantile', normalQuantile(2.5e-9), -5.847172145099801],
  ['normalQuantile', normalQuantile(0.3), -0.5244005127080409],
  ['normalQuantile', normalQuantile(0.975), 1.959963984540054],
  ['tCdf', tCdf(-2.5, 3), 0.04385332350403278],
  ['tCdf', tCdf(-40, 5), 9.205981085886477e-8],
  ['tCdf', tCdf(-1e-3, 9), 0.49961196516298667],
  ['tCdf', tCdf(1.3, 1), 0.7912855998398473],
  ['tCdf', tCdf(-17.7, 1e5), 2.6824037560312036e-70],
  ['tQuantile', tQuantile(0.975, 1), 12.706204736174694],
  ['tQuantile', tQuantile(0.975, 2), 4.302652729749462],
  ['tQuantile', tQuantile(0.975, 3), 3.1824463052837078],
  ['tQuantile', tQuantile(0.975, 9), 2.262157162798205],
  ['tQuantile', tQuantile(0.975, 39), 2.022690920036761],
  ['tQuantile', tQuantile(0.6, 4.5), 0.2687518355421751],
  ['tQuantile', tQuantile(1e-10, 7), -53.83557948467374],
  ['tQuantile', tQuantile(0.025, 1e5), -1.95998770753461],
  ['incompleteBeta', incompleteBeta(0.999, 0.1, 0.2), 0.9139598779614837],
  ['incompleteBeta', incompleteBeta(0.5, 400, 380), 0.23682993735606603],
  ['incompleteBeta', incompleteBeta(1e-6, 0.3, 40), 0.053266224319956784],
  ['betaQuantile', betaQuantile(0.025, 9, 2), 0.5549838829718047],
  ['betaQuantile', betaQuantile(0.5, 300, 700), 0.29986661939179127],
  ['binomialCdf', binomialCdf(3, { trials: 10, chance: 0.2 }), 0.8791261183999999],
  ['binomialCdf', binomialCdf(41, { trials: 216, chance: 0.5 }), 3.288910645794545e-21],
  ['binomialCdf', binomialCdf(3623, { trials: 8233, chance: 0.5 }), 7.205784262652325e-28],
  ['noncentralTCdf', noncentralTCdf(2.2621571628540993, 9, 2.8), 0.29670327676667657],
  ['noncentralTCdf', noncentralTCdf(2.093, 19, 0), 0.9749988105285861],
  ['noncentralTCdf', noncentralTCdf(-1, 5, 1), 0.030807353260750292],
  ['noncentralTCdf', noncentralTCdf(1.98, 99, 3.5), 0.06550732176060725],
  ['noncentralTCdf', noncentralTCdf(2, 10, -1), 0.9966975142333685],
  ['normalCdf', normalCdf(-3.4), 0.00033692926567688],
  ['tQuantile', tQuantile(0.25, 3), -0.7648923284043444],
  ['tQuantile', tQuantile(0.2499, 3), -0.765280928532242],
  ['tQuantile', tQuantile(0.01, 1.5), -11.1973161795684],
  ['tQuantile', tQuantile(1e-12, 1), -318309886183.7907],
  ['tQuantile', tQuantile(1e-12, 2), -707106.7811854869],
  ['tQuantile', tQuantile(0.4, 1), -0.32491969623290634],
  ['tQuantile', tQuantile(0.4, 2), -0.2886751345948128],
  ['tQuantile', tQuantile(0.1, 300), -1.284379867579013],
  // By the closed form for 2 degrees: (2 p - 1) / sqrt(2 p (1 - p)).
  ['tQuantile', tQuantile(1e-200, 2), -Math.SQRT1_2 * 1e100],
  ['binomialCdf', binomialCdf(0, { trials: 10, chance: 0.2 }), 0.1073741824],
  ['noncentralTCdf', noncentralTCdf(0, 5, 1), 0.15865525393145707],
  ['noncentralTCdf', noncentralTCdf(0, 5, -1), 0.8413447460685429],
  ['noncentralTCdf', noncentralTCdf(-2, 7, -3), 0.8284542428082415],
  ['noncentralTCdf', noncentralTCdf(3, 30, 6), 0.002437130943208672],
  ['noncentralTCdf', noncentralTCdf(8, 12, 10), 0.1288040524818337],
  ['noncentralTCdf', noncentralTCdf(25, 3, 20), 0.5890926714769733],
  ['noncentralTCdf', noncentralTCdf(30, 20, 28), 0.6231714238302394],
  ['logGamma', logGamma(0.1), 2.252712651734206],
  ['logGamma', logGamma(0.5), 0.5723649429247001],
  ['logGamma', logGamma(1.25), -0.09827183642181316],
  ['logGamma', logGamma(7.3), 7.147892523022249],
  ['logGamma', logGamma(1e5), 1051287.7089736569],
  ['logBeta', logBeta(12, 0.5), -0.6596747231378598],
  ['logBeta', logBeta(40, 60), -67.96861624748244],
  ['logBeta', logBeta(1e5, 0.5), -5.184096539560415],
  ['logBeta', logBeta(3, 4), -4.0943445622221],
])('%s agrees with scipy: %d', (_, actual, wanted) => {
  expect(Math.abs(actual / wanted - 1)).toBeLessThan(1e-11);
});

it.each([
  ['normalCdf', normalCdf(0), 0.5],
  ['normalCdf', normalCdf(-Infinity), 0],
  ['normalQuantile', normalQuantile(0), -Infinity],
  ['normalQuantile', normalQuantile(1), Infinity],
  ['normalQuantile', normalQuantile(1.1), Number.NaN],
  ['normalQuantile', normalQuantile(-0.1), Number.NaN],
  ['normalCdf', normalCdf(Infinity), 1],
  ['normalCdf', normalCdf(Number.NaN), Number.NaN],
  ['tCdf', tCdf(Number.NaN, 4), Number.NaN],
  ['tQuantile', tQuantile(0, 4), -Infinity],
  ['tQuantile', tQuantile(1.1, 4), Number.NaN],
  ['betaQuantile', betaQuantile(0, 2, 3), 0],
  ['betaQuantile', betaQuantile(1, 2, 3), 1],
  ['tCdf', tCdf(-Infinity, 4), 0],
  ['tCdf', tCdf(Infinity, 4), 1],
  ['tQuantile', tQuantile(0.5, 4), 0],
  ['tQuantile', tQuantile(1, 4), Infinity],
  ['tQuantile', tQuantile(-0.1, 4), Number.NaN],
  ['incompleteBeta', incompleteBeta(0, 2, 3), 0],
  ['incompleteBeta', incompleteBeta(1, 2, 3), 1],
  ['binomialCdf', binomialCdf(-1, { trials: 4, chance: 0.5 }), 0],
  ['binomialCdf', binomialCdf(4, { trials: 4, chance: 0.5 }), 1],
  ['binomialCdf', binomialCdf(4, { trials: 4, chance: 0.95 }), 1],
  ['binomialCdf', binomialCdf(5, { trials: 4, chance: 0.95 }), 1],
])('%s has its limits: %d', (_, actual, wanted) => {
  expect(actual).toBe(wanted);
});

// mpmath 1.3, 40 digits. An absolute error of a logarithm is a relative one of what it is the logarithm of.
it.each([
  [10, 10, -13.736229227036555],
  [10, 0.5, -0.5664327963975939],
  [10, 3, -6.492239835020471],
  [25, 10, -20.99427066400389],
  [11, 9.5, -14.037754980658015],
  [12, 11, -15.864460932885823],
  [9.5, 9.5, -13.016778366438517],
  [0.3, 10, 0.4155886887611882],
  [10.5, 10.5, -14.454366021945958],
  [1e6, 1e6, -1386300.003362921],
])('logBeta(%d, %d) keeps its absolute accuracy: %d', (a, b, wanted) => {
  expect(Math.abs(logBeta(a, b) - wanted)).toBeLessThan(2e-14);
});

it('is a half at the middle of what is symmetric', () => {
  for (const a of [0.5, 3, 10, 40, 1e3, 1e6]) {
    expect(Math.abs(incompleteBeta(0.5, a, a) - 0.5)).toBeLessThan(1e-10);
  }
  expect(Math.abs(normalQuantile(0.5))).toBeLessThan(1e-15);
});

it.each([
  [[3, 5, 9], 0, 3],
  [[3, 5, 9], 1, 9],
  [[3, 5, 9], 0.5, 5],
  [[3, 5, 9], 0.25, 4],
  [[3, 5, 9], 0.875, 8],
  [[7], 0.3, 7],
  [[-Infinity, -Infinity, 2], 0.25, -Infinity],
  [[1, 2, Infinity], 0.75, Infinity],
  [[], 0.5, Number.NaN],
] as const)('of %j the quantile %d is %d', (ascending, p, wanted) => {
  expect(quantile(ascending, p)).toBe(wanted);
});

const degrees = fc.integer({ min: 1, max: 300 });
const probability = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });

it('agrees with jstat, as far as that goes', () => {
  const shape = fc.double({ min: 0.5, max: 80, noNaN: true });
  fc.assert(
    fc.property(fc.double({ min: -6, max: 6, noNaN: true }), degrees, (t, df) => {
      expect(tCdf(t, df)).toBeCloseTo(jstat.studentt.cdf(t, df), 7);
      expect(normalCdf(t)).toBeCloseTo(jstat.normal.cdf(t, 0, 1), 7);
    }),
  );
  fc.assert(
    fc.property(probability, shape, shape, (x, a, b) => {
      expect(incompleteBeta(x, a, b)).toBeCloseTo(jstat.ibeta(x, a, b), 7);
    }),
  );
});

it('inverts itself', () => {
  fc.assert(
    fc.property(probability, degrees, (p, df) => {
      expect(Math.abs(tCdf(tQuantile(p, df), df) / p - 1)).toBeLessThan(1e-11);
      expect(Math.abs(normalCdf(normalQuantile(p)) / p - 1)).toBeLessThan(1e-12);
    }),
  );
});

it('is the plain t when nothing shifts it', () => {
  fc.assert(
    fc.property(fc.double({ min: -5, max: 5, noNaN: true }), degrees, (t, df) => {
      expect(noncentralTCdf(t, df, 0)).toBeCloseTo(tCdf(t, df), 12);
    }),
  );
});
