import { expect, it } from 'vitest';
import { runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { runCli } from '../run-cli.ts';

const question = { role: 'user', content: 'Look at A1' };
const call = {
  role: 'assistant',
  content: null,
  tool_calls: [
    { id: 'c1', type: 'function', function: { name: 'look', arguments: '{"id":"A1"}' } },
  ],
};
const result = { role: 'tool', tool_call_id: 'c1', content: 'a lamp' };
const tools = [{ type: 'function', function: { name: 'look', parameters: { type: 'object' } } }];

function toLine(messages: readonly object[], message: object, reason: string): string {
  return JSON.stringify({
    request: {
      url: 'https://api.example.test/v1/chat/completions',
      body: { model: 'm', messages, tools },
    },
    response: {
      status: 200,
      body: {
        id: 'x',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, message, finish_reason: reason }],
      },
    },
  });
}

const log = [
  toLine([question], call, 'tool_calls'),
  toLine([question, call, result], { role: 'assistant', content: 'It is a lamp' }, 'stop'),
].join('\n');

/** An agent that knows nothing of toolrig. */
const agent = `
const base = process.env.OPENAI_BASE_URL;
const tools = ${JSON.stringify(tools)};
const messages = [${JSON.stringify(question)}];
for (;;) {
  const response = await fetch(base + '/chat/completions', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'm', messages, tools }),
  });
  const { choices, error } = await response.json();
  if (error) throw new Error(error.message);
  const { message } = choices[0];
  messages.push(message);
  if (!message.tool_calls) { console.log(message.content); break; }
  for (const call of message.tool_calls) messages.push({ role: 'tool', tool_call_id: call.id, content: process.argv[2] });
}
`;

it('a log of requests becomes a run folder and a recording, which a command replays', async () => {
  await using folder = await createScratchFolder();
  await folder.write('log.jsonl', log);
  await folder.write('agent.mjs', agent);
  const run = async (
    words: readonly string[],
  ): Promise<Awaited<ReturnType<typeof runCommandLine>>> =>
    await runCommandLine(runCli, [...words], { cwd: folder.path });
  const words = ['import', 'log.jsonl', '--format', 'requests', '--out', 'runs'];
  const imported = await run([...words, '--record', 'tapes', '--json']);
  expect([imported.exitCode, imported.err]).toEqual([
    0,
    'toolrig: 1 conversations recorded; `toolrig exec --replay tapes -- COMMAND` plays them\n',
  ]);
  expect(JSON.parse(imported.out)).toMatchObject({
    planned: 1,
    passed: 0,
    failed: 0,
    variants: { m: { scores: { 'arguments.valid_first': { value: 1 } } } },
  });
  const played = ['exec', '--replay', 'tapes', '--', process.execPath, 'agent.mjs'];
  expect((await run([...played, 'a lamp'])).exitCode).toBe(0);
  const other = await run([...played, 'a chair']);
  expect(other.exitCode).toBe(4);
  expect(other.err).toContain('a chair');
});

it('a conversation that is not whole is named and not recorded', async () => {
  await using folder = await createScratchFolder();
  const cut = JSON.stringify({
    request: { url: '/v1/chat/completions', body: { model: 'm', messages: [question], tools } },
    response: { status: 200, body: '{"id":"x","choices":[' },
  });
  await folder.write('log.jsonl', cut);
  const line = 'import log.jsonl --format requests --out runs --record tapes';
  const imported = await runCommandLine(runCli, line.split(' '), { cwd: folder.path });
  expect(imported.err).toMatch(
    /^toolrig: warning: "look-at-a1" is not whole: the answer at "log\.jsonl:1 \$" cannot be read \([a-z_]+\); it is not recorded\n/u,
  );
});

it('what was not sent as it is cannot be recorded', async () => {
  await using folder = await createScratchFolder();
  await folder.write('runs.json', '[{"task_id":1,"trial":0,"reward":1,"info":{},"traj":[]}]');
  const line = 'import runs.json --format tau --out runs --record tapes';
  const imported = await runCommandLine(runCli, line.split(' '), { cwd: folder.path });
  expect(imported.exitCode).toBe(2);
  expect(imported.err).toContain('the format "tau" does not hold requests and answers');
});
