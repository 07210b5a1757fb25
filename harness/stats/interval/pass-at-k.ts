import type { Proportion } from './wilson-interval.ts';

/**
 * pass@k: the chance that at least one of k attempts succeeds, estimated without bias from one
 * scenario's trials. `null` when there are fewer trials than k.
 *
 * Source: Chen et al., Evaluating Large Language Models Trained on Code, arXiv:2107.03374,
 * equation 1: 1 - C(n - c, k) / C(n, k).
 */
export function passAtK({ successes, trials }: Proportion, k: number): number | null {
  if (k < 1 || k > trials) return null;
  const failures = trials - successes;
  // With fewer failures than attempts one factor is 0.
  let allFail = 1;
  for (let i = 0; i < k; i++) allFail *= (failures - i) / (trials - i);
  return 1 - allFail;
}

/**
 * pass^k: the chance that all of k attempts succeed, estimated without bias from one scenario's
 * trials. `null` when there are fewer trials than k.
 *
 * Source: Yao et al., tau-bench, arXiv:2406.12045, section 3: C(c, k) / C(n, k).
 */
export function passHatK({ successes, trials }: Proportion, k: number): number | null {
  if (k < 1 || k > trials) return null;
  let allPass = 1;
  for (let i = 0; i < k; i++) allPass *= (successes - i) / (trials - i);
  return successes < k ? 0 : allPass;
}
