import fc from 'fast-check';
import { expect, it } from 'vitest';

import { schemaSubsets, type SchemaSubset } from '../../core/suite/schema-subset.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { walkSchemas } from '../check/lint-schema.ts';
import { compileSchema } from '../judge/compile-schema.ts';
import { adaptSchema } from './adapt-schema.ts';
import { dropAbsentNulls } from './drop-absent-nulls.ts';
import { subsetRules } from './subset-rules.ts';

/** A schema with one field, and what is sent of it. */
function adaptField(field: JsonValue, subset: SchemaSubset, required = true) {
  const schema = {
    type: 'object',
    properties: { a: field },
    ...(required ? { required: ['a'] } : {}),
  };
  const { schema: adapted, losses } = adaptSchema(schema, subset);
  const { properties } = adapted;
  const lost = losses.map(({ path, keyword }) => `${path} ${keyword}`);
  return { sent: isJsonObject(properties) ? properties['a'] : undefined, lost };
}

type Row = readonly [field: JsonValue, sent: JsonValue, lost: readonly string[]];

const rows: Readonly<Record<SchemaSubset, readonly Row[]>> = {
  'openai-strict': [
    [
      { type: 'string', minLength: 2, pattern: '^a' },
      { pattern: '^a', type: 'string' },
      ['minLength'],
    ],
    [{ type: 'string', format: 'email' }, { format: 'email', type: 'string' }, []],
    [{ type: 'string', format: 'uri' }, { type: 'string' }, ['format']],
    [{ type: 'integer', exclusiveMinimum: 0 }, { exclusiveMinimum: 0, type: 'integer' }, []],
    [{ enum: ['x', 'y'] }, { enum: ['x', 'y'], type: 'string' }, []],
    [{ const: 3 }, { const: 3, type: 'number' }, []],
    [{ type: 'string', default: 'x', examples: ['y'] }, { type: 'string' }, []],
    [{ type: 'string', not: { const: 'x' } }, { type: 'string' }, ['not']],
    [{ oneOf: [{ type: 'string' }] }, { anyOf: [{ type: 'string' }] }, ['oneOf']],
    [
      { type: 'object', properties: { b: { type: 'number' } } },
      {
        type: 'object',
        properties: { b: { type: ['number', 'null'] } },
        required: ['b'],
        additionalProperties: false,
      },
      [],
    ],
    [
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'object', properties: {}, required: [], additionalProperties: false },
      ['additionalProperties'],
    ],
    [
      { allOf: [{ type: 'number', minimum: 1 }, { maximum: 3 }] },
      { minimum: 1, maximum: 3, type: 'number' },
      [],
    ],
    [
      { type: 'number', minimum: 0, allOf: [{ minimum: 1 }] },
      { minimum: 0, type: 'number' },
      ['minimum'],
    ],
    [{}, { type: ['string', 'number', 'boolean'] }, ['type']],
  ],
  'anthropic-strict': [
    [{ type: 'string', maxLength: 2 }, { type: 'string' }, ['maxLength']],
    [
      { type: 'integer', minimum: 1, exclusiveMaximum: 9 },
      { type: 'integer' },
      ['minimum', 'exclusiveMaximum'],
    ],
    [
      { type: 'array', items: { type: 'string' }, minItems: 3 },
      { items: { type: 'string' }, minItems: 1, type: 'array' },
      ['minItems'],
    ],
    [{ enum: ['x', { a: 1 }] }, { type: ['string', 'number', 'boolean'] }, ['enum', 'type']],
    [
      { type: 'object', properties: { b: { type: 'number' } } },
      { type: 'object', properties: { b: { type: 'number' } }, additionalProperties: false },
      [],
    ],
  ],
  gemini: [
    [
      { type: 'string', minLength: 2, format: 'uri' },
      { minLength: 2, format: 'uri', type: 'string' },
      [],
    ],
    [{ type: ['string', 'null'] }, { type: 'string', nullable: true }, []],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string', nullable: true }, []],
    [{ type: ['string', 'number'] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }, []],
    [{ type: 'integer', exclusiveMinimum: 0 }, { type: 'integer', minimum: 1 }, []],
    [{ type: 'number', exclusiveMinimum: 0 }, { type: 'number' }, ['exclusiveMinimum']],
    [{ const: 'x' }, { enum: ['x'], type: 'string' }, []],
    [{ enum: [1, 2], type: 'integer' }, { type: 'integer' }, ['enum']],
    [
      { type: 'object', additionalProperties: false },
      { type: 'object', properties: {} },
      ['additionalProperties'],
    ],
  ],
};

it.each(schemaSubsets.flatMap((subset) => rows[subset].map((row) => [subset, row] as const)))(
  '%s: %j is sent as it can be said, and what is lost is named',
  (subset, [field, sent, lost]) => {
    const adapted = adaptField(field, subset);
    expect(adapted.sent).toEqual(sent);
    expect(adapted.lost).toEqual(lost.map((keyword) => `$.properties.a ${keyword}`));
  },
);

it('an optional field that has to be said is nullable, whatever describes it', () => {
  const sent = (field: JsonValue) => adaptField(field, 'openai-strict', false).sent;
  expect(sent({ type: 'string', description: 'A.' })).toEqual({
    description: 'A.',
    type: ['string', 'null'],
  });
  expect(sent({ enum: ['x'] })).toEqual({ enum: ['x', null], type: ['string', 'null'] });
  expect(sent({ const: 'x' })).toEqual({
    anyOf: [{ const: 'x', type: 'string' }, { type: 'null' }],
  });
  expect(sent({ anyOf: [{ type: 'string' }] })).toEqual({
    anyOf: [{ type: 'string' }, { type: 'null' }],
  });
  expect(sent({ type: ['string', 'null'] })).toEqual({ type: ['string', 'null'] });
});

const defs = {
  $defs: { node: { type: 'object', properties: { next: { $ref: '#/$defs/node' } } } },
};
const recursive = { type: 'object', properties: { a: { $ref: '#/$defs/node' } }, ...defs };

it('a schema inside itself is kept by reference where that is taken, and cut where it is not', () => {
  const kept = adaptSchema(recursive, 'openai-strict');
  expect(kept.losses).toEqual([]);
  expect(kept.schema['properties']).toEqual({
    a: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
  });
  const cut = adaptSchema(recursive, 'gemini');
  expect(cut.losses.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual([
    '$.properties.a.properties.next $ref',
  ]);
  expect(cut.schema['properties']).toEqual({
    a: { type: 'object', properties: { next: { type: 'object', properties: {} } } },
  });
});

it.each(schemaSubsets)(
  '%s: definitions that double with each step are not written out',
  (subset) => {
    const names = Array.from({ length: 40 }, (_, index) => `d${index}`);
    const definitions = Object.fromEntries(
      names.map((name, index) => {
        const $ref = `#/$defs/d${index + 1}`;
        const properties = { x: { $ref }, y: { $ref } };
        return [name, index === 39 ? { type: 'string' } : { type: 'object', properties }];
      }),
    );
    const schema = {
      type: 'object',
      properties: { a: { $ref: '#/$defs/d0' } },
      $defs: definitions,
    };
    const { losses } = adaptSchema(schema, subset);
    expect(losses.map(({ keyword }) => keyword)).toEqual(
      subset === 'openai-strict' ? [] : ['size'],
    );
  },
);

const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.record({
    type: fc.constant('string'),
    minLength: fc.nat(3),
    maxLength: fc.integer({ min: 3, max: 9 }),
  }),
  fc.record({ type: fc.constant('integer'), minimum: fc.nat(3), multipleOf: fc.constant(1) }),
  fc.record({ enum: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { minLength: 1 }) }),
  fc.record({ type: fc.constant(['boolean', 'null']) }),
);
const { schema: anySchema } = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  object: fc
    .dictionary(fc.constantFrom('a', 'b', 'c'), tie('schema'), { maxKeys: 3 })
    .chain((properties) =>
      fc.record({
        type: fc.constant('object'),
        properties: fc.constant(properties),
        required: fc.subarray(Object.keys(properties)),
        additionalProperties: fc.boolean(),
      }),
    ),
  schema: fc.oneof(
    { maxDepth: 3 },
    leaf,
    tie('object'),
    fc.record({ type: fc.constant('array'), items: tie('schema'), uniqueItems: fc.boolean() }),
  ),
}));
const anyObject = fc
  .dictionary(fc.constantFrom('a', 'b', 'c'), anySchema, { minKeys: 1 })
  .map((properties): JsonObject => ({
    type: 'object',
    properties,
    required: Object.keys(properties).slice(1),
    additionalProperties: false,
  }));

const alwaysSaid = ['type', 'properties', 'required', 'items', 'anyOf', 'enum', 'const', 'format'];

it('property: a schema in a subset has words of that subset alone, and adapting it once more changes nothing', () => {
  fc.assert(
    fc.property(anyObject, fc.constantFrom(...schemaSubsets), (schema, subset) => {
      const { schema: adapted } = adaptSchema(schema, subset);
      const { keeps, isClosed, null: word } = subsetRules[subset];
      const extra = [isClosed ? 'additionalProperties' : '', word === 'nullable' ? word : ''];
      const known = new Set([...alwaysSaid, ...keeps, ...extra]);
      for (const { schema: inner } of walkSchemas(adapted, '$')) {
        for (const keyword of Object.keys(inner)) expect(known).toContain(keyword);
      }
      expect(adaptSchema(adapted, subset).schema).toEqual(adapted);
    }),
  );
});

it('property: what a strict model says, without the nulls of optional fields, breaks no rule but the lost ones', () => {
  const plain: JsonObject = {
    type: 'object',
    properties: {
      a: { type: 'string' },
      b: { type: ['number', 'null'] },
      c: { type: 'object', properties: { d: { type: 'boolean' } } },
    },
    required: ['a'],
    additionalProperties: false,
  };
  const { schema: strict, losses } = adaptSchema(plain, 'openai-strict');
  expect(losses).toEqual([]);
  const said = fc.record({
    a: fc.string(),
    b: fc.option(fc.nat()),
    c: fc.option(fc.record({ d: fc.option(fc.boolean()) })),
  });
  fc.assert(
    fc.property(said, (value) => {
      expect(compileSchema(strict).validate(value)).toEqual([]);
      const left: JsonObject = JSON.parse(JSON.stringify(value));
      dropAbsentNulls(left, plain);
      expect(compileSchema(plain).validate(left)).toEqual([]);
      expect(Object.hasOwn(left, 'b')).toBe(true);
    }),
  );
});
