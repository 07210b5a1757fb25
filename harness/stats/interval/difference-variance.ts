import type { VarianceComponents } from './variance-components.ts';

/**
 * Variance of one scenario's paired difference between two means of `repeats` trials each.
 *
 * Source: Miller, Adding Error Bars to Evals, arXiv:2411.00640, section 4: pairing takes out the
 * scenario's own part, repeats divide only the part within.
 */
export function differenceVariance(
  { interaction, within }: Pick<VarianceComponents, 'interaction' | 'within'>,
  repeats: number,
): number {
  return 2 * (interaction + within / repeats);
}
