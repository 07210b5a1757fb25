import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { expect, it } from 'vitest';
import { z } from 'zod';

import { runCli } from '../cli/run-cli.ts';
import { startCountingModel } from '../testing/counting-model.ts';
import { notesServer } from '../testing/notes-server.ts';
import { repositoryRoot, runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { spawnCommandLine } from '../testing/spawn-command-line.ts';

const sdk = (path: string): string =>
  import.meta.resolve(`@modelcontextprotocol/sdk/client/${path}`);

// An agent over the SDK of MCP: it offers the tools of its server to the model and runs what the model calls.
const agent = `
import { Client } from '${sdk('index.js')}';
import { StdioClientTransport } from '${sdk('stdio.js')}';
import { StreamableHTTPClientTransport } from '${sdk('streamableHttp.js')}';
const { NOTES_URL, OPENAI_BASE_URL, OPENAI_API_KEY } = process.env;
const own = { command: process.execPath, args: [${JSON.stringify(join(repositoryRoot, 'dist/harness/cli/main.js'))}, 'mcp', '--', process.execPath, 'server.mjs'], env: process.env };
const transport = NOTES_URL ? new StreamableHTTPClientTransport(new URL(NOTES_URL)) : new StdioClientTransport(own);
const client = new Client({ name: 'agent', version: '1' });
await client.connect(transport);
const { tools: listed } = await client.listTools();
const tools = listed.map(({ name, description = '', inputSchema }) => ({ type: 'function', function: { name, description, parameters: inputSchema } }));
const messages = [{ role: 'user', content: process.argv[2] }];
for (;;) {
  const response = await fetch(OPENAI_BASE_URL + '/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ' + OPENAI_API_KEY },
    body: JSON.stringify({ model: 'm-1', messages, tools }),
  });
  const { message } = (await response.json()).choices[0];
  messages.push(message);
  if (!message.tool_calls) break;
  for (const call of message.tool_calls) {
    const { content } = await client.callTool({ name: call.function.name, arguments: JSON.parse(call.function.arguments) });
    messages.push({ role: 'tool', tool_call_id: call.id, content: content[0].text });
  }
}
console.log(messages.at(-1).content);
await client.close();
`;

interface Message {
  readonly role: string;
  readonly content?: string | null;
}

/** Adds the note that the user names, reads the notes, and repeats what it read. */
function say(messages: readonly Message[]) {
  const results = messages.filter(({ role }) => role === 'tool');
  if (results.length === 0) return [['add_note', { note: messages[0]?.content ?? '' }]] as const;
  return results.length === 1 ? ([['list_notes', {}]] as const) : `Now: ${results[1]?.content}`;
}

const command = ['--', process.execPath, 'agent.mjs'];

async function exec(folder: ScratchFolder, args: readonly string[], env = {}) {
  const { done } = spawnCommandLine(['exec', ...args], { cwd: folder.path, env });
  return await done;
}

it('a server that the command starts is recorded, replayed when it is gone, and known to the first suite', async () => {
  await using folder = await createScratchFolder();
  await folder.write('agent.mjs', agent);
  await folder.write('server.mjs', notesServer);
  const model = await startCountingModel(say);
  const env = { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'none' };
  const recorded = await exec(
    folder,
    ['--record', 'my/notes', '--write-suite', ...command, 'milk'],
    env,
  );
  await model[Symbol.asyncDispose]();
  await rm(join(folder.path, 'server.mjs'));
  expect([recorded.exitCode, recorded.out]).toEqual([0, 'Now: {"notes":["milk"]}\n']);
  expect(recorded.err).toContain('1 MCP session, 4 requests recorded\n');
  const suite = readFileSync(join(folder.path, 'my/notes/suite.yaml'), 'utf8');
  expect(suite.match(/- name: list_notes\n.*\n +effect: read\n/u)).not.toBeNull();

  const replayed = await exec(folder, ['--replay', 'my/notes', ...command, 'milk']);
  expect([replayed.exitCode, replayed.out]).toEqual([0, recorded.out]);
  const missed = await exec(folder, ['--replay', 'my/notes', ...command, 'eggs']);
  expect(missed.exitCode).toBe(4);

  // In a trial, the same agent gets the tools of the suite at the same place.
  const { done } = spawnCommandLine(['run', 'my/notes', '--json'], { cwd: folder.path });
  expect(JSON.parse((await done).out)).toMatchObject({ verdict: 'PASS', passed: 1 });
}, 120_000);

/** The same over streamable HTTP, with a session for each client. */
async function startNotes(): Promise<AsyncDisposable & { readonly url: string }> {
  const sessions = new Map<unknown, StreamableHTTPServerTransport>();
  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const notes: string[] = [];
    const server = new McpServer({ name: 'notes', version: '1' });
    server.registerTool('add_note', { inputSchema: { note: z.string() } }, ({ note }) => {
      notes.push(note);
      return { content: [{ type: 'text', text: `Added as number ${notes.length}` }] };
    });
    server.registerTool('list_notes', { inputSchema: {} }, () => ({
      content: [{ type: 'text', text: JSON.stringify({ notes }) }],
    }));
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    await server.connect(transport);
    return transport;
  };
  const server = createServer((request, response) => {
    const known = sessions.get(request.headers['mcp-session-id']);
    void (async () => await (known ?? (await open())).handleRequest(request, response))();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

it('a server over HTTP is recorded by its variable, and replayed without it', async () => {
  await using folder = await createScratchFolder();
  await folder.write('agent.mjs', agent);
  const model = await startCountingModel(say);
  const notes = await startNotes();
  const env = { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'none', NOTES_URL: notes.url };
  const recorded = await exec(
    folder,
    ['--record', 'tapes', '--mcp', 'NOTES_URL', ...command, 'milk'],
    env,
  );
  await model[Symbol.asyncDispose]();
  await notes[Symbol.asyncDispose]();
  expect([recorded.exitCode, recorded.out]).toEqual([0, 'Now: {"notes":["milk"]}\n']);
  expect(readdirSync(join(folder.path, 'tapes/mcp'))).toEqual(['notes_url.1.jsonl']);
  const replay = ['--replay', 'tapes', '--mcp', 'NOTES_URL', ...command];
  const replayed = await exec(folder, [...replay, 'milk']);
  expect([replayed.exitCode, replayed.out]).toEqual([0, recorded.out]);
  const tape = join(folder.path, 'tapes/mcp/notes_url.1.jsonl');
  await folder.write(
    'tapes/mcp/notes_url.1.jsonl',
    readFileSync(tape, 'utf8').split('\n').slice(0, 3).join('\n'),
  );
  const missed = await exec(folder, [...replay, 'milk']);
  expect([missed.exitCode, missed.err]).toEqual([
    4,
    expect.stringContaining(
      'Cannot replay tools/call of "add_note" of the MCP server "notes_url": it was not recorded',
    ),
  ]);
}, 120_000);

it.each<[readonly string[], Readonly<Record<string, string>>, string]>([
  [
    ['exec', '--mcp', 'X=http://127.0.0.1:9/', '--', 'true'],
    {},
    'give it with --record or --replay',
  ],
  [['exec', '--record', 'a', '--mcp', 'X', '--', 'true'], {}, 'Give --mcp X=URL'],
  [
    ['exec', '--record', 'a', '--mcp', 'X=ftp://a', '--', 'true'],
    {},
    'Cannot use --mcp "X=ftp://a"',
  ],
  [['mcp', '--', 'true'], {}, 'Give --record FOLDER or --replay FOLDER'],
  [['mcp', '--record', 'a', '--replay', 'a', '--', 'true'], {}, 'give either --record or --replay'],
  [['mcp', '--record', 'a'], {}, 'name the server'],
  [['mcp', '--', 'true'], { TOOLRIG_MCP_TAPES: '{}' }, 'is not what `toolrig exec` sets'],
])('%j with %j is refused', async (args, env, message) => {
  await using folder = await createScratchFolder();
  const { exitCode, err } = await runCommandLine(runCli, args, { cwd: folder.path, env });
  expect([exitCode, err]).toEqual([2, expect.stringContaining(message)]);
});
