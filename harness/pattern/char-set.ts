/** A set of characters: ranges of code points, both ends included, sorted and apart. */
export type CharSet = readonly (readonly [from: number, to: number])[];

const lastPoint = 0x10ffff;

/** Every character. */
export const anyChar: CharSet = [[0, lastPoint]];

/** The sets that escapes stand for. Source: ECMA-262, CharacterClassEscape and WhiteSpace. */
export const escapedSets: ReadonlyMap<string, CharSet> = new Map<string, CharSet>([
  ['d', [[48, 57]]],
  [
    'w',
    [
      [48, 57],
      [65, 90],
      [95, 95],
      [97, 122],
    ],
  ],
  [
    's',
    [
      [9, 13],
      [32, 32],
      [0xa0, 0xa0],
      [0x1680, 0x1680],
      [0x2000, 0x200a],
      [0x2028, 0x2029],
      [0x202f, 0x202f],
      [0x205f, 0x205f],
      [0x3000, 0x3000],
      [0xfeff, 0xfeff],
    ],
  ],
]);

/** All that is in one of some sets. */
export function unite(sets: readonly CharSet[]): CharSet {
  const sorted = sets.flat().toSorted((a, b) => a[0] - b[0]);
  const united: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = united.at(-1);
    if (last !== undefined && from <= last[1] + 1) last[1] = Math.max(last[1], to);
    else united.push([from, to]);
  }
  return united;
}

/** All that is not in a set. */
export function complement(set: CharSet): CharSet {
  const left: [number, number][] = [];
  let next = 0;
  for (const [from, to] of set) {
    if (from > next) left.push([next, from - 1]);
    next = to + 1;
  }
  if (next <= lastPoint) left.push([next, lastPoint]);
  return left;
}

/** A set with both cases of its ASCII letters: patterns are also used without regard to case. */
export function foldCase(set: CharSet): CharSet {
  const shifted = (first: number, last: number, by: number): CharSet =>
    set.flatMap(([from, to]): CharSet => {
      const [low, high] = [Math.max(from, first), Math.min(to, last)];
      return low > high ? [] : [[low + by, high + by]];
    });
  return unite([set, shifted(65, 90, 32), shifted(97, 122, -32)]);
}

/** Whether two sets have a character in common. */
export function intersects(left: CharSet, right: CharSet): boolean {
  return left.some(([from, to]) => right.some((other) => other[0] <= to && from <= other[1]));
}
