import { expect, it } from 'vitest';
import type { JsonObject } from '../../../json/json.ts';
import { placeCallFault } from './place-call-fault.ts';

const place = (
  kind: string,
  properties: JsonObject,
  more: JsonObject = {},
): ReturnType<typeof placeCallFault> => {
  const args = { id: 'A1', n: 2 };
  const call = { ref: 't1c0', id: 'c1', name: 'f', argumentsText: JSON.stringify(args) } as const;
  const schemas = new Map([['f', { type: 'object', properties, ...more }]]);
  return placeCallFault(kind, [call], schemas);
};

it.each<[string, JsonObject, JsonObject | null]>([
  ['wrong_type', { id: { type: 'string' } }, { field: 'id' }],
  ['wrong_type', { n: { type: 'integer' } }, { field: 'n' }],
  [
    'wrong_type',
    { id: { type: ['string', 'object'] }, n: { type: ['integer', 'null'] } },
    { field: 'n' },
  ],
  ['wrong_type', { id: {}, n: { type: ['integer', 'string'] } }, null],
  ['wrong_type', { id: { enum: ['A1'] } }, null],
  ['wrong_enum', { id: { enum: ['A1', 'A2'] } }, { field: 'id' }],
  ['wrong_enum', { id: { enum: ['A1', 'not_A1'] } }, null],
  ['wrong_enum', { id: { const: 'A1' } }, { field: 'id' }],
  ['wrong_enum', { id: { type: 'string', pattern: '^A[0-9]$' } }, { field: 'id' }],
  ['wrong_enum', { id: { type: 'string', pattern: 'A[0-9]' } }, null],
  ['wrong_enum', { id: { type: 'string', pattern: '(' } }, null],
  ['wrong_enum', { id: { type: 'string' }, n: { enum: [2] } }, null],
  ['wrong_enum', { id: { type: 'string', pattern: 5 } }, null],
  ['malformed_arguments', {}, {}],
])('%s with properties %j is aimed at %j', (kind, properties, aimed) => {
  expect(place(kind, properties)).toEqual(aimed === null ? null : { kind, ...aimed });
});

it.each<[JsonObject, JsonObject, boolean]>([
  [{}, {}, false],
  [{}, { additionalProperties: true }, false],
  [{}, { additionalProperties: false }, true],
  [{}, { unevaluatedProperties: false }, true],
  [{ force: { type: 'boolean' } }, { additionalProperties: false }, false],
])('a field too many with properties %j and %j is refused: %j', (properties, more, isRefused) => {
  expect(place('extra_field', properties, more) !== null).toBe(isRefused);
});

const country = { type: 'string', enum: ['DE', 'FR'] };
const filters = { type: 'object', properties: { country }, additionalProperties: false };

it.each<[string, JsonObject, JsonObject, string | null]>([
  ['wrong_type', { filters }, {}, 'filters'],
  ['wrong_type', { filters: { properties: { country } } }, {}, 'filters.country'],
  ['wrong_enum', { filters }, {}, 'filters.country'],
  ['wrong_enum', { filters, metric: { enum: ['cost'] } }, {}, 'metric'],
  ['wrong_enum', { list: { items: country } }, {}, 'list[0]'],
  ['missing_field', { filters }, {}, null],
  ['missing_field', { filters: { ...filters, required: ['country'] } }, {}, 'filters.country'],
  ['missing_field', { filters }, { required: ['id', 'filters'] }, 'filters'],
  ['missing_field', { filters }, { required: 'filters' }, null],
  ['extra_field', { filters }, {}, 'filters.force'],
  ['extra_field', { filters: { properties: { country } } }, {}, null],
])('%s with properties %j and %j is aimed at the path %s', (...[kind, properties, more, field]) => {
  const text = '{"metric":"cost","filters":{"country":"DE"},"list":["DE"]}';
  const call = { ref: 't1c0', id: 'c1', name: 'f', argumentsText: text } as const;
  const schemas = new Map([['f', { type: 'object', properties, ...more }]]);
  expect(placeCallFault(kind, [call], schemas)).toEqual(field === null ? null : { kind, field });
});

it('a call of the turn with a place at the top comes before one with a place below', () => {
  const call = (name: string): Parameters<typeof placeCallFault>[1][number] => ({
    ref: 't1c0',
    id: null,
    name,
    argumentsText: '{"filters":{"country":"DE"},"metric":"cost"}',
  });
  const schemas = new Map<string, JsonObject>([
    ['below', { properties: { filters } }],
    ['top', { properties: { metric: { enum: ['cost'] } } }],
  ]);
  expect(placeCallFault('wrong_enum', [call('below'), call('top')], schemas)).toEqual({
    kind: 'wrong_enum',
    index: 1,
    field: 'metric',
  });
});

it.each([
  ['wrong_type', null],
  ['missing_field', null],
  ['wrong_enum', null],
  ['extra_field', null],
  ['unknown_tool', {}],
])('%s at a call of a tool that is not there is aimed at %j', (kind, aimed) => {
  const call = { ref: 't1c0', id: 'c1', name: 'gone', argumentsText: '{"id":"A1"}' } as const;
  const found = placeCallFault(kind, [call], new Map());
  expect(found).toEqual(aimed === null ? null : { kind });
});

it('a tool name that exists is no unknown tool, and a later call of the turn is taken by its index', () => {
  const call = (name: string): Parameters<typeof placeCallFault>[1][number] => ({
    ref: 't1c0',
    id: null,
    name,
    argumentsText: '{}',
  });
  const schemas = new Map([
    ['f', {}],
    ['f_v2', {}],
    ['g', {}],
  ]);
  expect(placeCallFault('unknown_tool', [call('f')], schemas)).toBeNull();
  expect(placeCallFault('unknown_tool', [call('f'), call('g')], schemas)).toEqual({
    kind: 'unknown_tool',
    index: 1,
  });
});

it('a field too many goes to the first object that refuses it, and nowhere where the arguments cannot be read', () => {
  const closed = { type: 'object', additionalProperties: false };
  const args = { first: { a: 1 }, second: { b: 2 } };
  const call = { ref: 't1c0', id: 'c1', name: 'f', argumentsText: JSON.stringify(args) } as const;
  const schemas = new Map([
    ['f', { type: 'object', properties: { first: closed, second: closed } }],
  ]);
  expect(placeCallFault('extra_field', [call], schemas)).toEqual({
    kind: 'extra_field',
    field: 'first.force',
  });
  const broken = { ...call, argumentsText: '{"first":' };
  const refusing = new Map([['f', closed]]);
  expect(placeCallFault('extra_field', [call], refusing)).toEqual({ kind: 'extra_field' });
  expect(placeCallFault('extra_field', [broken], refusing)).toBeNull();
});
