import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { DiffPiece } from '../comparison.ts';
import { diffWords } from './diff-words.ts';

const show = (pieces: readonly DiffPiece[]): string =>
  pieces
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `{+${text}+}` })[kind])
    .join('');

it.each([
  ['', '', ''],
  ['same', 'same', 'same'],
  ['', 'new text', '{+new text+}'],
  ['old text', '', '[-old text-]'],
  ['Get a case.', 'Get one case.', 'Get [-a-]{+one+} case.'],
  [
    'Get information about a case.',
    'Show what is known of a case.',
    '[-Get information about-]{+Show what is known of+} a case.',
  ],
  ['Close a case', 'Close a case. Not for open ones', 'Close a case{+. Not for open ones+}'],
  ['one two', 'one  two', 'one{+ +} two'],
  ['查询订单状态', '查询订单的状态', '查询订单{+的+}状态'],
  ['limit=20', 'limit=100', 'limit=[-20-]{+100+}'],
  ['one two three', 'six seven', '[-one two three-]{+six seven+}'],
  ['one, two', 'two', '[-one, -]two'],
  ['two', 'one, two', '{+one, +}two'],
  ['a, c', 'b, c', '[-a-]{+b+}, c'],
  ['a ', 'b ', '[-a-]{+b+} '],
])('%j -> %j', (before, after, shown) => {
  expect(show(diffWords(before, after))).toBe(shown);
});

const text = fc
  .array(fc.constantFrom('a', 'b', 'case', '.', ' ', '  ', '\n', '订', '😀', '-'), {
    maxLength: 14,
  })
  .map((parts) => parts.join(''));

it('gives both texts back, and only what is the same where they are', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const pieces = diffWords(before, after);
      const join = (without: DiffPiece['kind']): string =>
        pieces.flatMap((piece) => (piece.kind === without ? [] : [piece.text])).join('');
      expect([join('added'), join('removed')]).toEqual([before, after]);
      expect(pieces.every((piece) => piece.text !== '')).toBe(true);
      if (before === after) expect(pieces.every((piece) => piece.kind === 'same')).toBe(true);
    }),
  );
});

it('does not choke on long texts that have nothing in common', () => {
  const pieces = diffWords('a '.repeat(5000), 'b '.repeat(5000));
  expect(pieces).toEqual([
    { kind: 'removed', text: 'a '.repeat(5000).trim() },
    { kind: 'added', text: 'b '.repeat(5000).trim() },
    { kind: 'same', text: ' ' },
  ]);
});

it('texts with almost nothing in common replace each other as a whole', () => {
  const [before, after] = ['a', 'b'].map((sign) =>
    Array.from({ length: 3_000 }, (_, place) => `${sign}${place}`).join(' '),
  );
  const pieces = diffWords(before ?? '', after ?? '');
  const joined = (left: DiffPiece['kind']): string =>
    pieces.flatMap(({ kind, text }) => (kind === left ? [] : [text])).join('');
  expect([joined('added') === before, joined('removed') === after]).toEqual([true, true]);
});
