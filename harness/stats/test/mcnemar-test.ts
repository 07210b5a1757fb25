import { binomialCdf } from '../distribution/binomial-cdf.ts';
import { logGamma } from '../distribution/log-gamma.ts';
import { normalCdf } from '../distribution/normal-cdf.ts';

/** The discordant pairs: scenarios where only one of the two sides was right. */
export interface Discordant {
  readonly onlyFirst: number;
  readonly onlySecond: number;
}

/** Two-sided p values of the same question, whether the two sides are right equally often. */
export interface McNemarResult {
  /** Never too small. 1 when nothing is discordant. */
  readonly exact: number;
  /** Nearer to the nominal level than `exact`, and not guaranteed. */
  readonly midP: number;
  /** From chi-squared = (b - c)^2 / (b + c), for large counts only. */
  readonly asymptotic: number;
  /** The same with Edwards' continuity correction. */
  readonly corrected: number;
}

/**
 * Compares two yes-or-no outcomes of the same scenarios: one unclustered pair a scenario only.
 *
 * Source: McNemar, Psychometrika 12 (1947) 153-157; exact binomial form and Edwards' correction in
 * Fleiss, Levin and Paik (2003), chapter 13; mid-p in Fagerland, Lydersen and Laake, BMC Medical
 * Research Methodology 13:91 (2013).
 */
export function mcnemarTest({ onlyFirst, onlySecond }: Discordant): McNemarResult {
  const trials = onlyFirst + onlySecond;
  if (trials === 0) return { exact: 1, midP: 1, asymptotic: 1, corrected: 1 };
  const fewer = Math.min(onlyFirst, onlySecond);
  const apart = Math.abs(onlyFirst - onlySecond);
  const tail = binomialCdf(fewer, { trials, chance: 0.5 });
  const logPoint = logGamma(trials + 1) - logGamma(fewer + 1) - logGamma(trials - fewer + 1);
  const point = Math.exp(logPoint - trials * Math.LN2);
  return {
    exact: Math.min(1, 2 * tail),
    midP: Math.min(1, 2 * tail - point),
    asymptotic: fromChi(apart / Math.sqrt(trials)),
    corrected: fromChi(Math.abs(apart - 1) / Math.sqrt(trials)),
  };
}

function fromChi(chi: number): number {
  return 2 * normalCdf(-chi);
}
