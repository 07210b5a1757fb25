import { expect, it } from 'vitest';

import { readToolList } from './read-tool-list.ts';

const schema = { type: 'object', properties: { id: { type: 'string' } } };
const plain = { name: 'f', description: 'F.', parameters: schema, returns: null, effect: null };
const tool = { name: 'f', description: 'F.' };

it.each([
  ['chat completions', [{ type: 'function', function: { ...tool, parameters: schema } }], {}],
  ['Responses', [{ type: 'function', ...tool, parameters: schema, strict: true }], {}],
  ['Anthropic', { tools: [{ ...tool, input_schema: schema }] }, {}],
  [
    'MCP with hints',
    {
      jsonrpc: '2.0',
      result: {
        tools: [
          {
            ...tool,
            inputSchema: schema,
            outputSchema: schema,
            annotations: { readOnlyHint: true },
          },
        ],
      },
    },
    { returns: schema, effect: 'read' },
  ],
  [
    'MCP, destructive',
    [{ ...tool, inputSchema: schema, annotations: { destructiveHint: true } }],
    { effect: 'irreversible' },
  ],
  [
    'MCP, idempotent though destructive',
    [
      {
        ...tool,
        inputSchema: schema,
        annotations: { destructiveHint: true, idempotentHint: true },
      },
    ],
    { effect: 'idempotent' },
  ],
  [
    'a map',
    { f: { description: 'F.', parameters: schema, effect: 'irreversible' } },
    { effect: 'irreversible' },
  ],
  ['old functions', { functions: [{ ...tool, parameters: schema }] }, {}],
  ['beside a tool of the provider', [{ type: 'web_search' }, { ...tool, parameters: schema }], {}],
])('reads a list in the form of %s', (...[, list, more]) => {
  expect(readToolList(list)).toEqual({ ok: true, tools: [{ ...plain, ...more }] });
});

it('a tool without a schema takes no arguments', () => {
  expect(readToolList([tool])).toMatchObject({
    ok: true,
    tools: [{ parameters: { type: 'object', properties: {}, additionalProperties: false } }],
  });
});

it.each([
  ['$', 7],
  ['$', {}],
  ['$', []],
  ['$', [{ type: 'web_search' }]],
  ['$[1]', [tool, 'f']],
  ['$.tools[0]', { tools: [{ description: 'F.' }] }],
  ['$[0]', [{ name: 'f', parameters: 'none' }]],
  ['$[0]', [{ name: 'f', description: 7 }]],
])('names the place %s of what is not a tool', (path, list) => {
  expect(readToolList(list)).toMatchObject({ ok: false, path });
});
