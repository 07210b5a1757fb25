/**
 * Whether every item on the left can be paired with one of its own on the right.
 * Source: augmenting paths (Kuhn 1955, in the form of Hopcroft and Karp's depth-first step).
 */
export function pairAll<Left, Right>(
  left: readonly Left[],
  right: readonly Right[],
  fits: (left: Left, right: Right) => boolean,
): boolean {
  const options = left.map((one) => right.flatMap((other, at) => (fits(one, other) ? [at] : [])));
  const partners = new Map<number, number>();
  const pair = (from: number, tried: Set<number>): boolean => {
    for (const at of options[from] ?? []) {
      if (tried.has(at)) continue;
      tried.add(at);
      const before = partners.get(at);
      if (before === undefined || pair(before, tried)) {
        partners.set(at, from);
        return true;
      }
    }
    return false;
  };
  return left.every((_, index) => pair(index, new Set()));
}
