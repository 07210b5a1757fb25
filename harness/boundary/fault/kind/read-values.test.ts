import { expect, it } from 'vitest';
import type { FaultInjection } from '../../../core/suite/fault.ts';
import type { JsonValue } from '../../../json/json.ts';
import type { FaultParameter } from '../fault-kind.ts';
import { readValues, type FaultValues } from './read-values.ts';

const parameters: readonly FaultParameter[] = [
  { name: 'count', type: 'number', default: 2, min: 1, about: '' },
  { name: 'status', type: 'number', default: 503, values: [503, 504], about: '' },
  { name: 'text', type: 'text', default: null, about: '' },
  { name: 'more', type: 'object', default: null, about: '' },
  { name: 'any', type: 'any', default: true, min: 1, about: '' },
  { name: 'free', type: 'any', default: null, about: '' },
];
const needed: readonly FaultParameter[] = [{ name: 'id', type: 'text', about: '' }];

function valuesOf(inject: FaultInjection): FaultValues {
  const read = readValues(inject, parameters);
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

const one = (name: string, value: JsonValue): FaultInjection => ({ kind: 'k', [name]: value });

it('what was not given has its default', () => {
  const values = valuesOf({ kind: 'k' });
  expect([values.number('count'), values.number('status'), values.any('any')]).toEqual([
    2,
    503,
    true,
  ]);
  expect([values.any('text'), values.any('more'), values.any('free')]).toEqual([null, null, null]);
});

it.each<[string, JsonValue]>([
  ['count', 1],
  ['count', 1.5],
  ['status', 504],
  ['text', ''],
  ['text', null],
  ['more', {}],
  ['more', null],
  ['any', 1],
  ['any', '0'],
  ['any', []],
  ['free', -1],
])('%s may be %j', (name, value) => {
  expect(valuesOf(one(name, value)).any(name)).toEqual(value);
});

it.each<[string, JsonValue, string]>([
  ['count', 0, 'a number of at least 1'],
  ['count', Number.POSITIVE_INFINITY, 'a value of type number'],
  ['count', '2', 'a value of type number'],
  ['status', 500, 'one of 503, 504'],
  ['text', 1, 'a value of type text'],
  ['more', [], 'a value of type object'],
  ['any', 0, 'a number of at least 1'],
  ['gone', 3, 'one of kind, count, status, text, more, any, free'],
])('%s may not be %j: expected %s', (...[field, found, expected]) => {
  expect(readValues(one(field, found), parameters)).toEqual({
    ok: false,
    error: [{ field, expected, found }],
  });
});

it('what has no default has to be given', () => {
  const error = [{ field: 'id', expected: 'a value', found: null }];
  expect(readValues({ kind: 'k' }, needed)).toEqual({ ok: false, error });
  expect(readValues({ kind: 'k', id: 'a' }, needed).ok).toBe(true);
});

it('everything that is wrong is reported, unknown fields first', () => {
  const read = readValues({ kind: 'k', count: 0, gone: 1, text: 2 }, parameters);
  expect(read.ok ? [] : read.error.map(({ field }) => field)).toEqual(['gone', 'count', 'text']);
});

it.each<[string, (values: FaultValues) => unknown]>([
  ['text', (values) => values.number('text')],
  ['count', (values) => values.text('count')],
  ['free', (values) => values.object('free')],
  ['gone', (values) => values.number('gone')],
])('a kind that reads "%s" as what it is not is a mistake', (name, read) => {
  expect(() => read(valuesOf({ kind: 'k', text: 'a' }))).toThrowError(
    expect.objectContaining({
      code: 'FAULT_PARAMETER',
      message: `Cannot read parameter "${name}": the fault kind does not declare it so`,
    }),
  );
});
