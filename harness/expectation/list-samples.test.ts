import { expect, it } from 'vitest';
import type { JsonValue } from '../json/json.ts';
import { listSamples } from './list-samples.ts';
import { toMatchers } from './read-matcher.ts';

it.each<[JsonValue, readonly JsonValue[] | null, readonly JsonValue[] | null]>([
  ['a', ['a'], ['a']],
  [{ $anyOf: ['a', { $absent: true }] }, ['a'], ['a']],
  [{ $absent: true }, [], []],
  [{ $optional: 5 }, [5], [5]],
  // One of several ways to write a text need not be the one that a schema lists.
  [{ $text: 'new york' }, null, ['new york']],
  [{ $date: '2026-01-31' }, null, ['2026-01-31']],
  [{ $range: { max: 3 } }, null, [3]],
  [{ $pattern: '^a' }, null, null],
  [
    [{ $anyOf: [1, 2] }, 3],
    [
      [1, 3],
      [2, 3],
    ],
    [
      [1, 3],
      [2, 3],
    ],
  ],
  [[1, { $pattern: '^a' }], null, null],
  [{ a: 1, b: { $absent: true } }, [{ a: 1 }], [{ a: 1 }]],
  [{ a: 1, b: { $any: true } }, null, null],
  [{ $partial: { a: 1 } }, null, null],
])('%j names %j for a schema, and %j for an example', (input, exact, any) => {
  const { value } = toMatchers({ value: input });
  if (value === undefined) throw new Error('no matcher');
  expect([listSamples(value, 'exact'), listSamples(value, 'any')]).toEqual([exact, any]);
});
