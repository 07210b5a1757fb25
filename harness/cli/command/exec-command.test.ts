import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { type CountingModel, startCountingModel } from '../../testing/counting-model.ts';
import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

/** Asks the model what its words are, one conversation for each, with or without a tool, and exits as it is asked. */
const agent = `
const [tools, code, ...words] = process.argv.slice(2);
const url = process.env.OPENAI_BASE_URL + '/chat/completions';
for (const content of words) {
  const body = { model: 'm-1', messages: [{ role: 'user', content }] };
  if (tools === 'tools') body.tools = [{ type: 'function', function: { name: 'look', description: 'Looks.', parameters: { type: 'object' } } }];
  try {
    await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  } catch {}
}
process.exitCode = Number(code);
`;

let folder: ScratchFolder;
let model: CountingModel;

beforeAll(async () => {
  folder = await createScratchFolder();
  await folder.write('agent.mjs', agent);
  model = await startCountingModel(() => 'Hello.');
  await exec('--record two', 'tools 0 one two');
});

afterAll(async () => {
  await model[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Runs the agent under `exec`, in this process but for the agent itself. */
async function exec(options: string, agentWords: string): Promise<CommandResult> {
  const words = options.split(' ').filter((word) => word !== '');
  const command = [process.execPath, 'agent.mjs', ...agentWords.split(' ')];
  return await runCommandLine(runCli, ['exec', ...words, '--', ...command], {
    cwd: folder.path,
    env: { ...process.env, OPENAI_BASE_URL: model.baseUrl },
  });
}

it.each<[options: string, agentWords: string, exitCode: number, lines: readonly string[]]>([
  ['', 'none 0', 0, ['0 conversations, 0 requests passed on']],
  ['', 'none 7', 7, ['0 conversations, 0 requests passed on']],
  ['', 'tools 0 one', 0, ['1 conversation, 1 request passed on']],
  ['--record new', 'tools 3 one two', 3, ['2 conversations, 2 requests recorded into "new"']],
  ['--replay two', 'tools 0 one two', 0, ['2 conversations, 2 requests replayed from "two"']],
  [
    '--replay two',
    'tools 0 one',
    0,
    ['1 conversation, 1 request replayed from "two"', '1 recorded conversation not begun'],
  ],
  [
    '--replay two --hold 1 --fault model.turn(1)=empty_body',
    'tools 0 one two',
    0,
    [
      '2 conversations, 2 requests replayed from "two"',
      'fault "empty_body@model.1" struck 2 times',
    ],
  ],
])(
  'exec %s: the agent "%s" ends with exit code %d',
  async (...[options, agentWords, exitCode, lines]) => {
    const result = await exec(options, agentWords);
    expect([result.exitCode, result.out, result.err]).toEqual([
      exitCode,
      '',
      lines.map((line) => `toolrig exec: ${line}\n`).join(''),
    ]);
  },
);

it('a request without a recording is INVALID, with the command that records it again', async () => {
  const { exitCode, err } = await exec('--replay two', 'tools 0 three');
  expect(exitCode).toBe(4);
  expect(err).toContain('now "user three"');
  expect(err).toMatch(
    /record it again with `toolrig exec --record two -- .*agent\.mjs tools 0 three`\ntoolrig exec: INVALID \(exit code 4\)\n$/u,
  );
});

it('a fault that never struck is INVALID, and recording again is not advised', async () => {
  const { exitCode, err } = await exec(
    '--replay two --fault model.turn(9)=empty_body',
    'tools 0 one',
  );
  expect(exitCode).toBe(4);
  expect(err).toContain('fault "empty_body@model.9" struck 0 times');
  expect(err).not.toContain('record it again');
});

it.each<[options: string, agentWords: string, message: string]>([
  ['--write-suite s1.yaml', 'tools 0', 'no suite was written: no request asked a model'],
  [
    '--write-suite s1.yaml',
    'none 0 one',
    'no request offered a tool, and no MCP server listed one',
  ],
])('exec %s of the agent "%s" writes no suite', async (options, agentWords, message) => {
  const { exitCode, err } = await exec(options, agentWords);
  expect([exitCode, err]).toEqual([0, expect.stringContaining(message)]);
  expect(existsSync(join(folder.path, 's1.yaml'))).toBe(false);
});

it('writes a suite from what was seen, beside the recording or where it is named, and never over a file', async () => {
  const { exitCode, err } = await exec('--record with --write-suite', 'tools 0 one');
  expect([exitCode, err]).toEqual([0, expect.stringContaining('wrote "with/suite.yaml"')]);
  const text = readFileSync(join(folder.path, 'with/suite.yaml'), 'utf8');
  expect(text).toContain('name: with');
  expect(text).toContain('look');
  const live = await exec('--write-suite made/new.yaml', 'tools 0 one');
  expect([live.exitCode, live.err]).toEqual([0, expect.stringContaining('wrote "made/new.yaml"')]);
  const again = await exec('--record with --write-suite', 'tools 0 two');
  expect([again.exitCode, again.err]).toEqual([
    2,
    expect.stringContaining('Cannot write "with/suite.yaml": it exists already'),
  ]);
  expect(readFileSync(join(folder.path, 'with/suite.yaml'), 'utf8')).toBe(text);
});

it.each<[options: string, message: string]>([
  ['--write-suite', 'Cannot write a suite: there is no folder for it'],
  ['--record x --write-suite --fault model.turn(1)=timeout', 'leave --fault out'],
  ['--record x --replay two', 'Cannot record and replay at once'],
  ['--record x --mcp SHOP_MCP_URL', 'Cannot record the MCP server of SHOP_MCP_URL'],
])('exec %s is refused before the command is run', async (options, message) => {
  const { exitCode, out, err } = await exec(options, 'tools 9 one');
  expect([exitCode, out, err]).toEqual([2, '', expect.stringContaining(message)]);
});

it('a suite that cannot be written is an error, though the command went well', async () => {
  const { exitCode, err } = await exec('--write-suite agent.mjs/suite.yaml', 'tools 0 one');
  expect([exitCode, err]).toEqual([
    2,
    expect.stringContaining('Cannot write "agent.mjs/suite.yaml"'),
  ]);
});
