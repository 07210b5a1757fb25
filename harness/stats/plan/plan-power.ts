import type { VarianceComponents } from '../interval/variance-components.ts';
import { detectionPower } from './detection-power.ts';
import { neededClusters } from './needed-clusters.ts';
import { smallestDrop } from './smallest-drop.ts';

/** A suite that could be run: so many scenarios, each so often under each variant. */
export interface PlanDesign {
  readonly scenarios: number;
  readonly repeats: number;
  /** From an earlier run, or assumed. */
  readonly components: Pick<VarianceComponents, 'interaction' | 'within'>;
}

/** What is asked of it. */
export interface PlanOptions {
  /** The drop that must not be missed, as a positive number; by default 0.05. */
  readonly drop?: number;
  /** Two-sided, by default 0.05. */
  readonly alpha?: number;
  /** By default 0.8. */
  readonly power?: number;
}

/** What a suite can detect, before it is run. */
export interface PowerPlan {
  readonly scenarios: number;
  readonly repeats: number;
  /** The drop that is called with the wanted power; `null` when none up to 1 is. */
  readonly smallestDrop: number | null;
  /** The drop that was asked about, and the chance to call it. */
  readonly drop: number;
  readonly power: number;
  /** Scenarios that call `drop` at these repeats, and `null` beyond a million. */
  readonly scenariosForDrop: number | null;
  /** Repeats that call `drop` with these scenarios; `null` when no number of repeats does. */
  readonly repeatsForDrop: number | null;
  /** Share of the variance of a scenario's difference that repeats cannot lower, in [0, 1]. */
  readonly betweenShare: number;
  /** The smallest p this many scenarios can give even if all of them move: 2^(1 - scenarios). */
  readonly smallestP: number;
}

const mostRepeats = 1000;

/**
 * What a suite of N scenarios x k repeats can detect, when each scenario is run under both variants.
 *
 * Source: `detectionPower` on the variance of Miller, arXiv:2411.00640, section 5.
 */
export function planPower(design: PlanDesign, options: PlanOptions = {}): PowerPlan {
  const { drop = 0.05, alpha = 0.05, power = 0.8 } = options;
  const { scenarios, repeats, components } = design;
  const spread = (times: number): number => Math.sqrt(differenceVariance(components, times));
  const at = (times: number): { clusters: number; standardDeviation: number; alpha: number } => ({
    clusters: scenarios,
    standardDeviation: spread(times),
    alpha,
  });
  const variance = spread(repeats) ** 2;
  return {
    scenarios,
    repeats,
    smallestDrop: smallestDrop(at(repeats), { power }),
    drop,
    power: detectionPower({ ...at(repeats), drop }),
    scenariosForDrop: neededClusters(
      { standardDeviation: spread(repeats), drop, alpha },
      { power },
    ),
    repeatsForDrop: neededRepeats((times) => detectionPower({ ...at(times), drop }) >= power),
    betweenShare: variance === 0 ? 0 : (2 * components.interaction) / variance,
    smallestP: Math.min(1, 2 ** (1 - scenarios)),
  };
}

/** Power only grows with repeats, so that halving finds the fewest that do. */
function neededRepeats(suffices: (repeats: number) => boolean): number | null {
  if (!suffices(mostRepeats)) return null;
  let tooFew = 0;
  let enough = mostRepeats;
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (suffices(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

/**
 * Variance of one scenario's paired difference between two means of `repeats` trials each.
 *
 * Source: Miller, Adding Error Bars to Evals, arXiv:2411.00640, section 4: pairing takes out the
 * scenario's own part, repeats divide only the part within.
 */
function differenceVariance(
  { interaction, within }: Pick<VarianceComponents, 'interaction' | 'within'>,
  repeats: number,
): number {
  return 2 * (interaction + within / repeats);
}
