import type { StoryPart } from '../open/split-turns.ts';

/** What two conversations did in the same place; `null` where one side has nothing there. */
export interface PartPair {
  /** `user`, the number of a turn, `guard` or `end`. */
  readonly label: string;
  readonly left: StoryPart | null;
  readonly right: StoryPart | null;
}

/** Puts the parts of two conversations beside each other: turns by their number, the user's words by their order. */
export function alignParts(
  left: readonly StoryPart[],
  right: readonly StoryPart[],
): readonly PartPair[] {
  const [mine, others] = [nameParts(left), nameParts(right)];
  const later = new Map(others.map(({ key }, place) => [key, place]));
  const pairs: PartPair[] = [];
  let next = 0;
  for (const { key, part } of mine) {
    const found = later.get(key);
    if (found !== undefined && found >= next) {
      pairs.push(...others.slice(next, found).map((other) => toPair(null, other.part)));
      pairs.push(toPair(part, others[found]?.part ?? null));
      next = found + 1;
    } else pairs.push(toPair(part, null));
  }
  return [...pairs, ...others.slice(next).map((other) => toPair(null, other.part))];
}

/** Parts of one kind are numbered, turns by their own number. */
function nameParts(
  parts: readonly StoryPart[],
): readonly { readonly key: string; readonly part: StoryPart }[] {
  const counts = new Map<string, number>();
  return parts.map((part) => {
    const count = (counts.get(part.type) ?? 0) + 1;
    counts.set(part.type, count);
    return { key: `${part.type} ${part.type === 'turn' ? part.turn.turn : count}`, part };
  });
}

function toPair(left: StoryPart | null, right: StoryPart | null): PartPair {
  const part = left ?? right;
  const label = part?.type === 'turn' ? String(part.turn.turn) : (part?.type ?? '');
  return { label, left, right };
}
