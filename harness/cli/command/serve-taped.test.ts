import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

/** Answers each request with its own name and parameters, and ends with exit code 3. */
const server = `
const rl = require('node:readline').createInterface({ input: process.stdin });
rl.on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { method, ...params } }));
});
rl.on('close', () => process.exit(3));
`;
const ask = (id: number, name: string): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: {} } });
const begun = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
const behind = ['--', process.execPath, 'server.cjs'];

let folder: ScratchFolder;
let recorded: CommandResult;

async function mcp(
  words: readonly string[],
  lines: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<CommandResult> {
  return await runCommandLine(runCli, ['mcp', ...words], {
    cwd: folder.path,
    env,
    lines: () => Readable.from(lines),
  });
}

beforeAll(async () => {
  folder = await createScratchFolder();
  await folder.write('server.cjs', server);
  recorded = await mcp(
    ['--record', 'tapes', '--name', 'notes', ...behind],
    [begun, ask(1, 'find'), ask(2, 'add')],
  );
});

afterAll(async () => {
  await folder[Symbol.asyncDispose]();
});

it('records a server that it starts, and exits as the server did', () => {
  expect([recorded.exitCode, recorded.err]).toEqual([3, '']);
  expect(recorded.out.trim().split('\n')).toHaveLength(2);
  expect(readdirSync(join(folder.path, 'tapes/mcp'))).toEqual(['notes.1.jsonl']);
});

it('answers from the recording without the server, and exits with 0', async () => {
  const { exitCode, out, err } = await mcp(
    ['--replay', 'tapes', '--name', 'notes'],
    [ask(7, 'add'), begun, ask(8, 'find')],
  );
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toBe(
    '{"jsonrpc":"2.0","id":7,"result":{"method":"tools/call","name":"add","arguments":{}}}\n' +
      '{"jsonrpc":"2.0","id":8,"result":{"method":"tools/call","name":"find","arguments":{}}}\n',
  );
});

it('a request that was not recorded is answered with an error, named, and exit code 4', async () => {
  const words = ['--replay', 'tapes', '--name', 'notes'];
  const { exitCode, out, err } = await mcp(words, [ask(1, 'find'), ask(2, 'drop'), ask(3, 'find')]);
  const problems = [
    'Cannot replay tools/call of "drop" of the MCP server "notes": it was not recorded',
    'Cannot replay tools/call of "find" of the MCP server "notes": it was recorded once, and was asked once more',
  ];
  expect([exitCode, err]).toEqual([4, problems.map((text) => `toolrig: ${text}\n`).join('')]);
  const [, ...refused] = out.trim().split('\n');
  expect(refused.map((line) => JSON.parse(line) as unknown)).toMatchObject(
    problems.map((message) => ({ error: { code: -32_001, message } })),
  );
});

const told = (value: unknown): Readonly<Record<string, string>> => ({
  TOOLRIG_MCP_TAPES: typeof value === 'string' ? value : JSON.stringify(value),
});

it('a run of exec counts the lives of a server, and hears of each request without an answer', async () => {
  const claims = join(folder.path, 'claims');
  mkdirSync(claims);
  const env = told({ mode: 'replay', folder: join(folder.path, 'tapes'), claims });
  const first = await mcp(['--name', 'notes', ...behind], [ask(1, 'drop')], env);
  expect(first.exitCode).toBe(4);
  const second = await mcp(['--name', 'notes', ...behind], [ask(1, 'find')], env);
  expect([second.exitCode, second.out, second.err]).toEqual([
    2,
    '',
    expect.stringContaining('it was started once in the recording, and was started once more'),
  ]);
  expect(readFileSync(join(claims, 'misses.txt'), 'utf8').split('\n')).toEqual([
    'Cannot replay tools/call of "drop" of the MCP server "notes": it was not recorded',
    'Cannot replay the MCP server "notes": it was started once in the recording, and was started once more',
    '',
  ]);
});

it('a run of exec records the second life of a server beside the first', async () => {
  const claims = join(folder.path, 'lives');
  mkdirSync(claims);
  const env = told({ mode: 'record', folder: join(folder.path, 'two'), claims });
  await mcp(behind, [ask(1, 'find')], env);
  await mcp(behind, [ask(1, 'add')], env);
  expect(readdirSync(join(folder.path, 'two/mcp'))).toEqual([
    'node-server.cjs.1.jsonl',
    'node-server.cjs.2.jsonl',
  ]);
});

it.each<[what: string, words: readonly string[], env: Record<string, string>, message: string]>([
  [
    'both ways',
    ['--record', 'a', '--replay', 'a', ...behind],
    {},
    'Cannot record and replay at once',
  ],
  ['no server to record', ['--record', 'a', '--name', 'x'], {}, 'Cannot record: name the server'],
  ['no name to record', ['--record', 'a'], {}, 'Cannot serve tools: name the server'],
  ['no name to replay', ['--replay', 'tapes'], {}, 'Cannot serve tools: name the server'],
  [
    'words that are no JSON',
    behind,
    told('{'),
    'TOOLRIG_MCP_TAPES is not what `toolrig exec` sets',
  ],
  ['a list', behind, told([]), 'TOOLRIG_MCP_TAPES is not what'],
  ['no mode', behind, told({ folder: 'a', claims: 'b' }), 'TOOLRIG_MCP_TAPES is not what'],
  ['no folder', behind, told({ mode: 'record', claims: 'b' }), 'TOOLRIG_MCP_TAPES is not what'],
  ['no claims', behind, told({ mode: 'replay', folder: 'a' }), 'TOOLRIG_MCP_TAPES is not what'],
  ['nothing set', [], {}, 'An agent under test starts this command'],
  ['empty words', behind, told(''), 'Give --record FOLDER or --replay FOLDER, or pass'],
  ['an empty address', [], { TOOLRIG_MCP_URL: '' }, 'TOOLRIG_MCP_URL is not set'],
])('%s: refused', async (...[, words, env, message]) => {
  const { exitCode, out, err } = await mcp(words, [], env);
  expect([exitCode, out, err]).toEqual([2, '', expect.stringContaining(message)]);
});

it('a server without a recording, and one that cannot be started, are named', async () => {
  const missing = await mcp(['--replay', 'tapes', '--name', 'other'], [ask(1, 'find')]);
  expect([missing.exitCode, missing.out, missing.err]).toEqual([
    2,
    '',
    expect.stringContaining('Cannot replay the MCP server "other": there is no recording of it'),
  ]);
  const none = await mcp(['--record', 'none', '--', './no-such-program'], []);
  expect([none.exitCode, none.err]).toEqual([2, expect.stringContaining('no-such-program')]);
});
