import { createRandom } from '../../core/random.ts';
import { drawPassRates } from './draw-pass-rates.ts';
import { mean, sampleVariance } from '../interval/mean.ts';
import { type PassRateModel, passRateComponents } from './pass-rate-components.ts';
import { type PlanOptions, type PowerPlan, planPower } from './plan-power.ts';
import { signFlipTest } from '../test/sign-flip-test.ts';
import { tQuantile } from '../distribution/t-cdf.ts';

/** A suite with yes-or-no outcomes that could be run. */
export interface PassRateDesign {
  readonly scenarios: number;
  readonly repeats: number;
  readonly model: PassRateModel;
}

/** What is asked of it, and how long to simulate. */
export interface PassRatePlanOptions extends PlanOptions {
  /** Suites drawn for each drop that is tried; by default 4000, which is 0.7 points of power. */
  readonly simulations?: number;
  /** By default 1: the same question gets the same answer. */
  readonly seed?: number;
}

const maxTries = 6;
const closeEnough = 0.004;

/**
 * What a suite of N scenarios x k repeats with yes-or-no outcomes can detect.
 *
 * Few scenarios and few repeats give few possible results, and there the t formula of `planPower`
 * promises up to 8 points too much power. So its answer is only the start: suites are drawn from
 * the model, judged by the rule of `comparePaired`, and the drop is mended step by step along the
 * slope that the power has there.
 *
 * Source: power by simulation, in Arnold et al., BMC Medical Research Methodology 11:94 (2011).
 */
export function planPassRate(design: PassRateDesign, options: PassRatePlanOptions = {}): PowerPlan {
  const { alpha = 0.05, power = 0.8, drop = 0.05 } = options;
  const { scenarios, repeats, model } = design;
  const by = (size: number): PowerPlan =>
    planPower({ scenarios, repeats, components: passRateComponents(model, size) }, options);
  const asked = by(Math.min(drop, model.rate));
  const measure = createMeasure(design, { alpha, options });
  return {
    ...asked,
    power: drop > model.rate ? 0 : measure(drop),
    smallestDrop: findDrop(measure, { power, rate: model.rate, start: startDrop(by, model.rate) }),
  };
}

/** The drop that the t formula gives when the variance is taken at that same drop. */
function startDrop(by: (size: number) => PowerPlan, rate: number): number {
  let size = rate / 2;
  for (let i = 0; i < 8; i++) size = Math.min(rate * 0.95, by(size).smallestDrop ?? rate);
  return size;
}

/** The chance that a drop is called, by drawing; the same draws serve every drop. */
function createMeasure(
  { scenarios, repeats, model }: PassRateDesign,
  { alpha, options }: { readonly alpha: number; readonly options: PassRatePlanOptions },
): (drop: number) => number {
  const simulations = options.simulations ?? 4000;
  const critical = tQuantile(1 - alpha / 2, scenarios - 1);
  return (drop) => {
    const random = createRandom(options.seed ?? 1);
    let called = 0;
    for (let i = 0; i < simulations; i++) {
      const drawn = drawPassRates(model, { scenarios, repeats, drop, random });
      const differences = Array.from(drawn.candidate, (rate, j) => rate - (drawn.baseline[j] ?? 0));
      if (isCalled(differences, { critical, alpha })) called += 1;
    }
    return called / simulations;
  };
}

function isCalled(
  differences: readonly number[],
  { critical, alpha }: { readonly critical: number; readonly alpha: number },
): boolean {
  const middle = mean(differences);
  const standardError = Math.sqrt(sampleVariance(differences) / differences.length);
  if (middle + critical * standardError >= 0) return false;
  return signFlipTest(differences).p < alpha;
}

interface Target {
  readonly power: number;
  readonly rate: number;
  readonly start: number;
}

function findDrop(measure: (drop: number) => number, target: Target): number | null {
  if (measure(target.rate) < target.power) return null;
  let [low, high] = [0, target.rate];
  let drop = target.start;
  let nearest = { drop, off: Infinity };
  for (let i = 0; i < maxTries; i++) {
    const off = measure(drop) - target.power;
    if (Math.abs(off) < Math.abs(nearest.off)) nearest = { drop, off };
    if (Math.abs(off) < closeEnough) break;
    if (off < 0) low = drop;
    else high = drop;
    const stepped = drop - off / slopeAt(drop);
    drop = stepped > low && stepped < high ? stepped : (low + high) / 2;
  }
  return nearest.drop;
}

/**
 * Slope of the power near 0.8: the power is about Phi(drop / error - 1.96), which is 0.8 at
 * drop / error = 2.8, where the density is 0.28.
 */
function slopeAt(drop: number): number {
  return (0.28 * 2.8) / drop;
}
