import type { VarianceComponents } from '../interval/variance-components.ts';

/** A suite of scenarios with yes-or-no outcomes. */
export interface PassRateModel {
  /** Pass rate of the baseline over all scenarios, in (0, 1). */
  readonly rate: number;
  /** Correlation of two trials of the same scenario and variant, in [0, 1). */
  readonly icc: number;
  /**
   * Share of the scenarios, in [0, 1], whose chance under the candidate has nothing to do with
   * that under the baseline. It is also the share of the variance between scenarios that the two
   * variants do not have in common. In the others both have the same chance.
   */
  readonly interaction: number;
}

/**
 * Variance components of yes-or-no outcomes when the candidate is worse by `drop`: a success of
 * the baseline's kind is lost with chance drop / rate.
 *
 * Source: moments of the beta-binomial (Johnson, Kemp and Kotz, Univariate Discrete Distributions,
 * 3rd ed. 2005, section 6.2.2) with mean `rate` and intraclass correlation `icc`.
 */
export function passRateComponents(model: PassRateModel, drop: number): VarianceComponents {
  const { rate, icc, interaction } = model;
  const kept = 1 - drop / rate;
  const between = rate * (1 - rate) * icc;
  const shared = (1 - interaction) * between;
  const square = between + rate * rate;
  const withinBaseline = rate - square;
  const withinCandidate = kept * rate - kept * kept * square;
  return {
    scenario: kept * shared,
    interaction: (between * (1 + kept * kept) - 2 * kept * shared) / 2,
    within: (withinBaseline + withinCandidate) / 2,
    separable: true,
  };
}
