import fc from 'fast-check';
import { expect, it } from 'vitest';

import { guardFormula } from './guard-formula.ts';

const starts = ['=1', '+1', '-1+2', '@a', '＝1', '＋1', '－1', '＠a', '﹦1', '−1'];
const covers = [
  '',
  ' ',
  '\t',
  '\r',
  '\n',
  '\u200B',
  '\u00A0',
  '\u3000',
  '\uFEFF',
  '"',
  "'",
  ' \u200D',
];

it.each(starts.flatMap((start) => covers.map((cover) => cover + start)))(
  'B160: %j starts no formula',
  (text) => {
    expect(guardFormula(text)).toBe(`'${text}`);
  },
);

it.each(['', 'a=1', '1', '0.5', '-0.05', '-1e-7', '中文', '查询 = 1', '(=1)', '{"a":-1}', "it's"])(
  'B160: %j stays as it is',
  (text) => {
    expect(guardFormula(text)).toBe(text);
  },
);

it.each(['\tx', '\rx', '-Infinity', '-0.05-1', '- item'])('%j is guarded', (text) => {
  expect(guardFormula(text)).toBe(`'${text}`);
});

it('every text comes back', () => {
  const pieces = fc.array(fc.constantFrom("'", '=', '-', '1', ' ', '\u200B', 'a', '\t'), {
    maxLength: 8,
  });
  fc.assert(
    fc.property(
      fc.oneof(
        pieces.map((list) => list.join('')),
        fc.string({ unit: 'binary' }),
      ),
      (text) => {
        expect(unguard(guardFormula(text))).toBe(text);
      },
    ),
  );
});

/** What a reader does: an apostrophe that the rest of the text needs is none of the text. */
function unguard(text: string): string {
  return text.startsWith("'") && guardFormula(text.slice(1)) === text ? text.slice(1) : text;
}
