import { expect, it } from 'vitest';
import type { JsonValue } from '../../json/json.ts';
import { toMatchers } from '../../expectation/read-matcher.ts';
import { cutValue, describeMatcher, showValue } from './describe-matcher.ts';

it.each<[JsonValue, string]>([
  ['a', '"a"'],
  [null, 'null'],
  [{ $equal: { $any: 1 } }, '{"$any":1}'],
  [{ $number: '9007199254740993' }, '9007199254740993'],
  [{ $anyOf: [1, 'b'] }, 'one of 1, "b"'],
  [{ $optional: 1 }, 'nothing or 1'],
  [[1, { $any: true }], '[1, any value]'],
  [{ $set: [1, 2] }, '[1, 2] in any order'],
  [{ a: 1, b: { $any: true } }, '{"a": 1, "b": any value}'],
  [{ $partial: { 'c d': 1 } }, '{"c d": 1} among others'],
  [{ $any: true }, 'any value'],
  [{ $absent: true }, 'nothing'],
  [{ $number: { kind: 'integer' } }, 'a number without a decimal point'],
  [{ $number: { kind: 'float' } }, 'a number with a decimal point'],
  [{ $number: { value: '5e1', kind: 'integer' } }, '50 without a decimal point'],
  [{ $range: { min: 1, max: 3 } }, 'a number from 1 to 3'],
  [{ $range: { min: 0 } }, 'a number from 0 to infinity'],
  [{ $range: { max: 0 } }, 'a number from -infinity to 0'],
  [{ $near: { value: 2, tolerance: 0.5 } }, '2 within 0.5'],
  [{ $text: 'a b' }, '"a b" apart from case and space'],
  [{ $text: { value: 'a', ignore: [] } }, '"a"'],
  [{ $text: { value: 'a', ignore: [], characters: '-_' } }, '"a" apart from the characters -_'],
  [
    { $text: { value: 'a', ignore: ['quotes'], characters: '-' } },
    '"a" apart from quotes and the characters -',
  ],
  [{ $pattern: { pattern: '^a', flags: 'i' } }, 'a text that fits /^a/i'],
  [{ $date: '2026-01-31' }, 'the date 2026-01-31'],
  [{ $date: { min: '2026-01-01' } }, 'a date from 2026-01-01'],
  [{ $date: { max: '2026-01-31' } }, 'a date to 2026-01-31'],
  [{ $date: { min: '2026-01-01', max: '2026-01-31' } }, 'a date from 2026-01-01 to 2026-01-31'],
])('%j is described as %s', (input, words) => {
  const { value } = toMatchers({ value: input });
  expect(value === undefined ? null : describeMatcher(value)).toBe(words);
});

it('80 characters are shown, of more the first 77', () => {
  expect(cutValue('x'.repeat(80))).toBe('x'.repeat(80));
  expect(cutValue('x'.repeat(81))).toBe(`${'x'.repeat(77)}...`);
  expect(showValue({ a: 'y'.repeat(100) })).toBe(`{"a":"${'y'.repeat(71)}...`);
});
