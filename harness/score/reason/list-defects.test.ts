import { expect, it } from 'vitest';

import type { CallView } from '../view/trial-view.ts';
import { listDefects, measureMiss } from './list-defects.ts';

const parameters = {
  type: 'object',
  properties: {
    count: { type: 'number', minimum: 2, maximum: 5 },
    name: { type: 'string', minLength: 3, maxLength: 4 },
    list: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'number', maximum: 9 } },
    map: { type: 'object', minProperties: 1, maxProperties: 2 },
    deep: { type: 'object', properties: { count: { type: 'number', maximum: 5 } } },
    both: { type: 'number', maximum: 5, allOf: [{ maximum: 3 }] },
  },
} as const;

/** Of a call, only these fields are read. */
const callOf = (args: object | null, more: Partial<CallView> = {}): CallView =>
  ({
    reading: 'parsed',
    findings: [],
    tool: { parameters },
    arguments: args,
    ...more,
  }) as unknown as CallView;

it.each<[object, string, string, number | null]>([
  [{ count: 8 }, '$.count', 'out_of_range', 3],
  [{ count: 0.5 }, '$.count', 'out_of_range', 1.5],
  [{ name: 'a' }, '$.name', 'too_short', 2],
  [{ name: '😀😀😀😀😀' }, '$.name', 'too_long', 1],
  [{ list: [] }, '$.list', 'too_few_items', 1],
  [{ list: [1, 2, 3, 4] }, '$.list', 'too_many_items', 2],
  [{ list: [1, 12] }, '$.list[1]', 'out_of_range', 3],
  [{ map: {} }, '$.map', 'too_few_fields', 1],
  [{ map: { a: 1, b: 2, c: 3 } }, '$.map', 'too_many_fields', 1],
  [{ count: 3, deep: { count: 9 } }, '$.deep.count', 'out_of_range', 4],
  // The widest of several bounds counts.
  [{ both: 9 }, '$.both', 'out_of_range', 6],
  // Two defects at once, each by its own path and code.
  [{ count: 8, list: [1, 12] }, '$.count', 'out_of_range', 3],
  [{ count: 8, name: 'a' }, '$.name', 'too_short', 2],
  [{ name: 'a', list: [] }, '$.list', 'too_short', null],
  [{ count: 3 }, '$.count', 'out_of_range', null],
  [{ count: '8' }, '$.count', 'wrong_type', null],
  [{ count: '8' }, '$.count', 'out_of_range', null],
  [{ name: 8 }, '$.name', 'too_short', null],
  [{ list: 8 }, '$.list', 'too_few_items', null],
  [{ map: [] }, '$.map', 'too_few_fields', null],
  [{}, '$.toString', 'out_of_range', null],
  [{ deep: 1 }, '$.deep.count', 'out_of_range', null],
  [{ list: 1 }, '$.list[0]', 'out_of_range', null],
])('%j is beyond its bound at %s (%s) by %s', (...[args, path, code, miss]) => {
  expect(measureMiss(callOf(args), { path, code, text: path })).toBe(miss);
});

it('nothing is measured without a tool or arguments', () => {
  const defect = { path: '$.count', code: 'out_of_range', text: '' };
  expect(measureMiss(callOf({ count: 8 }, { tool: null }), defect)).toBeNull();
  expect(measureMiss(callOf(null), defect)).toBeNull();
});

const finding = (stage: string, code: string, more = {}) =>
  ({ stage, code, text: `$ ${code}`, ...more }) as never;

it.each<[string, Partial<CallView>, readonly object[]]>([
  ['valid arguments', {}, []],
  [
    'findings of validation alone, each at its path',
    {
      findings: [
        finding('policy', 'unknown_tool'),
        finding('validation', 'wrong_type', { path: '$.a' }),
        finding('validation', 'missing'),
      ],
    },
    [
      { code: 'wrong_type', path: '$.a', text: '$ wrong_type' },
      { code: 'missing', path: '$', text: '$ missing' },
    ],
  ],
  [
    'the first thing that could not be read',
    {
      reading: 'invalid',
      findings: [
        finding('validation', 'wrong_type'),
        finding('parse', 'trailing_comma', { path: '$.a' }),
        finding('parse', 'late'),
      ],
    },
    [{ code: 'trailing_comma', path: '$', text: '$ trailing_comma' }],
  ],
  [
    'arguments that cannot be read, without a finding',
    { reading: 'invalid' },
    [
      {
        code: 'invalid_json',
        path: '$',
        text: '$ the arguments cannot be read as they were sent',
      },
    ],
  ],
  ['arguments that were normalised', { reading: 'normalised' }, []],
])('lists %s', (_name, more, defects) => {
  expect(listDefects(callOf({}, more))).toEqual(defects);
});
