import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toJsonValue } from './to-json-value.ts';

const shared = { a: 1 };
const circular: Record<string, unknown> = { rows: [] };
circular['rows'] = [circular];

it.each<readonly [string, unknown, unknown]>([
  ['undefined', undefined, null],
  ['null', null, null],
  ['an empty text', '', ''],
  ['minus zero', [-0], [0]],
  ['a date', { at: new Date(0) }, { at: '1970-01-01T00:00:00.000Z' }],
  ['an undefined field', { a: 1, b: undefined }, { a: 1 }],
  ['an object that writes itself', { toJSON: () => ({ id: 7 }) }, { id: 7 }],
  [
    'a field named __proto__',
    JSON.parse('{"__proto__":{"a":1}}'),
    JSON.parse('{"__proto__":{"a":1}}'),
  ],
  ['the same object twice', [shared, shared], [{ a: 1 }, { a: 1 }]],
])('B120: %s can be written', (_, value, written) => {
  const read = toJsonValue(value);
  expect(read).toEqual({ ok: true, value: written });
  expect(JSON.stringify(read.ok ? read.value : null)).toBe(JSON.stringify(written));
});

it.each<readonly [string, unknown, string, string]>([
  ['NaN in an object', { rows: [{ total: Number.NaN }] }, '$.rows[0].total', 'NaN'],
  ['Infinity', Number.POSITIVE_INFINITY, '$', 'Infinity'],
  ['a bigint', { n: 1n }, '$.n', 'a bigint'],
  ['a function', () => 1, '$', 'a function'],
  ['a symbol', [Symbol('x')], '$[0]', 'a symbol'],
  ['an invalid date', new Date(Number.NaN), '$', 'an invalid date'],
  ['undefined in a list', [1, undefined], '$[1]', 'undefined in a list'],
  ['a circle', circular, '$.rows[0]', 'a circular object'],
  ['a buffer', Buffer.from('a'), '$', 'a buffer'],
  ['a map', { m: new Map() }, '$.m', 'a map'],
  ['a set', new Set(), '$', 'a set'],
  ['an error', new Error('x'), '$', 'an error object'],
  ['a pattern', /x/, '$', 'a pattern'],
  ['a promise', Promise.resolve(), '$', 'a promise'],
])('B120: %s cannot be written', (...[, value, path, what]) => {
  expect(toJsonValue(value)).toEqual({ ok: false, error: { path, what } });
});

it('B120: what cannot even be read is an error, not a crash', () => {
  const trap = {
    get total(): number {
      throw new Error('no');
    },
  };
  let deep: unknown = 1;
  for (let depth = 0; depth < 300; depth += 1) deep = [deep];
  expect(toJsonValue(trap)).toEqual({
    ok: false,
    error: { path: '$', what: 'a value that cannot be read' },
  });
  expect(toJsonValue(deep)).toMatchObject({
    ok: false,
    error: { what: 'an object nested deeper than 200' },
  });
});

it('JSON is copied as it is, and nothing of it is shared', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const before = JSON.stringify(value);
      const read = toJsonValue(value);
      return (
        read.ok &&
        JSON.stringify(read.value) === before &&
        (typeof value !== 'object' || value === null || read.value !== value)
      );
    }),
  );
});
