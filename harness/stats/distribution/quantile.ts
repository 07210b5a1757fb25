/**
 * The p-quantile of ascending values, linear between neighbours.
 *
 * Source: Hyndman and Fan, The American Statistician 50 (1996) 361-365, definition 7.
 */
export function quantile(ascending: ArrayLike<number>, p: number): number {
  const place = p * (ascending.length - 1);
  const below = ascending[Math.floor(place)] ?? Number.NaN;
  const above = ascending[Math.ceil(place)] ?? Number.NaN;
  return below === above ? below : below + (place - Math.floor(place)) * (above - below);
}
