import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { notesServer } from '../../../testing/notes-server.ts';
import { type CommandResult, runCommandLine } from '../../../testing/run-command-line.ts';
import { createScratchFolder } from '../../../testing/scratch-folder.ts';
import { runCli } from '../../run-cli.ts';

interface Linted {
  readonly file: string;
  readonly toolsets: readonly { readonly id: string; readonly tools: number }[];
  readonly findings: readonly { readonly rule: string; readonly tool: string }[];
}

async function lint(...words: readonly string[]): Promise<CommandResult> {
  await using folder = await createScratchFolder();
  await folder.write('notes.mjs', notesServer);
  const given = words.map((word) => word.replace('{notes}', join(folder.path, 'notes.mjs')));
  return await runCommandLine(runCli, ['lint', ...given], { cwd: folder.path });
}

it('a program is started, asked for its tools, judged by its hints, and ended', async () => {
  const { exitCode, out } = await lint('--mcp', '--json', '--', 'node', '{notes}');
  const { file, toolsets, findings } = JSON.parse(out) as Linted;
  expect(file).toMatch(/^node .*notes\.mjs$/u);
  expect(toolsets).toEqual([{ id: expect.stringMatching(/^notes@/u), tools: 6 }]);
  expect(findings.map(({ tool }) => tool)).toContain('drop_notes');
  expect(exitCode).toBe(0);
});

it('a server that is up is asked over HTTP, page by page', async () => {
  const tool = (name: string): object => ({ name, inputSchema: { type: 'object' } });
  const results: Readonly<Record<string, (params: { readonly cursor?: string }) => object>> = {
    initialize: () => ({
      protocolVersion: '2025-03-26',
      capabilities: { tools: {} },
      serverInfo: { name: 'paged', version: '7' },
    }),
    'tools/list': ({ cursor }) =>
      cursor === undefined ? { tools: [tool('a')], nextCursor: 'more' } : { tools: [tool('b')] },
  };
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => {
      body += piece.toString();
    });
    request.on('end', () => {
      if (request.method !== 'POST') return response.writeHead(405).end();
      const { id, method, params } = JSON.parse(body) as {
        readonly id?: number;
        readonly method: string;
        readonly params: { readonly cursor?: string };
      };
      if (id === undefined) return response.writeHead(202).end();
      const result = results[method]?.(params) ?? {};
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const { out } = await lint('--mcp', '--json', `http://127.0.0.1:${port}/mcp`);
  server.closeAllConnections();
  server.close();
  const { toolsets, findings } = JSON.parse(out) as Linted;
  expect(toolsets).toEqual([{ id: 'paged@7', tools: 2 }]);
  expect(new Set(findings.map(({ tool: name }) => name))).toEqual(new Set(['a', 'b']));
});

it.each<[string, readonly string[], string]>([
  ['no server', ['--mcp'], 'name its URL, or its program and arguments after --'],
  ['two URLs', ['--mcp', 'http://127.0.0.1:9/a', 'b'], 'expected one URL'],
  ['a URL of no form', ['--mcp', 'http://'], 'expected one URL'],
  ['a program that is not there', ['--mcp', '--', './no-such-program'], 'ENOENT'],
  [
    'a program that ends at once',
    ['--mcp', '--', 'node', '-e', "process.stderr.write('No key\\n'); process.exit(3)"],
    'No key',
  ],
  ['a port without a server', ['--mcp', 'http://127.0.0.1:9/mcp'], 'Cannot start the MCP server'],
  ['a fix', ['--mcp', '--fix', '--', 'node', '{notes}'], 'Cannot use --fix with --mcp'],
  ['a toolset', ['--mcp', '--toolset', 'a', '--', 'node', '{notes}'], 'Cannot use --toolset'],
  ['a program without --mcp', ['node', '{notes}'], 'give --mcp if this is the program'],
])('%s: refused with what to do', async (_, words, text) => {
  const { exitCode, out, err } = await lint(...words);
  expect(err).toContain(text);
  expect([exitCode, out]).toEqual([2, '']);
});
