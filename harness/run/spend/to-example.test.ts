import { expect, it } from 'vitest';

import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { toExampleArguments } from './to-example.ts';

function createTool(parameters: JsonObject, example?: JsonObject): Tool {
  const rest = { name: 'pay', description: '', effect: 'read', handler: () => null } as const;
  return { ...rest, parameters, ...(example === undefined ? {} : { example }) };
}

it.each<readonly [JsonValue, JsonValue]>([
  [{ const: 5, default: 6 }, 5],
  [{ enum: ['a', 'b'], default: 'c' }, 'a'],
  [{ default: 'c', examples: ['d'] }, 'c'],
  [{ examples: ['d', 'e'] }, 'd'],
  [{ enum: [], type: 'boolean' }, true],
  [{ type: 'integer' }, 1],
  [{ type: 'number', minimum: 7 }, 7],
  [{ type: 'integer', minimum: 'x' }, 1],
  [{ type: ['boolean', 'null'] }, true],
  [{ type: 'null' }, null],
  [{ type: 'array', items: { type: 'integer' } }, []],
  [{ type: 'array', items: { type: 'integer' }, minItems: 2 }, [1, 1]],
  [{ type: 'array', minItems: 90 }, Array.from({ length: 20 }, () => 'x')],
  [{ type: 'object' }, {}],
  [
    {
      type: 'object',
      properties: { a: { type: 'boolean' }, b: {} },
      required: ['a', 'c', 4],
    },
    { a: true, c: 'x' },
  ],
  [{ type: 'object', properties: 'odd', required: 'odd' }, {}],
  [{ type: 'string' }, 'x'],
  [{ type: 'string', minLength: 0 }, 'x'],
  [{ type: 'string', minLength: 3 }, 'xxx'],
  [{ type: 'string', minLength: 999 }, 'x'.repeat(200)],
  [{ type: 'string', format: 'date' }, '2026-01-01'],
  [{ type: 'string', format: 'date-time' }, '2026-01-01T00:00:00Z'],
  [{ type: 'string', format: 'email' }, 'a@example.com'],
  [{ type: 'string', format: 'uri' }, 'x'],
  [true, 'x'],
])('of the schema %j a likely value is %j', (schema, value) => {
  const tool = createTool({ type: 'object', properties: { a: schema }, required: ['a', 1] });
  expect(toExampleArguments({ arguments: null }, tool)).toEqual({ a: value });
});

it('what is expected comes first, then the example of the tool; what is to be absent is left out', () => {
  const properties = { a: { type: 'integer' }, b: { type: 'integer' }, c: { type: 'integer' } };
  const tool = createTool({ properties, required: ['a', 'b', 'c'] }, { b: 8, c: 9 });
  const expected = {
    c: { match: 'equal', value: 7 },
    b: { match: 'pattern', pattern: 'x', flags: '' },
    d: { match: 'absent' },
    e: { match: 'equal', value: 'more' },
  } as const;
  expect(toExampleArguments({ arguments: expected }, tool)).toEqual({
    a: 1,
    b: 8,
    c: 7,
    e: 'more',
  });
  expect(toExampleArguments({ arguments: null }, createTool({ required: 'odd' }))).toEqual({});
  expect(toExampleArguments({ arguments: null }, createTool({ required: ['a'] }))).toEqual({
    a: 'x',
  });
});
