import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, it } from 'vitest';

import type { TrialFetch } from '../boundary/model/trial-fetch.ts';
import { createToolBoundary } from '../boundary/tool/create-tool-boundary.ts';
import type { ToolStrike } from '../core/suite/fault.ts';
import type { Tool } from '../core/suite/tool.ts';
import { deniedResult, errorResult } from '../core/trial/tool-outcome.ts';
import { type BoundaryParts, toParts } from '../testing/loop-trial.ts';
import { createToolFetch } from '../serve/tool/create-tool-fetch.ts';

const origin = 'http://127.0.0.1:1';

const object = (properties: object): Tool['parameters'] => ({
  type: 'object',
  properties: { ...properties },
  additionalProperties: false,
});

const tools: readonly Tool[] = [
  {
    name: 'find',
    description: 'Finds an order.',
    effect: 'read',
    parameters: object({
      id: { type: 'string' },
      page: { type: 'integer' },
      open: { type: 'boolean' },
    }),
    handler: (args) => ({ found: { ...args } }),
  },
  {
    name: 'refund',
    description: 'Refunds an order.',
    effect: 'irreversible',
    parameters: object({ id: { type: 'string' } }),
    handler: ({ id }) => {
      if (id === 'foreign') return deniedResult('Not yours');
      if (id === 'busy')
        return errorResult({ kind: 'unavailable', message: 'Busy', retryable: true });
      return 'Refunded';
    },
  },
];

const routes = { 'GET /v1/orders/{id}': 'find', 'POST /v1/refunds': 'refund' };

function open(strikes: Readonly<Record<string, ToolStrike>> = {}): {
  readonly fetch: TrialFetch;
  readonly parts: BoundaryParts;
  effects(): readonly string[];
} {
  const parts = toParts({ tools, strikes });
  const boundary = createToolBoundary(parts);
  const model: TrialFetch = () => Promise.resolve(new Response('the model'));
  const toolset = { id: 'shop@1', tools };
  return {
    fetch: createToolFetch({ fetch: model, tools: boundary, toolset }, routes),
    parts,
    effects: () => boundary.ledger.entries.map(({ key }) => key),
  };
}

async function connect(fetch: TrialFetch): Promise<Client> {
  const client = new Client({ name: 'agent', version: '1' });
  const transport = new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { fetch });
  await client.connect(transport);
  return client;
}

it('the official MCP client lists the tools, with their grades as hints, and calls them', async () => {
  const { fetch, effects } = open();
  const client = await connect(fetch);
  const listed = await client.listTools();
  expect(listed.tools.map(({ name, annotations }) => [name, annotations])).toEqual([
    ['find', { readOnlyHint: true }],
    ['refund', { readOnlyHint: false, destructiveHint: true, idempotentHint: false }],
  ]);
  expect(await client.callTool({ name: 'find', arguments: { id: 'A' } })).toEqual({
    content: [{ type: 'text', text: '{"found":{"id":"A"}}' }],
    structuredContent: { found: { id: 'A' } },
  });
  expect(await client.callTool({ name: 'refund', arguments: { id: 'A' } })).toEqual({
    content: [{ type: 'text', text: 'Refunded' }],
  });
  const refused = await client.callTool({ name: 'refund', arguments: { id: 'foreign' } });
  expect(refused).toMatchObject({ isError: true });
  expect(JSON.stringify(refused)).toContain('Not yours');
  expect(await client.callTool({ name: 'pay', arguments: {} })).toMatchObject({ isError: true });
  expect(effects()).toEqual(['refund:{"id":"A"}']);
  await client.close();
});

it.each<[string, RequestInit & { readonly path?: string }, number, unknown]>([
  ['a GET', { method: 'GET' }, 405, { error: { message: 'Use POST' } }],
  [
    'no JSON',
    { body: '{' },
    400,
    expect.objectContaining({ error: { code: -32_700, message: expect.any(String) } }),
  ],
  [
    'no message',
    { body: '1' },
    200,
    expect.objectContaining({ error: { code: -32_600, message: expect.any(String) } }),
  ],
  [
    'an unknown method',
    { body: '{"jsonrpc":"2.0","id":1,"method":"x"}' },
    200,
    expect.objectContaining({ id: 1, error: expect.objectContaining({ code: -32_601 }) }),
  ],
  [
    'a call without a name',
    { body: '{"jsonrpc":"2.0","id":1,"method":"tools/call"}' },
    200,
    expect.objectContaining({ error: expect.objectContaining({ code: -32_602 }) }),
  ],
  [
    'a batch',
    { body: '[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","method":"x"}]' },
    200,
    [{ jsonrpc: '2.0', id: 1, result: {} }],
  ],
])('MCP answers %s', async (...[, init, status, body]) => {
  const response = await open().fetch(`${origin}/mcp`, { method: 'POST', ...init });
  expect([response.status, await response.json()]).toEqual([status, body]);
});

it.each<[string, RequestInit, number, unknown]>([
  [
    '/tools',
    {},
    200,
    [expect.objectContaining({ name: 'find' }), expect.objectContaining({ name: 'refund' })],
  ],
  ['/tools/find', { method: 'POST', body: '{"id":"A"}' }, 200, { found: { id: 'A' } }],
  [
    '/tools/refund',
    { method: 'POST', body: '{"id":"foreign"}' },
    200,
    { error: expect.objectContaining({ kind: 'denied' }) },
  ],
  [
    '/tools/refund',
    { method: 'POST', body: '{"id"' },
    200,
    { error: expect.objectContaining({ kind: 'invalid_json' }) },
  ],
  [
    '/tools/pay',
    { method: 'POST' },
    200,
    { error: expect.objectContaining({ kind: 'unknown_tool' }) },
  ],
  ['/tools/find', {}, 405, { error: { message: 'Use POST' } }],
  [
    '/service/v1/orders/A%2F1?page=2&open=true',
    {},
    200,
    { found: { id: 'A/1', page: 2, open: true } },
  ],
  ['/service/v1/refunds', { method: 'POST', body: '{"id":"A"}' }, 200, 'Refunded'],
  [
    '/service/v1/refunds',
    {
      method: 'POST',
      body: 'id=A',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    },
    200,
    'Refunded',
  ],
  [
    '/service/v1/refunds',
    { method: 'POST', body: '{"id":"foreign"}' },
    403,
    { error: expect.objectContaining({ kind: 'denied' }) },
  ],
  [
    '/service/v1/refunds',
    { method: 'POST', body: '{"id":"busy"}' },
    503,
    { error: expect.objectContaining({ kind: 'unavailable' }) },
  ],
  [
    '/service/v1/refunds',
    { method: 'POST', body: '{"id"' },
    400,
    { error: expect.objectContaining({ kind: 'invalid_json' }) },
  ],
  [
    '/service/v1/refunds',
    {},
    404,
    { error: { message: expect.stringContaining('There is no route GET /v1/refunds') } },
  ],
])('%s is answered', async (...[path, init, status, body]) => {
  const response = await open().fetch(`${origin}${path}`, init);
  expect([response.status, await response.json()]).toEqual([status, body]);
});

it('everything else is for the model, and a page of another origin is refused', async () => {
  const { fetch, parts } = open();
  expect(await (await fetch(`${origin}/v1/chat/completions`)).text()).toBe('the model');
  expect(await (await fetch(`${origin}/toolsets`)).text()).toBe('the model');
  for (const path of ['/mcp', '/tools/refund', '/service/v1/refunds']) {
    const headers = { origin: 'http://evil.example' };
    expect((await fetch(`${origin}${path}`, { method: 'POST', headers })).status).toBe(403);
  }
  expect(parts.sink.events).toEqual([]);
});

it('a tool that does not answer in time leaves the connection to be held and dropped', async () => {
  const lost: ToolStrike = { fault: 'f', kind: 'k', type: 'lose_response' };
  for (const path of ['/mcp', '/tools/refund', '/service/v1/refunds']) {
    const { fetch, effects } = open({ 'refund#*': lost });
    const call = {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'refund', arguments: {} },
    };
    const body = path === '/mcp' ? JSON.stringify(call) : '{}';
    await expect(fetch(`${origin}${path}`, { method: 'POST', body })).rejects.toMatchObject({
      cause: { code: 'TOOL_TIMEOUT' },
    });
    expect(effects()).toHaveLength(1);
  }
});
