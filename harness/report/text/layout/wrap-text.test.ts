import fc from 'fast-check';
import { expect, it } from 'vitest';

import { wrapList, wrapText } from './wrap-text.ts';

it.each([
  ['fits', 'fits'],
  ['exactly twenty chars', 'exactly twenty chars'],
  ['one two three four five six', 'one two three four\n  five six'],
  ['    one two three four five', '    one two three\n      four five'],
  ['a-word-that-is-wider-than-all of it', 'a-word-that-is-wider-than-all\n  of it'],
  ['row  of  a table that is very wide', 'row  of  a table that is very wide'],
  ['first line is a long one\nsecond', 'first line is a long\n  one\nsecond'],
  ['ends with a break that is long\n', 'ends with a break\n  that is long\n'],
])('%j at 20 columns', (text, wrapped) => {
  expect(wrapText(text, 20)).toBe(wrapped);
});

const word = fc.stringMatching(/^[a-z]{1,12}$/u);

it('no line of words is too wide, and no word is lost or changed', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1 }),
      fc.nat(8),
      fc.integer({ min: 24, max: 90 }),
      (...[words, indent, width]) => {
        const line = `${' '.repeat(indent)}${words.join(' ')}`;
        const lines = wrapText(line, width).split('\n');
        expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(width);
        expect(lines.flatMap((one) => one.trim().split(' '))).toEqual(words);
      },
    ),
  );
});

it('a list begins behind its heading, in lines of 80 characters', () => {
  const lines = wrapList(
    'found',
    Array.from({ length: 30 }, (_, at) => `word${at}`),
  );
  expect(lines[0]).toMatch(/^found: word0 word1 /u);
  expect(lines.slice(1).every((line) => line.startsWith('  word'))).toBe(true);
  expect(lines.every(({ length }) => length <= 80)).toBe(true);
});
