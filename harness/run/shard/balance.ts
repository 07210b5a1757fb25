/**
 * Gives each cost to the part that has least so far, the greatest first; equal ones in the order of the plan.
 *
 * @returns the part of each cost, counted from 1.
 */
export function balance(costs: readonly number[], count: number): readonly number[] {
  const parts = costs.map(() => 0);
  const sums = Array.from({ length: count }, () => 0);
  const order = costs.map((cost, place) => ({ cost, place }));
  order.sort((a, b) => b.cost - a.cost || a.place - b.place);
  for (const { cost, place } of order) {
    let least = 0;
    for (let part = 1; part < count; part += 1) {
      if ((sums[part] ?? 0) < (sums[least] ?? 0)) least = part;
    }
    sums[least] = (sums[least] ?? 0) + cost;
    parts[place] = least + 1;
  }
  return parts;
}
