import { expect, it } from 'vitest';
import { findNearest } from './find-nearest.ts';

it.each([
  ['fromat', ['format', 'pattern'], 'format'],
  ['scenario', ['scenarios', 'session'], 'scenarios'],
  ['Status', ['status'], 'status'],
  ['refnd', ['find', 'refund'], 'refund'],
  ['abc', ['xyz'], null],
  ['x', [], null],
  ['completely_else', ['refund'], null],
])('%s among %j is %s', (word, known, nearest) => {
  expect(findNearest(word, known)).toBe(nearest);
});
