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
  [{ $near: { value: 2, tolerance: 1 } }, [2], [2]],
  [{ $number: { value: 5, kind: 'integer' } }, [5], [5]],
  [{ $number: { kind: 'integer' } }, null, null],
  [{ $range: { min: 1, max: 3 } }, null, [1]],
  [{ $date: { min: '2026-01-01', max: '2026-01-31' } }, null, ['2026-01-01']],
  [{ $optional: { $text: 'a' } }, null, ['a']],
  [
    { $set: [1, { $anyOf: [2, 3] }] },
    [
      [1, 2],
      [1, 3],
    ],
    [
      [1, 2],
      [1, 3],
    ],
  ],
  [{ $anyOf: [1, { $pattern: '^a' }] }, null, null],
  [{ $anyOf: [null, 1] }, [null, 1], [null, 1]],
  [{ $anyOf: [{ $set: [] }, 1] }, [[], 1], [[], 1]],
  [
    { a: { $anyOf: [1, 2] }, b: { $anyOf: [3, 4] } },
    [
      { a: 1, b: 3 },
      { a: 2, b: 3 },
      { a: 1, b: 4 },
    ],
    [
      { a: 1, b: 3 },
      { a: 2, b: 3 },
      { a: 1, b: 4 },
    ],
  ],
  [{ a: { $anyOf: [null, 2] } }, [{ a: null }, { a: 2 }], [{ a: null }, { a: 2 }]],
  [{ a: { $range: { min: 1 } } }, null, [{ a: 1 }]],
  [{ a: { $date: '2026-01-31' } }, null, [{ a: '2026-01-31' }]],
])('%j names %j for a schema, and %j for an example', (input, exact, any) => {
  const { value } = toMatchers({ value: input });
  if (value === undefined) throw new Error('no matcher');
  expect([listSamples(value, 'exact'), listSamples(value, 'any')]).toEqual([exact, any]);
});

it('no more than 200 combinations are named', () => {
  const many = { $anyOf: Array.from({ length: 150 }, (_, index) => index) };
  const { value } = toMatchers({ value: { a: many, b: many } });
  const samples = value === undefined ? null : listSamples(value, 'exact');
  expect(samples).toHaveLength(200);
  expect(samples?.slice(149, 151)).toEqual([
    { a: 149, b: 0 },
    { a: 0, b: 1 },
  ]);
});
