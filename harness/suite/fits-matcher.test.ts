import { expect, it } from 'vitest';
import type { JsonValue } from '../core/json.ts';
import { fitsMatcher } from './fits-matcher.ts';
import { toMatcher } from './to-matcher.ts';

it.each([
  ['a', 'a', true],
  ['a', 'A', false],
  [10, '10', false],
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ $anyOf: ['a', 1] }, 1, true],
  [{ $anyOf: ['a', 1] }, '1', false],
  [{ $range: { min: 1, max: 3 } }, 3, true],
  [{ $range: { min: 1, max: 3 } }, 4, false],
  [{ $range: { min: 1 } }, '2', false],
  [{ $near: { value: 10, tolerance: 1 } }, 10.5, true],
  [{ $near: { value: 10, tolerance: 1 } }, 12, false],
  [{ $text: ' Hello  World' }, 'hello world', true],
  [{ $text: { value: 'Hi!', ignore: ['punctuation'] } }, 'Hi', true],
  [{ $text: { value: 'Hi!', ignore: ['punctuation'] } }, 'hi', false],
  [{ $pattern: '^A[0-9]+$' }, 'A12', true],
  [{ $pattern: '^A[0-9]+$' }, 'B12', false],
  [{ $date: '2026-01-31' }, '2026-01-31T10:00:00Z', true],
  [{ $date: '2026-01-31' }, '2026-02-01', false],
  [{ $set: ['a', 'b'] }, ['b', 'a'], true],
  [{ $set: ['a', 'b'] }, ['b', 'b'], false],
  [{ $set: ['a'] }, 'a', false],
  [{ $any: true }, null, true],
  [{ $any: true }, undefined, false],
  [{ $absent: true }, undefined, true],
  [{ $absent: true }, null, false],
  [null, undefined, false],
] as readonly (readonly [JsonValue, JsonValue | undefined, boolean])[])(
  '%j of %j is %s',
  (matcher, value, fits) => {
    expect(fitsMatcher(value, toMatcher(matcher))).toBe(fits);
  },
);
