import { findRoot } from './find-root.ts';
import { incompleteBeta } from './incomplete-beta.ts';

/** The x with I_x(a, b) = p: the quantile of the beta distribution, for p in [0, 1]. */
export function betaQuantile(p: number, a: number, b: number): number {
  return findRoot((x) => incompleteBeta(x, a, b) - p, [0, 1]);
}
