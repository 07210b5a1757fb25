import fc from 'fast-check';
import { expect, it } from 'vitest';
import { z } from 'zod';

import type { JsonObject, JsonValue } from '../../json/json.ts';
import { checkSchema } from '../check/check-schema.ts';
import { compileSchema } from './compile-schema.ts';

const name = { type: 'string' } as const;
const listOf = (ref: string): JsonObject => ({ type: 'array', items: { $ref: ref } });
const fields = (properties: JsonObject): JsonObject => ({
  type: 'object',
  properties,
  required: ['name'],
  additionalProperties: false,
});

const zodNode: z.ZodType = z.object({
  name: z.string(),
  get children() {
    return z.array(zodNode).optional();
  },
});
// zod gives a JSON object.
const ofZod = z.toJSONSchema(zodNode, { io: 'input' }) as unknown as JsonObject;

it.each<[string, JsonObject]>([
  ['itself by "#"', fields({ name, children: listOf('#') })],
  [
    'itself by "#", in draft-07',
    {
      $schema: 'http://json-schema.org/draft-07/schema#',
      ...fields({ name, children: listOf('#') }),
    },
  ],
  [
    'itself by its $id',
    {
      $id: 'https://example.com/node',
      ...fields({ name, children: listOf('https://example.com/node') }),
    },
  ],
  [
    'itself by "#" beside an $id',
    { $id: 'https://example.com/node', ...fields({ name, children: listOf('#') }) },
  ],
  [
    'a definition',
    {
      ...fields({ name, children: listOf('#/$defs/node') }),
      $defs: { node: fields({ name, children: listOf('#/$defs/node') }) },
    },
  ],
  [
    'an anchor',
    {
      ...fields({ name, children: listOf('#node') }),
      $defs: { node: { $anchor: 'node', ...fields({ name, children: listOf('#node') }) } },
    },
  ],
  [
    'itself by way of another',
    {
      ...fields({ name, children: listOf('#/$defs/even') }),
      $defs: {
        even: fields({ name, children: listOf('#/$defs/odd') }),
        odd: fields({ name, children: listOf('#/$defs/even') }),
      },
    },
  ],
  ['itself, by zod', ofZod],
])('a schema that refers to %s judges at every depth', (_, schema) => {
  expect(checkSchema(schema, '$')).toEqual([]);
  const judge = (value: JsonValue): readonly string[] =>
    compileSchema(schema)
      .validate(value)
      .map(({ code, path }) => `${code} ${path}`);
  const leaf = (value: JsonValue): JsonValue => ({
    name: 'a',
    children: [{ name: 'b', children: [{ name: value, children: [] }] }],
  });
  expect(judge(leaf('c'))).toEqual([]);
  expect(judge(leaf(5))).toEqual(['wrong_type $.children[0].children[0].name']);
});

it('a schema that refers to itself for the same value is refused, not run out of stack', () => {
  const value = { name: 'a' };
  const schema = { ...fields({ name }), $ref: '#' };
  expect(() => compileSchema(schema).validate(value)).toThrow('Cannot judge with this schema');
});

it('items are the same whatever the order of their fields', () => {
  const schema = { type: 'array', uniqueItems: true } as const;
  fc.assert(
    fc.property(fc.array(fc.jsonValue({ maxDepth: 2 }), { maxLength: 6 }), (list) => {
      // fast-check's JSON values are JSON values.
      const items = list as JsonValue[];
      const [first] = items;
      const problems = compileSchema(schema).validate(items);
      const texts = new Set(items.map((item) => JSON.stringify(item)));
      if (texts.size < items.length) expect(problems).toHaveLength(1);
      if (first === undefined) return;
      expect(compileSchema(schema).validate([...items, first])).toHaveLength(1);
    }),
  );
  const validate = (items: JsonValue): number => compileSchema(schema).validate(items).length;
  expect(
    validate([
      { a: 1, b: [2] },
      { b: [2], a: 1 },
    ]),
  ).toBe(1);
  expect(validate([{ a: 1, b: [2] }, { b: ['2'], a: 1 }, 1, '1', null, 'null', [], {}])).toBe(0);
});
