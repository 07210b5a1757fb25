import { expect, it } from 'vitest';
import { lintSchema, lintStrictSchema } from './lint-schema.ts';

function codes(
  problems: readonly { readonly code: string; readonly path: string }[],
): readonly string[] {
  return problems.map(({ code, path }) => `${code} ${path}`);
}

it.each([
  ['B064', { type: 'object', oneOf: [{ required: ['a'] }] }, ['root_composition $.oneOf']],
  [
    'B066',
    { type: 'object', properties: { d: { type: 'string', pattern: '[0-9]+' } } },
    ['unanchored_pattern $.properties.d.pattern'],
  ],
  [
    'B065',
    { type: 'object', properties: { d: { type: 'string', pattern: '^(?!x)a$' } } },
    ['lookaround_pattern $.properties.d.pattern'],
  ],
  [
    '',
    { type: 'object', properties: { d: { type: 'string', minimum: 1 } } },
    ['idle_keyword $.properties.d.minimum'],
  ],
  [
    '',
    { type: 'object', properties: { minimum: { type: 'string' }, pattern: { type: 'integer' } } },
    [],
  ],
  [
    '',
    {
      type: 'object',
      properties: { d: { type: ['string', 'integer'], minimum: 1, pattern: '^a$' } },
    },
    [],
  ],
])('%s %j', (_id, schema, wanted) => {
  expect(codes(lintSchema(schema, '$'))).toEqual(wanted);
});

it('names each object that strict mode would refuse, and rewrites nothing (B056)', () => {
  const schema = {
    type: 'object',
    properties: {
      who: { type: 'object', properties: { n: { type: 'string' } }, required: ['n'] },
      at: { type: 'string' },
    },
    required: ['who'],
    additionalProperties: false,
  };
  const before = JSON.stringify(schema);
  expect(codes(lintStrictSchema(schema, '$'))).toEqual([
    'strict_optional_field $.properties.at',
    'strict_open_object $.properties.who',
  ]);
  expect(JSON.stringify(schema)).toBe(before);
});
