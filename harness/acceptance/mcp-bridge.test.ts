import { Readable } from 'node:stream';

import { expect, it } from 'vitest';

import type { TrialFetch } from '../boundary/model/trial-fetch.ts';
import { openModelServer } from '../serve/open-model-server.ts';
import { runCommandLine } from '../testing/run-command-line.ts';
import { runCli } from '../cli/run-cli.ts';

it('the bridge over standard input passes messages on, and says what was not answered', async () => {
  const answer: TrialFetch = async (input, init) => {
    const request = new Request(input, init);
    const body = await request.text();
    if (body === '{') return Response.json({ id: null, error: 'no JSON' }, { status: 400 });
    if (body.includes('"id":2')) throw new TypeError('fetch failed');
    if (!body.includes('"id"')) return new Response(null, { status: 202 });
    return Response.json({ id: 1, result: {} });
  };
  const server = await openModelServer();
  const seat = server.open(answer, { holdMs: 1 });
  const call = (id: number, name: string): string =>
    JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } });
  const lines = [
    '{"jsonrpc":"2.0","method":"notifications/initialized"}',
    call(1, 'find'),
    call(2, 'refund'),
    '{',
  ];
  const result = await runCommandLine(runCli, ['mcp'], {
    env: { TOOLRIG_MCP_URL: `${seat.url}/mcp` },
    lines: () => Readable.from(lines),
  });
  seat.close();
  await server.close();
  expect(result.exitCode).toBe(0);
  const answers = result.out.trim().split('\n').sort();
  expect(answers.map((line) => JSON.parse(line) as unknown)).toEqual([
    { id: 1, result: {} },
    { id: null, error: 'no JSON' },
    { jsonrpc: '2.0', id: 2, error: { code: -32_001, message: 'The tool did not answer' } },
  ]);
});

it('outside of a trial it says what starts it', async () => {
  const result = await runCommandLine(runCli, ['mcp']);
  expect([result.exitCode, result.err]).toEqual([
    2,
    expect.stringContaining('TOOLRIG_MCP_URL is not set'),
  ]);
});
