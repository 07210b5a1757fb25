/**
 * Shares a budget among texts: short ones keep their length, the rest get equal parts of what is left.
 *
 * @returns The characters that each may have, in the order given.
 */
export function shareBudget(lengths: readonly number[], budget: number): readonly number[] {
  const shares = [...lengths];
  const byLength = lengths.map((_, index) => index).sort((a, b) => at(lengths, a) - at(lengths, b));
  let left = budget;
  byLength.forEach((index, position) => {
    const fair = Math.floor(left / (byLength.length - position));
    const share = Math.min(at(lengths, index), Math.max(0, fair));
    shares[index] = share;
    left -= share;
  });
  return shares;
}

function at(values: readonly number[], index: number): number {
  return values[index] ?? 0;
}
