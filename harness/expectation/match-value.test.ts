import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonValue } from '../json/json.ts';
import { readLosslessJson, type LosslessValue } from '../json/lossless-json.ts';
import type { Matcher } from '../core/suite/matcher.ts';
import { matchPattern } from './match-pattern.ts';
import { matchValue } from './match-value.ts';

const equal = (value: JsonValue): Matcher => ({ match: 'equal', value });
const text = (value: string, ...ignore: ('case' | 'space' | 'punctuation')[]): Matcher => ({
  match: 'text',
  value,
  ignore,
  characters: '',
});

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
  [{ match: 'near', value: 0.2, tolerance: 0.1 }, 0.3, true],
  [{ match: 'near', value: 0.2, tolerance: 0.1 }, 0.31, false],
  [text('New York', 'case'), 'new york', true],
  [text('New York', 'case'), 'newyork', false],
  [text('New York', 'case', 'space'), ' NEW  YORK', true],
  [text("it's", 'punctuation'), 'its', true],
  [text('10'), 10, false],
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
])('pattern %j on %j: %s', (pattern, said, expected) => {
  expect(matchPattern(pattern, said)).toBe(expected);
});

it('a pattern is searched for in the first 20,000 characters', () => {
  const matcher: Matcher = { match: 'pattern', pattern: 'end$', flags: '' };
  expect(matchValue(matcher, `${'x'.repeat(19_997)}end`)).toBe(true);
  expect(matchValue(matcher, `${'x'.repeat(19_998)}end`)).toBe(false);
});
