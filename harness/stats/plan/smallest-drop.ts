import { type Detection, detectionPower } from './detection-power.ts';
import { findRoot } from '../distribution/find-root.ts';

/**
 * The smallest detectable drop: the one that is called with the wanted power, by default 0.8.
 *
 * @returns `null` when no drop up to 1 is: too few clusters, or too much spread.
 */
export function smallestDrop(
  design: Omit<Detection, 'drop'>,
  options: { readonly power?: number } = {},
): number | null {
  const power = options.power ?? 0.8;
  if (detectionPower({ ...design, drop: 1 }) < power) return null;
  if (design.standardDeviation === 0) return 0;
  const lacking = (drop: number): number => detectionPower({ ...design, drop }) - power;
  return findRoot(lacking, [0, 1], { tolerance: 1e-10 });
}
