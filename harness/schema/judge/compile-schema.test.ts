import { expect, it } from 'vitest';
import { keepDigits } from '../../json/exact-arguments.ts';
import type { JsonObject } from '../../json/json.ts';
import { compileSchema } from './compile-schema.ts';
import { SchemaError } from './schema-error.ts';

function codes(schema: JsonObject, value: unknown): readonly string[] {
  return compileSchema(schema)
    .validate(value)
    .map(({ code, path }) => `${code} ${path}`);
}

function fields(properties: JsonObject, required: readonly string[] = []): JsonObject {
  return { type: 'object', properties, required, additionalProperties: false };
}

it.each([
  ['missing_required $.q', fields({ q: { type: 'string' } }, ['q']), {}],
  ['extra_field $.Q', fields({ q: {} }), { Q: 1 }],
  ['wrong_type $.q', fields({ q: { type: 'string' } }), { q: 1 }],
  ['not_in_enum $.s', fields({ s: { enum: ['open', 'closed'] } }), { s: 'opened' }],
  ['not_equal $.s', fields({ s: { const: 1 } }), { s: 2 }],
  ['out_of_range $.n', fields({ n: { maximum: 100 } }), { n: 101 }],
  ['out_of_range $.n', fields({ n: { exclusiveMinimum: 0 } }), { n: 0 }],
  ['not_multiple $.n', fields({ n: { multipleOf: 5 } }), { n: 7 }],
  ['too_long $.t', fields({ t: { maxLength: 2 } }), { t: 'abc' }],
  ['too_short $.t', fields({ t: { minLength: 1 } }), { t: '' }],
  ['bad_format $.d', fields({ d: { format: 'date' } }), { d: '2026-02-30' }],
  ['pattern_mismatch $.p', fields({ p: { pattern: '^A[0-9]+$' } }), { p: 'B1' }],
  ['too_many_items $.l', fields({ l: { maxItems: 1 } }), { l: [1, 2] }],
  ['too_few_items $.l', fields({ l: { minItems: 1 } }), { l: [] }],
  ['too_many_items $.l', fields({ l: { prefixItems: [{}], items: false } }), { l: [1, 2] }],
  ['not_unique $.l', fields({ l: { uniqueItems: true } }), { l: [1, 1] }],
  ['missing_item $.l', fields({ l: { contains: { const: 1 } } }), { l: [2, 3] }],
  ['too_few_fields $', { type: 'object', minProperties: 1 }, {}],
  ['too_many_fields $', { type: 'object', maxProperties: 1 }, { a: 1, b: 2 }],
  ['bad_name $.b', { type: 'object', propertyNames: { pattern: '^a' } }, { b: 1 }],
  ['not_allowed $.x', { type: 'object', properties: { x: false } }, { x: 1 }],
  ['not_allowed $', { type: 'object', not: { required: ['a'] } }, { a: 1 }],
  ['missing_required $.b', { type: 'object', dependentRequired: { a: ['b'] } }, { a: 1 }],
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  ['missing_required $.b', { if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }],
  [
    "wrong_type $['odd key'][0]",
    fields({ 'odd key': { items: { type: 'integer' } } }),
    { 'odd key': ['x'] },
  ],
  [
    'missing_required $.filters.country',
    fields({ filters: { type: 'object', required: ['country'] } }),
    { filters: {} },
  ],
])('says %s', (wanted, schema, value) => {
  expect(codes(schema, value)).toEqual([wanted]);
});

it('tells expected, found and the likely word', () => {
  const schema = fields({ status: { type: 'string', enum: ['open', 'closed'] } });
  expect(compileSchema(schema).validate({ status: 'opened' })).toEqual([
    {
      code: 'not_in_enum',
      path: '$.status',
      message: 'must be one of "open", "closed", and is "opened"; did you mean "open"?',
      expected: ['open', 'closed'],
      found: 'opened',
    },
  ]);
});

it('tells all that is wrong at once, each thing once', () => {
  const schema = fields({ a: { type: 'string' }, b: { type: 'integer' } }, ['a', 'c']);
  expect(codes({ ...schema, allOf: [{ required: ['c'] }] }, { a: 1, b: 'x', d: 1 })).toEqual([
    'missing_required $.c',
    'extra_field $.d',
    'wrong_type $.a',
    'wrong_type $.b',
  ]);
});

it('says that a text holds the JSON that was asked for (B005)', () => {
  const schema = fields({
    item: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
  });
  const [problem] = compileSchema(schema).validate({ item: 'A-7', tags: '["red","xl"]' });
  expect(problem).toMatchObject({
    code: 'wrong_type',
    path: '$.tags',
    expected: 'array',
    found: 'string',
    hint: 'double_encoded',
  });
});

it('leaves a text alone that happens to be JSON, where a text is asked for (B006)', () => {
  expect(codes(fields({ text: { type: 'string' } }), { text: '[1,2,3]' })).toEqual([]);
});

it('takes 120000.0 for a whole number, and 2.5 not (B021)', () => {
  const schema = fields({ ms: { type: 'integer' }, pid: { type: 'integer' } });
  expect(codes(schema, JSON.parse('{"ms":120000.0,"pid":2.5}'))).toEqual(['wrong_type $.pid']);
});

it.each(['20', '20.0', 'twenty', ''])('takes the text %j for no number (B022)', (n) => {
  expect(codes(fields({ n: { type: 'integer' } }), { n })).toEqual(['wrong_type $.n']);
});

it('takes "4" for no 4 in a list of numbers (B062)', () => {
  expect(codes(fields({ n: { type: 'integer', enum: [2, 4, 8] } }), { n: '4' })).toEqual([
    'wrong_type $.n',
    'not_in_enum $.n',
  ]);
});

it.each([
  ['{"v":1}', []],
  ['{"v":1.0}', []],
  ['{"v":"auto"}', []],
  ['{"v":null}', []],
  ['{"v":true}', []],
  ['{"v":"1"}', ['not_in_enum $.v']],
  ['{"v":"true"}', ['not_in_enum $.v']],
  ['{"v":"null"}', ['not_in_enum $.v']],
  ['{}', ['missing_required $.v']],
])('mixes no types in a list of values: %s (B063)', (text, wanted) => {
  const schema = fields({ v: { enum: [1, 'auto', null, true] } }, ['v']);
  expect(codes(schema, JSON.parse(text))).toEqual(wanted);
});

it('follows references, also to nullable things (B059)', () => {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: { t: { anyOf: [{ $ref: '#/$defs/T' }, { type: 'null' }] } },
    $defs: { T: { type: 'object', properties: { n: { type: 'string' } }, required: ['n'] } },
  };
  expect(codes(schema, { t: null })).toEqual([]);
  expect(codes(schema, { t: { n: 'x' } })).toEqual([]);
  expect(codes(schema, { t: {} })).toEqual(['missing_required $.t.n']);
  expect(codes(schema, { t: 1 })).toEqual(['wrong_type $.t']);
});

it('joins the types of alternatives into one sentence', () => {
  const schema = fields({ note: { anyOf: [{ type: 'string' }, { type: 'null' }] } });
  expect(compileSchema(schema).validate({ note: 4 })).toEqual([
    {
      code: 'wrong_type',
      path: '$.note',
      message: 'must be string or null, and is number 4',
      expected: ['string', 'null'],
      found: 'number',
    },
  ]);
});

it('keeps keywords beside alternatives apart from them', () => {
  const schema = {
    type: 'object',
    properties: { n: { minimum: 5, anyOf: [{ type: 'null' }, { type: 'string' }] } },
  };
  expect(codes(schema, { n: 1 })).toEqual(['wrong_type $.n', 'out_of_range $.n']);
});

it('says that more than one alternative fits (B064)', () => {
  const schema = {
    type: 'object',
    properties: { file: { type: 'string' }, text: { type: 'string' } },
    oneOf: [{ required: ['file'] }, { required: ['text'] }],
  };
  expect(codes(schema, { file: 'a', text: 'b' })).toEqual(['too_many_alternatives $']);
  expect(codes(schema, { file: 'a' })).toEqual([]);
  expect(codes(schema, {})).toEqual(['no_alternative $']);
});

it('applies lookahead (B065)', () => {
  const schema = fields({ to: { type: 'string', pattern: '^(?!\\.)[a-z.]+@[a-z.]+$' } });
  expect(codes(schema, { to: '.x@ex.test' })).toEqual(['pattern_mismatch $.to']);
});

it('leaves patterns unanchored, as the standard has them (B066)', () => {
  const schema = fields({ day: { type: 'string', pattern: '\\d{4}-\\d{2}-\\d{2}' } });
  expect(codes(schema, { day: '2026-01-31' })).toEqual([]);
  expect(codes(schema, { day: 'x 2026-01-31; drop' })).toEqual([]);
});

it('judges a schema that refers into itself, and leaves it as it is (B067, B068)', () => {
  const schema = {
    type: 'object',
    properties: {
      parts: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            v: { type: 'string' },
            kids: { type: 'array', items: { $ref: '#/properties/parts/items' } },
          },
          required: ['v'],
        },
      },
    },
    required: ['parts'],
  };
  const before = JSON.stringify(schema);
  expect(codes(schema, { parts: [{ v: 'a', kids: [{ kids: [] }] }] })).toEqual([
    'missing_required $.parts[0].kids[0].v',
  ]);
  expect(JSON.stringify(schema)).toBe(before);
});

it.each([
  [{ type: 'object' }, []],
  [{ type: 'object', properties: {} }, []],
  [{ type: 'object', properties: {}, additionalProperties: false }, ['extra_field $.x']],
])('takes %j for a tool without parameters (B069)', (schema, wanted) => {
  expect(codes(schema, {})).toEqual([]);
  expect(codes(schema, { x: 1 })).toEqual(wanted);
});

it('judges each schema in its own dialect, mixed as they come (B071)', () => {
  const draft07 = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { pair: { type: 'array', items: [{ type: 'string' }], additionalItems: false } },
    dependencies: { pair: ['other'] },
  };
  const latest = {
    $schema: 'https://json-schema.org/draft/2020-12/schema#',
    ...fields({ q: { type: 'string' } }),
  };
  expect([...codes(draft07, { pair: [1, 2] })].sort()).toEqual([
    'missing_required $.other',
    'too_many_items $.pair',
    'wrong_type $.pair[0]',
  ]);
  expect(codes(latest, { q: 1 })).toEqual(['wrong_type $.q']);
});

it('changes nothing in what it judges: no coercion, no defaults, no removal (B073, B074)', () => {
  const schema = fields(
    {
      sku: { type: 'string' },
      qty: { type: 'integer', default: 1 },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }] },
    },
    ['sku', 'qty'],
  );
  const value = { sku: 'A', qty: null, note: null, extra: 1 };
  const before = structuredClone(value);
  expect(codes(schema, value)).toEqual(['extra_field $.extra', 'wrong_type $.qty']);
  expect(value).toEqual(before);
  const short = { sku: 'A' };
  expect(codes(schema, short)).toEqual(['missing_required $.qty']);
  expect(short).toEqual({ sku: 'A' });
});

it('compiles a schema once, and takes the same $id twice (B075)', () => {
  const first: JsonObject = { $id: 'https://desk.test/find', ...fields({ q: { type: 'string' } }) };
  const second: JsonObject = {
    $id: 'https://desk.test/find',
    ...fields({ q: { type: 'integer' } }),
  };
  expect(compileSchema(first)).toBe(compileSchema(first));
  expect(codes(first, { q: 1 })).toEqual(['wrong_type $.q']);
  expect(codes(second, { q: 1 })).toEqual([]);
  expect(codes(first, { q: 'x' })).toEqual([]);
});

it('calls a number that is no number too large, and shows it as text (B019)', () => {
  const [problem] = compileSchema(fields({ n: { type: 'number' } })).validate({ n: Infinity });
  expect(problem).toMatchObject({ code: 'not_finite', path: '$.n', found: 'Infinity' });
});

it('knows own fields only: nothing inherited counts as there', () => {
  const schema = fields({ constructor: { type: 'string' } }, ['constructor', 'toString']);
  expect(codes(schema, {})).toEqual([
    'missing_required $.constructor',
    'missing_required $.toString',
  ]);
});

it('shows no more than the beginning of a long value', () => {
  const [problem] = compileSchema(fields({ n: { type: 'integer' } })).validate({
    n: 'x'.repeat(5000),
  });
  expect(problem?.message.length).toBeLessThan(200);
});

it('throws when first used with a schema that an earlier check should have refused', () => {
  const compiled = compileSchema({ type: 'object', properties: { a: { type: 'strin' } } });
  expect(() => compiled.validate({})).toThrow(SchemaError);
  expect(() => compiled.validate({})).toThrow('$.properties.a.type');
});

it('a number that JavaScript rounds is reported with the written digits', () => {
  const text = '{"id":1234567890123456789,"x":1234567890123456788,"n":5}';
  const args = JSON.parse(text) as JsonObject;
  keepDigits(args, text);
  const schema = fields({ id: { maximum: 10 }, x: { type: 'string' }, n: { maximum: 1 } });
  const found = compileSchema(schema).validate(args);
  expect(found.map(({ message, found: value }) => [message, value])).toEqual([
    ['must be at most 10, and is 1234567890123456789', '1234567890123456789'],
    ['must be string, and is number 1234567890123456788', 'number'],
    ['must be at most 1, and is 5', 5],
  ]);
});
