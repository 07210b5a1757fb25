import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonValue } from '../json/json.ts';
import { readLosslessJson, type LosslessValue } from '../json/lossless-json.ts';
import type { Matcher, MatcherOf } from '../core/suite/matcher.ts';
import { matchPattern } from './match-pattern.ts';
import { matchValue } from './match-value.ts';

const equal = (value: JsonValue): Matcher => ({ match: 'equal', value });
const text = (
  value: string,
  ...ignore: ('case' | 'space' | 'punctuation')[]
): MatcherOf<'text'> => ({
  match: 'text',
  value,
  ignore,
  characters: '',
});

const named = (name: string, matcher: Matcher): Readonly<Record<string, Matcher>> =>
  Object.fromEntries([[name, matcher]]);

function readExact(json: string): LosslessValue {
  const read = readLosslessJson(json);
  if (!read.ok) throw new Error(`no JSON: ${json}`);
  return read.value.value;
}

it.each<[Matcher, JsonValue | undefined, boolean]>([
  [equal(10), 10, true],
  [equal(10), '10', false],
  [equal('10'), 10, false],
  [equal('a'), 'A', false],
  [equal(true), 'true', false],
  [equal(true), 1, false],
  [equal(null), null, true],
  [equal(null), undefined, false],
  [equal(0), -0, true],
  [equal({ a: 1, b: [1, 2] }), { b: [1, 2], a: 1 }, true],
  [equal({ a: 1 }), { a: 1, b: 2 }, false],
  [equal([1, 2]), [2, 1], false],
  [{ match: 'any_of', options: [equal(1), equal('x')] }, 'x', true],
  [{ match: 'any_of', options: [equal(1), equal('x')] }, '1', false],
  [{ match: 'range', min: 1, max: 3 }, 3, true],
  [{ match: 'range', min: 1, max: 3 }, 3.01, false],
  [{ match: 'range', min: null, max: 3 }, -1e9, true],
  [{ match: 'range', min: 1, max: null }, '2', false],
  [{ match: 'range', min: 1, max: null }, 2, true],
  [{ match: 'near', value: 0.2, tolerance: 0.1 }, 0.3, true],
  [{ match: 'near', value: 0.2, tolerance: 0.1 }, 0.31, false],
  [text('New York', 'case'), 'new york', true],
  [text('New York', 'case'), 'newyork', false],
  [text('New York', 'case', 'space'), ' NEW  YORK', true],
  [text("it's", 'punctuation'), 'its', true],
  [text('10'), 10, false],
  [text('null'), null, false],
  [{ match: 'pattern', pattern: 'true', flags: '' }, true, false],
  [{ match: 'pattern', pattern: '^A[0-9]+$', flags: '' }, 'A12', true],
  [{ match: 'pattern', pattern: '^A[0-9]+$', flags: '' }, 'xA12', false],
  [{ match: 'pattern', pattern: '[0-9]', flags: '' }, 5, false],
  [{ match: 'date', value: '2024-05-01' }, '2024/5/1', true],
  [{ match: 'date', value: '2024-05-01' }, 20240501, false],
  [{ match: 'set', items: [equal(1), equal(2), equal(2)] }, [2, 1, 2], true],
  [{ match: 'set', items: [equal(1), equal(2), equal(2)] }, [2, 1, 1], false],
  [{ match: 'set', items: [equal(1)] }, { 0: 1 }, false],
  [{ match: 'any' }, null, true],
  [{ match: 'any' }, undefined, false],
  [{ match: 'absent' }, undefined, true],
  [{ match: 'absent' }, null, false],
  [{ match: 'optional', matcher: equal(1) }, undefined, true],
  [{ match: 'any_of', options: [equal(1), { match: 'absent' }] }, undefined, true],
  [equal({ a: 1 }), { a: 1, b: undefined }, true],
  [{ match: 'object', fields: { a: equal(1) }, open: false }, { a: 1, b: undefined }, true],
  [{ match: 'object', fields: { a: equal(1) }, open: false }, { a: 1, b: 2 }, false],
  [{ match: 'object', fields: { a: equal(1) }, open: false }, [1], false],
  [{ match: 'object', fields: {}, open: true }, null, false],
  // Names that every JavaScript object has are no fields of a value.
  [{ match: 'object', fields: named('toString', { match: 'any' }), open: true }, {}, false],
  [{ match: 'object', fields: {}, open: false }, { toString: 1 }, false],
  [{ match: 'list', items: [] }, [], true],
  [{ match: 'list', items: [] }, {}, false],
  [{ match: 'list', items: [equal(1)] }, [], false],
  [{ match: 'set', items: [] }, [], true],
  [{ match: 'set', items: [] }, null, false],
  [{ match: 'range', min: 1, max: 3 }, 1, true],
  [{ match: 'range', min: 1, max: 3 }, 0.99, false],
  [{ match: 'range', min: 1, max: 3 }, '2', false],
  [{ match: 'range', min: 1, max: 3 }, null, false],
  [{ match: 'near', value: 0, tolerance: 0 }, 0, true],
  [{ match: 'near', value: 0, tolerance: 0 }, 1e-300, false],
  [{ match: 'near', value: 2, tolerance: 1 }, 1, true],
  [{ match: 'near', value: 2, tolerance: 1 }, 0.99, false],
  [{ match: 'near', value: 2, tolerance: 1 }, '2', false],
  // What one subtraction rounds away is forgiven: 1,000,000.3 - 1,000,000.2 is above 0.1, and 1,000.7 - 0.3 above 1,000.4.
  [{ match: 'near', value: 1_000_000.2, tolerance: 0.1 }, 1_000_000.3, true],
  [{ match: 'near', value: 0.3, tolerance: 1_000.4 }, 1_000.7, true],
  [{ match: 'near', value: 1_000.7, tolerance: 1_000.4 }, 0.3, true],
  [{ match: 'near', value: -0.3, tolerance: 1_000.4 }, -1_000.7, true],
  [{ match: 'number', kind: 'integer', text: null }, 5, true],
  [{ match: 'number', kind: 'integer', text: null }, 5.5, false],
  [{ match: 'number', kind: 'float', text: null }, 5.5, true],
  [{ match: 'number', kind: 'integer', text: '-5' }, -5, true],
  [{ match: 'number', kind: 'integer', text: '5' }, 6, false],
  [{ match: 'number', kind: 'integer', text: '5' }, '5', false],
  [{ match: 'dates', min: '2024-05-01', max: null }, '2024-05-02', true],
  [{ match: 'dates', min: '2024-05-01', max: null }, '2024-04-02', false],
  [{ match: 'dates', min: null, max: '2024-05-01' }, '2024-05-02', false],
  [{ match: 'dates', min: null, max: null }, 20240501, false],
  [text('a-b'), 'a-b', true],
  [text('a-b'), 'ab', false],
  [text('a-b', 'punctuation'), 'a+b', true],
  [text('a b', 'punctuation'), 'ab', false],
  [text('“a”', 'punctuation'), 'a', true],
  // The same letters, composed and decomposed.
  [text('caf\u00e9'), 'cafe\u0301', true],
  [{ ...text('a-b', 'case'), characters: '-_' }, 'A_B', true],
  [{ ...text('a-b'), characters: '-_' }, 'a+b', false],
])('%j and %j: %s', (matcher, value, expected) => {
  expect(matchValue(matcher, value)).toBe(expected);
});

it.each([
  ['9007199254740993', '9007199254740993', true],
  ['9007199254740993', '9007199254740992', false],
  ['1234567890123456789', '1234567890123456788', false],
  ['120000', '120000.0', true],
  ['1e2', '100', true],
])('long numbers are compared exactly: %s and %s: %s', (wanted, said, expected) => {
  const matcher: Matcher = { match: 'equal', value: Number(wanted), text: wanted };
  expect(matchValue(matcher, Number(said), readExact(said))).toBe(expected);
});

it('a number that JavaScript would round is not equal to its neighbour', () => {
  const matcher = equal(9_007_199_254_740_992);
  expect(matchValue(matcher, Number('9007199254740993'), readExact('9007199254740993'))).toBe(
    false,
  );
});

it('a number that is wanted digit by digit is not met by the rounded one', () => {
  const digits = '9007199254740993';
  const matcher: Matcher = { match: 'equal', value: Number(digits), text: digits };
  expect(matchValue(matcher, Number(digits))).toBe(false);
});

it('a wanted text that is no JSON is read as the value beside it', () => {
  expect(matchValue({ match: 'equal', value: 5, text: '5,' }, 5)).toBe(true);
});

it.each<[Matcher, string, boolean]>([
  [equal('9007199254740993'), '"9007199254740993"', true],
  [{ match: 'list', items: [equal(9_007_199_254_740_992)] }, '[9007199254740993]', false],
  [{ match: 'set', items: [equal(9_007_199_254_740_992)] }, '[9007199254740993]', false],
  [
    { match: 'object', fields: { a: equal(9_007_199_254_740_992) }, open: false },
    '{"a":9007199254740993}',
    false,
  ],
  [{ match: 'number', kind: 'float', text: null }, '5.0', true],
  [{ match: 'number', kind: 'integer', text: null }, '5.0', false],
  [{ match: 'number', kind: 'integer', text: '5' }, '5', true],
])('%j and %s with its digits: %s', (matcher, said, expected) => {
  expect(matchValue(matcher, JSON.parse(said) as JsonValue, readExact(said))).toBe(expected);
});

it('every JSON value equals itself and no value of another type', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (made) => {
      // What fast-check calls a JSON value is one.
      const value = made as JsonValue;
      expect(matchValue(equal(value), value)).toBe(true);
      expect(matchValue(equal(value), [value])).toBe(false);
    }),
  );
});

it.each([
  ['(', 'a', false],
  ['\\-', '-', true],
  ['订单', '订单A1', true],
  // One that only the old mode reads, and one for which the new mode matters.
  ['\\d\\-', '5-', true],
  ['^.$', '😀', true],
])('pattern %j on %j: %s', (pattern, said, expected) => {
  expect(matchPattern(pattern, said)).toBe(expected);
});

it('a pattern is searched for in the first 20,000 characters', () => {
  const matcher: Matcher = { match: 'pattern', pattern: 'end$', flags: '' };
  expect(matchValue(matcher, `${'x'.repeat(19_997)}end`)).toBe(true);
  expect(matchValue(matcher, `${'x'.repeat(19_998)}end`)).toBe(false);
});

it('the same pattern is kept apart with other flags', () => {
  expect(matchPattern('^once$', 'ONCE')).toBe(false);
  expect(matchPattern('^once$', 'ONCE', 'i')).toBe(true);
  expect(matchPattern('^once$', 'ONCE')).toBe(false);
});
