import { isExplosivePattern } from '../../pattern/is-explosive-pattern.ts';
import { parsePattern, type PatternNode } from '../../pattern/parse-pattern.ts';

/** In how many ways a pattern may be tried at one place: what keeps redaction linear. */
const mostTries = 10_000;

/**
 * Checks a regular expression whose matches are secrets. It runs over all that is written, so its time must grow with the
 * length of a text and no faster: nothing in it is endless but a single kind of characters at its very end.
 *
 * @returns what is wrong with it and what to write; `null` when it can be used.
 */
export function checkSecretPattern(pattern: string): string | null {
  const expression = compile(pattern);
  if (expression === null) return 'this is not a regular expression that JavaScript can read';
  if (expression.test('')) return 'this regular expression finds something in every text';
  const slow = 'some texts would keep this regular expression busy for too long';
  if (isExplosivePattern(pattern)) {
    return `${slow}: a repeated part of it can read the same text in several ways`;
  }
  const tree = parsePattern(pattern);
  const head =
    tree.type === 'sequence' && isEndlessRun(tree.items.at(-1)) ? tree.items.slice(0, -1) : [tree];
  if (head.some(isEndless)) {
    return `${slow}: write a limit in place of "*", "+" and "{n,}", such as {1,64}; only the last part may be without one`;
  }
  if (head.reduce((tries, node) => tries * countTries(node), 1) > mostTries) {
    return `${slow}: its limits leave more than ${mostTries} ways to read a text; write narrower ones`;
  }
  return null;
}

function compile(pattern: string): RegExp | null {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags);
    } catch {
      // Loose expressions are valid only without the `u` flag.
    }
  }
  return null;
}

function isEndlessRun(node: PatternNode | undefined): boolean {
  return node?.type === 'repeat' && node.max === Infinity && node.item.type === 'char';
}

function isEndless(node: PatternNode): boolean {
  if (node.type === 'repeat') return node.max === Infinity || isEndless(node.item);
  if (node.type === 'look') return isEndless(node.item);
  return 'items' in node && node.items.some(isEndless);
}

function countTries(node: PatternNode): number {
  switch (node.type) {
    case 'nothing':
    case 'char':
      return 1;
    case 'look':
      return countTries(node.item);
    case 'repeat':
      return (node.max - node.min + 1) * countTries(node.item) ** Math.max(1, node.max);
    case 'sequence':
      return node.items.reduce((tries, item) => tries * countTries(item), 1);
    case 'choice':
      return node.items.reduce((tries, item) => tries + countTries(item), 0);
  }
}
