import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject } from '../../json/json.ts';
import { checkSchema, findIgnored } from './check-schema.ts';
import { compileSchema } from '../judge/compile-schema.ts';
import { knownFormats } from './keyword-table.ts';

const draft07 = { $schema: 'http://json-schema.org/draft-07/schema#' };
const latest = { $schema: 'https://json-schema.org/draft/2020-12/schema' };

function codes(schema: unknown): readonly string[] {
  return checkSchema(schema, '$').map(({ code, path }) => `${code} ${path}`);
}

function withField(field: JsonObject, more: JsonObject = {}): JsonObject {
  return { type: 'object', properties: { f: field }, ...more };
}

it.each([
  [withField({ type: 'strin' }), ['bad_keyword_value $.properties.f.type']],
  [withField({ type: ['string', 'string'] }), ['bad_keyword_value $.properties.f.type']],
  [withField({ maxLength: -1 }), ['bad_keyword_value $.properties.f.maxLength']],
  [withField({ multipleOf: 0 }), ['bad_keyword_value $.properties.f.multipleOf']],
  [withField({ required: true }), ['bad_keyword_value $.properties.f.required']],
  [withField({ anyOf: [] }), ['bad_keyword_value $.properties.f.anyOf']],
  [withField({ pattern: '^(?i)abc$' }), ['bad_pattern $.properties.f.pattern']],
  [withField({ pattern: '^(\\w+\\s?)*$' }), ['explosive_pattern $.properties.f.pattern']],
  [withField({ patternProperties: { '(': {} } }), ['bad_pattern $.properties.f.patternProperties']],
  [withField({ $ref: '#/$defs/gone' }), ['dangling_ref $.properties.f.$ref']],
  [withField({ $ref: 'https://elsewhere.test/x' }), ['dangling_ref $.properties.f.$ref']],
  [withField({ $ref: '#/properties/f' }), ['circular_ref $.properties.f.$ref']],
  [withField({ enum: [] }), ['empty_enum $.properties.f.enum']],
  [withField({ minimum: 5, maximum: 4 }), ['crossed_bounds $.properties.f.minimum']],
  [withField({}, { required: ['f', 'ff'] }), ['required_undeclared $.required[1]']],
])('refuses %j', (schema, wanted) => {
  expect(codes(schema)).toEqual(wanted);
});

it.each([
  [withField({ typ: 'string' }), ['unknown_keyword $.properties.f.typ']],
  [withField({ nullable: true }), ['unknown_keyword $.properties.f.nullable']],
  [withField({ type: 'string', format: 'dat' }), ['unknown_format $.properties.f.format']],
  [withField({ type: 'string', enum: ['a', 1] }), ['value_of_wrong_type $.properties.f.enum[1]']],
  [withField({ type: 'integer', const: 1.5 }), ['value_of_wrong_type $.properties.f.const']],
  [withField({ type: 'string', default: 5 }), ['bad_default $.properties.f.default']],
  [withField({ enum: ['a'], default: 'b' }), ['bad_default $.properties.f.default']],
  [
    withField({ items: { properties: { a: { typo: 1 } } } }),
    ['unknown_keyword $.properties.f.items.properties.a.typo'],
  ],
  [{ type: 'object', strict: true }, ['unknown_keyword $.strict']],
  [
    withField({ id: 'x', $async: true }),
    ['unknown_keyword $.properties.f.id', 'unknown_keyword $.properties.f.$async'],
  ],
])('loads %j, says what of it is ignored, and judges with the rest', (schema, wanted) => {
  expect(codes(schema)).toEqual([]);
  const ignored = findIgnored(schema, '$');
  expect(ignored.map(({ code, path }) => `${code} ${path}`)).toEqual(wanted);
  for (const { message } of ignored) expect(message).toContain('is ignored');
  expect(compileSchema(schema).validate({})).toEqual([]);
  expect(compileSchema(schema).validate(5)).toHaveLength(1);
});

it.each([
  [{ type: 'string', nullable: true }, null, 1],
  [{ nullable: true }, null, 0],
  [{ type: 'string', id: 5 }, 'x', 0],
  [{ type: 'object', properties: { nullable: { type: 'string' }, id: {} } }, { nullable: 1 }, 1],
])('a word that is ignored decides nothing: %j on %j', (field, value, problems) => {
  expect(compileSchema(withField(field)).validate({ f: value })).toHaveLength(problems);
});

it.each([
  [withField({ items: [{ type: 'string' }] }), ['dialect_clash $.properties.f.items']],
  [withField({ additionalItems: false }), ['dialect_clash $.properties.f.additionalItems']],
  [{ type: 'object', dependencies: { a: ['b'] } }, ['dialect_clash $.dependencies']],
  [
    { ...draft07, ...withField({ prefixItems: [{}] }) },
    ['dialect_clash $.properties.f.prefixItems'],
  ],
  [{ ...draft07, type: 'object', $defs: { a: {} } }, ['dialect_clash $.$defs']],
  [
    { ...draft07, type: 'object', unevaluatedProperties: false },
    ['dialect_clash $.unevaluatedProperties'],
  ],
  [{ ...draft07, type: 'object', dependentRequired: {} }, ['dialect_clash $.dependentRequired']],
  [{ ...draft07, ...withField({ items: [{ type: 'string' }], additionalItems: false }) }, []],
  [{ ...latest, ...withField({ prefixItems: [{}], items: false }) }, []],
  // The 2020-12 meta-schema itself keeps `definitions` for schemas written before.
  [withField({ $ref: '#/definitions/a' }, { definitions: { a: { type: 'string' } } }), []],
])('holds %j against its dialect', (schema, wanted) => {
  expect(codes(schema)).toEqual(wanted);
});

it.each([
  ['http://json-schema.org/draft-07/schema#', []],
  ['https://json-schema.org/draft/2020-12/schema', []],
  ['https://json-schema.org/draft/2020-12/schema#', []],
  ['https://json-schema.org/draft/2019-09/schema', ['unknown_dialect $.$schema']],
  ['http://json-schema.org/draft-04/schema#', ['unknown_dialect $.$schema']],
  [7, ['unknown_dialect $.$schema']],
])('knows the dialect %s or says which there are (B071)', ($schema, wanted) => {
  expect(codes({ $schema, type: 'object' })).toEqual(wanted);
});

it.each([
  [undefined, ['not_a_schema $']],
  [null, ['not_a_schema $']],
  [true, ['not_a_schema $']],
  [[], ['not_a_schema $']],
  [{}, ['root_not_object $.type']],
  [{ type: 'array' }, ['root_not_object $.type']],
  [{ properties: { a: { type: 'string' } } }, ['root_not_object $.type']],
  [{ type: ['object', 'null'] }, ['root_not_object $.type']],
  [{ $ref: '#/$defs/args', $defs: { args: { type: 'object' } } }, []],
])('lets nothing pass that would let everything pass: %j (B057, B070)', (schema, wanted) => {
  expect(codes(schema)).toEqual(wanted);
});

it('takes any root for a result', () => {
  expect(checkSchema({ type: 'array', items: { type: 'string' } }, '$', 'any')).toEqual([]);
});

it('finds references by pointer, anchor and $id, from the nearest $id', () => {
  const schema = {
    $id: 'https://desk.test/args',
    type: 'object',
    properties: {
      a: { $ref: '#/$defs/odd~1key~0' },
      b: { $ref: '#here' },
      c: { $ref: 'https://desk.test/part' },
      d: { $ref: 'part' },
      e: { $ref: '#' },
      f: { $ref: '#/$defs/caf%C3%A9' },
    },
    $defs: {
      'odd/key~': { type: 'string' },
      named: { $anchor: 'here', type: 'string' },
      part: {
        $id: 'https://desk.test/part',
        allOf: [{ $ref: '#/$defs/own' }],
        $defs: { own: { type: 'string' } },
      },
      café: {},
    },
  };
  expect(codes(schema)).toEqual([]);
  expect(() => compileSchema(schema).validate({ a: 'x', b: 'x', c: 'x', d: 'x' })).not.toThrow();
});

it('puts problems below the given place, with a guess at the word', () => {
  const [problem] = findIgnored(withField({ fromat: 'date' }), '$.tools[2].parameters');
  expect(problem).toMatchObject({
    code: 'unknown_keyword',
    path: '$.tools[2].parameters.properties.f.fromat',
    message:
      '"fromat" is no keyword of JSON Schema 2020-12, so it is ignored and checks nothing; did you mean "format"?',
  });
});

it('reads data as data: keywords inside default, enum and examples are none', () => {
  const data = { typ: 1, $ref: '#/gone' };
  const field = { default: data, examples: [data], const: data };
  expect(codes(withField(field))).toEqual([]);
});

it('takes notes for other tools along (x-...)', () => {
  expect(codes({ type: 'object', 'x-internal': true })).toEqual([]);
  expect(compileSchema({ type: 'object', 'x-internal': true }).validate({})).toEqual([]);
});

it('comes to an end on a schema object that is used twice or holds itself', () => {
  const shared = { type: 'string' };
  expect(codes({ type: 'object', properties: { a: shared, b: shared } })).toEqual([]);
  const loop: Record<string, unknown> = { type: 'object' };
  loop['properties'] = { again: loop };
  expect(codes(loop)).toEqual([]);
});

it('knows exactly the formats that are checked', () => {
  const ajv = new Ajv();
  addFormats.default(ajv);
  expect([...knownFormats].sort()).toEqual(Object.keys(ajv.formats).sort());
});

const keyword = fc.constantFrom(
  'type',
  'enum',
  'minimum',
  'multipleOf',
  'maxLength',
  'pattern',
  'items',
  'prefixItems',
  'required',

  'properties',
  'additionalProperties',
  'anyOf',
  'not',
  'format',
  'uniqueItems',
  'minContains',
  '$defs',

  'dependencies',
  'dependentRequired',
  'additionalItems',
  'title',
  'if',
  'propertyNames',
  'contains',
);
const loose = fc.oneof(
  fc.constantFrom<unknown>('string', 'date', '^a', '(', true, false, null, -1, 0, 2, 1.5),
  fc.constantFrom<unknown>(
    [],
    ['a'],
    ['string', 'null'],
    [1],
    {},
    { a: {} },
    { a: ['b'] },
    { type: 'string' },
    [{}],
  ),
);
const anySchema = fc.dictionary(keyword, loose, { maxKeys: 3, noNullPrototype: true });

it.each([
  ['2020-12', new Ajv2020({ strict: false, logger: false }), latest],
  ['draft-07', new Ajv({ strict: false, logger: false }), draft07],
])('refuses at least what the meta-schema of %s refuses', (_name, ajv, dialect) => {
  fc.assert(
    fc.property(anySchema, (field) => {
      const schema = { ...dialect, ...withField(field as JsonObject) };
      const isValid = ajv.validateSchema(schema) === true;
      // Only `format` without a meta-rule and the checks beyond it may differ: never the other way.
      if (!isValid) expect(codes(schema)).not.toEqual([]);
    }),
    { seed: 11, numRuns: 500 },
  );
});

it('lets nothing through that then does not compile', () => {
  fc.assert(
    fc.property(anySchema, fc.constantFrom(latest, draft07), (field, dialect) => {
      const schema: JsonObject = { ...dialect, ...withField(field as JsonObject) };
      if (codes(schema).length > 0) return;
      expect(compileSchema(schema).validate({ f: 1 })).toBeInstanceOf(Array);
    }),
    { seed: 11, numRuns: 100 },
  );
});
