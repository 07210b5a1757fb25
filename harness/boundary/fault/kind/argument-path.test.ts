import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.ts';
import {
  listArgumentPaths,
  readArgumentPath,
  readAt,
  writeArgumentPath,
  writeAt,
} from './argument-path.ts';

const args = {
  metric: 'cost',
  filters: { country: 'DE', 'odd key': 1, list: [{ id: 7 }, 2] },
  'a.b': 3,
  '$.metric': 4,
  'items[]': 5,
} as const satisfies JsonObject;

it.each([
  ['metric', ['metric'], 'cost'],
  ['$.filters', ['filters'], args.filters],
  ['filters.country', ['filters', 'country'], 'DE'],
  ['$.filters.country', ['filters', 'country'], 'DE'],
  ["$.filters['odd key']", ['filters', 'odd key'], 1],
  ['filters.odd key', ['filters', 'odd key'], 1],
  ['filters.list[0].id', ['filters', 'list', 0, 'id'], 7],
  ["$['filters']['list'][1]", ['filters', 'list', 1], 2],
  // A field that has just this name comes first.
  ['a.b', ['a.b'], 3],
  ['$.metric', ['$.metric'], 4],
  ['items[]', ['items[]'], 5],
  // What is no path is a name.
  ['filters..country', ['filters..country'], undefined],
  ['[x]', ['[x]'], undefined],
  ['', [''], undefined],
  ['$', ['$'], undefined],
  // A path of which nothing is there.
  ['filters.gone.too', ['filters', 'gone', 'too'], undefined],
  ['filters.list[2]', ['filters', 'list', 2], undefined],
  ['metric.length', ['metric', 'length'], undefined],
  ['filters.toString', ['filters', 'toString'], undefined],
])('%s is the path %j', (text, path, value) => {
  expect(readArgumentPath(text, args)).toEqual(path);
  expect(readAt(args, path)).toEqual(value);
});

it('lists all values, fields at the top first', () => {
  expect(listArgumentPaths({ a: { b: [1] }, c: 2 }).map(writeArgumentPath)).toEqual([
    'a',
    'c',
    'a.b',
    'a.b[0]',
  ]);
});

it('every path that is written is read again as it was', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      // What fast-check makes of JSON values is JSON.
      const made = JSON.parse(JSON.stringify(value)) as JsonObject;
      for (const path of listArgumentPaths(made)) {
        expect(readArgumentPath(writeArgumentPath(path), made)).toEqual(path);
      }
    }),
    { seed: 7, numRuns: 60 },
  );
});

it.each<[string, JsonObject | null]>([
  ['filters.country', { filters: { country: 9, list: [1] } }],
  ['filters.new', { filters: { country: 'DE', list: [1], new: 9 } }],
  ['filters.list[0]', { filters: { country: 'DE', list: [9] } }],
  ['filters.list[1]', null],
  ['filters.country.code', null],
  ['gone.country', null],
])('writes at %s', (text, made) => {
  const given = { filters: { country: 'DE', list: [1] } };
  expect(writeAt(given, readArgumentPath(text, given), 9)).toEqual(made);
  expect(given).toEqual({ filters: { country: 'DE', list: [1] } });
});

it.each<[string, JsonObject | null]>([
  ['filters', {}],
  ['filters.country', { filters: { list: [1] } }],
  // An item cannot be left out of a list: the next one would take its place.
  ['filters.list[0]', null],
])('takes %s away', (text, made) => {
  const given = { filters: { country: 'DE', list: [1] } };
  expect(writeAt(given, readArgumentPath(text, given), undefined)).toEqual(made);
});
