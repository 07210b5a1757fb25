/**
 * Agreement of two judges who put the same things into any number of classes, beyond chance: 1 is full agreement, 0 is
 * chance. `null` when there is nothing to agree on, or when chance alone would agree always.
 *
 * Source: Cohen, Educational and Psychological Measurement 20 (1960) 37-46.
 */
export function nominalKappa(pairs: readonly (readonly [string, string])[]): number | null {
  if (pairs.length === 0) return null;
  const first = countClasses(pairs.map(([one]) => one));
  const second = countClasses(pairs.map(([, other]) => other));
  const agreed = pairs.filter(([one, other]) => one === other).length / pairs.length;
  let byChance = 0;
  for (const [name, count] of first) {
    byChance += (count / pairs.length) * ((second.get(name) ?? 0) / pairs.length);
  }
  return byChance === 1 ? null : (agreed - byChance) / (1 - byChance);
}

function countClasses(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
