/** `holm` and `bonferroni` bound the chance of any false alarm, `bh` the share of false ones. */
export type AdjustMethod = 'holm' | 'bonferroni' | 'bh';

/**
 * Adjusts p values for how many were looked at, in their given order.
 *
 * Source: Holm, Scandinavian Journal of Statistics 6 (1979) 65-70; Benjamini and Hochberg,
 * JRSS B 57 (1995) 289-300.
 */
export function adjustP(pValues: readonly number[], method: AdjustMethod = 'holm'): number[] {
  const count = pValues.length;
  const ranked = pValues.map((p, index) => ({ p, index })).toSorted((a, b) => a.p - b.p);
  const adjusted: number[] = Array.from({ length: count }, () => 1);
  if (method === 'bh') {
    let smallest = 1;
    for (const [rank, { p, index }] of [...ranked.entries()].toReversed()) {
      smallest = Math.min(smallest, (p * count) / (rank + 1));
      adjusted[index] = smallest;
    }
    return adjusted;
  }
  let largest = 0;
  for (const [rank, { p, index }] of ranked.entries()) {
    largest = method === 'holm' ? Math.max(largest, p * (count - rank)) : p * count;
    adjusted[index] = Math.min(1, largest);
  }
  return adjusted;
}
