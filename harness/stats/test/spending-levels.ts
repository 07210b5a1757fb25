import { normalCdf, normalQuantile } from '../distribution/normal-cdf.ts';

/**
 * The p value that must be reached at each of `looks` equally spaced looks, one-sided, so that all
 * looks together are wrong with chance `alpha`: tiny at first, nearly `alpha` at the last.
 *
 * Source: the O'Brien-Fleming-like spending of Lan and DeMets, Biometrika 70 (1983) 659-663; the
 * recursion over looks of Armitage, McPherson and Rowe, JRSS A 132 (1969) 235-244, here on a grid
 * of cells, the one at the bound cut in proportion.
 */
export function spendingLevels(looks: number, alpha: number): number[] {
  const cell = cellWidth(looks);
  const step = stepChances(cell);
  const lowest = Math.ceil((7 * Math.sqrt(looks)) / cell);
  // chances[i] is the chance to be in the cell around (i - lowest) cells and never past a bound.
  let chances = new Float64Array(2 * lowest + 1);
  chances[lowest] = 1;
  const levels: number[] = [];
  for (let look = 1; look <= looks; look++) {
    chances = walk(chances, step);
    const spent = spend(look / looks, alpha);
    let allowed = spent - spend((look - 1) / looks, alpha);
    let last = chances.length - 1;
    while (last > 0 && (chances[last] ?? 0) <= allowed) {
      allowed -= chances[last] ?? 0;
      chances[last] = 0;
      last -= 1;
    }
    const cut = allowed / (chances[last] ?? 1);
    chances[last] = (chances[last] ?? 0) * (1 - cut);
    const bound = (last - lowest + 0.5 - cut) * cell;
    // Passing this bound now is not more likely than passing any earlier one; the grid ends before the first.
    levels.push(Math.min(spent, normalCdf(-bound / Math.sqrt(look))));
  }
  return levels;
}

function spend(share: number, alpha: number): number {
  return share === 0 ? 0 : 2 * normalCdf(normalQuantile(alpha / 2) / Math.sqrt(share));
}

/** In standard deviations of one step: finer where there are few looks. */
function cellWidth(looks: number): number {
  if (looks <= 30) return 0.02;
  return looks <= 120 ? 0.05 : 0.1;
}

/** The chances that one step ends so many cells away, up to 7.5 deviations to either side. */
function stepChances(cell: number): number[] {
  const reach = Math.ceil(7.5 / cell);
  return Array.from({ length: 2 * reach + 1 }, (_, i) => {
    const far = Math.abs(i - reach);
    return normalCdf((0.5 - far) * cell) - normalCdf((-0.5 - far) * cell);
  });
}

function walk(chances: Float64Array, step: readonly number[]): Float64Array<ArrayBuffer> {
  const reach = (step.length - 1) / 2;
  const next = new Float64Array(chances.length);
  for (let from = 0; from < chances.length; from++) {
    const chance = chances[from] ?? 0;
    if (chance < 1e-18) continue;
    const first = Math.max(0, reach - from);
    const last = Math.min(step.length, chances.length + reach - from);
    for (let i = first; i < last; i++) {
      const to = from + i - reach;
      next[to] = (next[to] ?? 0) + chance * (step[i] ?? 0);
    }
  }
  return next;
}
