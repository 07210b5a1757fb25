import { type Detection, detectionPower } from './detection-power.ts';

const mostClusters = 1_000_000;

/**
 * How many clusters it takes to call a drop with the wanted power, by default 0.8.
 *
 * @returns `null` when a million would not do.
 */
export function neededClusters(
  design: Omit<Detection, 'clusters'>,
  options: { readonly power?: number } = {},
): number | null {
  const power = options.power ?? 0.8;
  if (design.drop <= 0) return null;
  const suffices = (clusters: number): boolean => detectionPower({ ...design, clusters }) >= power;
  let enough = 2;
  while (!suffices(enough)) {
    if (enough === mostClusters) return null;
    enough = Math.min(enough * 2, mostClusters);
  }
  let tooFew = Math.floor(enough / 2);
  while (enough - tooFew > 1) {
    const middle = Math.floor((enough + tooFew) / 2);
    if (suffices(middle)) enough = middle;
    else tooFew = middle;
  }
  return enough;
}
