import { parsePattern, type PatternNode } from './parse-pattern.ts';

/**
 * How many ways a search may try at most before it gives up on a text of that length: an upper bound, `Infinity` where
 * it may grow exponentially. Each place of the text is a start, unless the pattern begins with `^`.
 */
export function createStepCount(pattern: string): (length: number) => number {
  const tree = parsePattern(pattern);
  const isAnchored = /^\^[^|]*$/.test(pattern);
  return (length) => (isAnchored ? 1 : length + 1) * countWays(tree, length + 1);
}

/** In how many ways a part can read from one place of a text. */
function countWays(node: PatternNode, length: number): number {
  switch (node.type) {
    case 'nothing':
    case 'char':
      return 1;
    case 'look':
      return countWays(node.item, length);
    case 'sequence':
      return node.items.reduce((ways, item) => ways * countWays(item, length), 1);
    case 'choice':
      return node.items.reduce((ways, item) => ways + countWays(item, length), 0);
    case 'repeat':
      return countRounds(node, length);
  }
}

function countRounds(
  { item, min, max }: Extract<PatternNode, { readonly type: 'repeat' }>,
  length: number,
): number {
  const ways = countWays(item, length);
  const most = Math.min(max, length);
  if (ways <= 1) return Math.max(1, most - min + 1);
  return Math.max(1, ways ** Math.max(1, most) * Math.max(1, most - min + 1));
}
