import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '../../json/json.ts';
import { placeOf } from '../../core/code-place.ts';
import { checkSchema } from '../../schema/check/check-schema.ts';
import { toToolsets } from '../load/convert/to-toolsets.ts';
import { defineTool } from './define-tool.ts';

const base = { name: 'book', description: 'Book a room', effect: 'irreversible' } as const;

it('gives handlers the arguments as the schema types them, before defaults', () => {
  const tool = defineTool({
    ...base,
    parameters: z.strictObject({
      room: z.enum(['north', 'south']),
      seats: z.int().min(1).default(4),
    }),
    keyFields: ['room'],
    handler: (args) => {
      expectTypeOf(args).toEqualTypeOf<{ room: 'north' | 'south'; seats?: number | undefined }>();
      return args.room;
    },
  });
  expect(tool.handler({ room: 'north' }, {} as never)).toBe('north');
  expect(tool.parameters).toEqual({
    type: 'object',
    properties: {
      room: { type: 'string', enum: ['north', 'south'] },
      seats: { default: 4, type: 'integer', minimum: 1 },
    },
    required: ['room'],
    additionalProperties: false,
  });
});

it('leaves out what the library adds for itself, and nothing else', () => {
  const { parameters } = defineTool({
    ...base,
    parameters: z.object({
      day: z.iso.date(),
      count: z.int(),
      code: z.string().regex(/^A$/),
      pattern: z.string(),
      format: z.string(),
      fixed: z.literal(Number.MAX_SAFE_INTEGER),
    }),
    handler: () => null,
  });
  expect(parameters['properties']).toEqual({
    day: { type: 'string', format: 'date' },
    count: { type: 'integer' },
    code: { type: 'string', pattern: '^A$' },
    pattern: { type: 'string' },
    format: { type: 'string' },
    fixed: { type: 'number', const: Number.MAX_SAFE_INTEGER },
  });
  expect(checkSchema(parameters, '$')).toEqual([]);
});

it('takes JSON Schema as it is', () => {
  const parameters = { type: 'object', properties: {} };
  const tool = defineTool({
    ...base,
    parameters,
    handler: (args) => {
      expectTypeOf(args).toEqualTypeOf<JsonObject>();
      return args;
    },
  });
  expect(tool.parameters).toBe(parameters);
});

it('says which tool has a schema that JSON cannot say', () => {
  const define = (): unknown =>
    defineTool({ ...base, parameters: z.object({ at: z.date() }), handler: () => null });
  expect(define).toThrow('Cannot write the parameters of tool "book" as JSON Schema');
  const old = { '~standard': { vendor: 'old', jsonSchema: undefined as never } };
  const defineOld = (): unknown => defineTool({ ...base, parameters: old, handler: () => null });
  expect(defineOld).toThrow('its schema library "old" does not give JSON Schema');
});

it('knows where a suite defines a tool, and of a plain object nothing but the loader', () => {
  const parameters = { type: 'object' };
  const own = defineTool({ ...base, parameters, handler: () => 'own' });
  expect(placeOf(own.handler)).toMatch(/^define-tool\.test\.ts:\d+$/u);
  const plain = { ...base, parameters, handler: () => 'plain' };
  toToolsets({ tools: [plain], scenarios: [] });
  expect(placeOf(plain.handler)).toBeNull();
});
