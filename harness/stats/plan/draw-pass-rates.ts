import type { Random } from '../../core/random.ts';
import type { PassRateModel } from './pass-rate-components.ts';

/** Pass rates of one drawn suite, one number a scenario. */
export interface DrawnPassRates {
  readonly baseline: Float64Array;
  readonly candidate: Float64Array;
}

/** How big a suite is drawn. */
export interface DrawOptions {
  readonly scenarios: number;
  readonly repeats: number;
  /** How much worse the candidate truly is, in [0, rate]. */
  readonly drop: number;
  readonly random: Random;
}

/**
 * Draws the outcome of one suite from a pass-rate model: a chance for each scenario from a beta
 * distribution, then its repeats under both variants.
 *
 * Source: beta variates by Joehnk, Metrika 8 (1964) 5-15; the model of `passRateComponents`.
 */
export function drawPassRates(model: PassRateModel, options: DrawOptions): DrawnPassRates {
  const { scenarios, repeats, random } = options;
  const kept = 1 - options.drop / model.rate;
  const baseline = new Float64Array(scenarios);
  const candidate = new Float64Array(scenarios);
  for (let i = 0; i < scenarios; i++) {
    const chance = drawChance(model, random);
    const own = random.next() < model.interaction ? drawChance(model, random) : chance;
    baseline[i] = drawRate(chance, repeats, random);
    candidate[i] = drawRate(own * kept, repeats, random);
  }
  return { baseline, candidate };
}

function drawChance({ rate, icc }: PassRateModel, random: Random): number {
  if (icc === 0) return rate;
  const size = (1 - icc) / icc;
  for (;;) {
    const x = random.next() ** (1 / (rate * size));
    const y = random.next() ** (1 / ((1 - rate) * size));
    if (x + y <= 1 && x + y > 0) return x / (x + y);
  }
}

function drawRate(chance: number, repeats: number, random: Random): number {
  let passed = 0;
  for (let i = 0; i < repeats; i++) if (random.next() < chance) passed += 1;
  return passed / repeats;
}
