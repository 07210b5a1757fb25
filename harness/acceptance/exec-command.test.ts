import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCli } from '../cli/run-cli.ts';
import { runCommandLine } from '../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { spawnCommandLine } from '../testing/spawn-command-line.ts';
import { startSideProvider } from '../testing/side-provider.ts';
import { startCountingModel } from '../testing/counting-model.ts';

// An agent that runs its one tool inside itself; it tries again what failed, three times at most.
const agent = `
const base = process.env.OPENAI_BASE_URL;
const tools = [{ type: 'function', function: { name: 'pay_order', description: 'Pays.', parameters: { type: 'object', properties: { id: { type: 'string' } } } } }];
async function ask(messages) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const response = await fetch(base + '/chat/completions', {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
        body: JSON.stringify({ model: 'm-1', messages, tools }),
      });
      if (response.status === 400) { console.error(await response.text()); process.exit(7); }
      if (response.ok) return (await response.json()).choices[0].message;
    } catch (error) { if (attempt === 3) throw error; }
    if (attempt === 3) throw new Error('no answer');
  }
}
async function talk(text) {
  const messages = [{ role: 'user', content: text }];
  for (;;) {
    const message = await ask(messages);
    messages.push(message);
    if (!message.tool_calls) return message.content;
    for (const call of message.tool_calls) messages.push({ role: 'tool', tool_call_id: call.id, content: '{"paid":true}' });
  }
}
const said = await Promise.all(process.argv.slice(2).map(talk));
console.log(said.join('|'));
`;

interface Message {
  readonly role: string;
  readonly content?: string | null;
}

/** Pays what the user names, once. */
function say(messages: readonly Message[]) {
  const id = messages[0]?.content?.split(' ').at(-1) ?? '';
  if (messages.some(({ role }) => role === 'tool')) return `Paid ${id}.`;
  return [['pay_order', { id }]] as const;
}

const key = 'sk-test-0123456789abcdefghijklmn';

/** Runs the command line in a process of its own, in a folder with the agent. */
async function exec(folder: ScratchFolder, args: readonly string[], env = {}) {
  await folder.write('agent.mjs', agent);
  const { done } = spawnCommandLine(['exec', ...args], { cwd: folder.path, env });
  return await done;
}

function readAll(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.[a-z]+$/u.test(path))
    .toSorted()
    .map((path) => `${path}\n${readFileSync(join(folder, path), 'utf8')}`);
}

const command = ['--', process.execPath, 'agent.mjs'];

it('a command is recorded, replayed without its provider, struck, and made a suite that runs', async () => {
  await using folder = await createScratchFolder();
  const model = await startCountingModel(say);
  const env = { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: key };
  const recorded = await exec(
    folder,
    ['--record', 'my/pay', '--write-suite', ...command, 'pay A1'],
    env,
  );
  const asked = model.takeCount();
  await model[Symbol.asyncDispose]();
  expect([recorded.exitCode, recorded.out]).toEqual([0, 'Paid A1.\n']);
  expect(asked).toBe(2);
  expect(readAll(join(folder.path, 'my')).join('\n')).not.toContain(key);

  const replayed = await exec(folder, ['--replay', 'my/pay', ...command, 'pay A1']);
  expect([replayed.exitCode, replayed.out]).toEqual([0, 'Paid A1.\n']);

  const fault = ['--fault', 'model.turn(2)=timeout', '--hold', '1'];
  const struck = await exec(folder, ['--replay', 'my/pay', ...fault, ...command, 'pay A1']);
  expect([struck.exitCode, struck.out]).toEqual([0, 'Paid A1.\n']);
  expect(struck.err).toContain('fault "timeout@model.2" struck 1 time');

  const missed = await exec(folder, ['--replay', 'my/pay', ...command, 'pay B2']);
  expect([missed.exitCode, missed.out]).toEqual([4, '']);
  expect(missed.err).toContain('message.0: recorded "user pay A1", now "user pay B2"');
  expect(missed.err).toContain('record it again with `toolrig exec --record my/pay -- ');

  const { done } = spawnCommandLine(['run', 'my/pay', '--json'], { cwd: folder.path });
  const run = await done;
  expect(run.err).toContain('no one has confirmed them');
  expect(JSON.parse(run.out)).toMatchObject({ verdict: 'PASS', passed: 1, planned: 1 });
}, 60_000);

it('several conversations at once are told apart by their content, also where they begin alike', async () => {
  await using folder = await createScratchFolder();
  const model = await startCountingModel(say);
  const env = { OPENAI_BASE_URL: model.baseUrl };
  const said = ['pay A1', 'pay B2', 'pay A1', 'pay C3'];
  const recorded = await exec(folder, ['--record', 'tapes', ...command, ...said], env);
  await model[Symbol.asyncDispose]();
  expect(recorded.out).toBe('Paid A1.|Paid B2.|Paid A1.|Paid C3.\n');
  const lanes = readdirSync(join(folder.path, 'tapes/cassettes/tapes')).toSorted();
  expect(lanes).toEqual(['pay-a1', 'pay-a1-2', 'pay-b2', 'pay-c3']);
  const replayed = await exec(folder, ['--replay', 'tapes', ...command, ...said.toReversed()]);
  expect([replayed.exitCode, replayed.out]).toEqual([0, 'Paid C3.|Paid A1.|Paid B2.|Paid A1.\n']);
  const once = await exec(folder, ['--replay', 'tapes', ...command, 'pay A1']);
  expect(once.err).toContain('3 recorded conversations not begun');
  const thrice = await exec(folder, ['--replay', 'tapes', ...command, 'pay B2', 'pay B2']);
  expect(thrice.exitCode).toBe(4);
  expect(thrice.err).toContain('was recorded once, and was begun once more');
}, 60_000);

// Embeds what it is given, and then asks a model where it is to; prints how long the vector is.
const embedder = `
const post = async (path, body) => {
  const response = await fetch(process.env.OPENAI_BASE_URL + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer ' + process.env.OPENAI_API_KEY },
    body: JSON.stringify(body),
  });
  if (!response.ok) { console.error(await response.text()); process.exit(7); }
  return await response.json();
};
const [, , input, isTalking] = process.argv;
const { data } = await post('/embeddings', { model: 'e-1', input });
console.log(data[0].embedding.length);
if (isTalking === 'talk') {
  const { choices } = await post('/chat/completions', { model: 'm-1', messages: [{ role: 'user', content: input }] });
  console.log(choices[0].message.content);
}
`;

it.each([
  { words: ['mugs', 'talk'], lane: 'mugs', out: '16\nDone.\n' },
  { words: ['mugs'], lane: '_side', out: '16\n' },
])(
  'requests for embeddings are recorded and replayed: $words',
  async ({ words, lane, out }) => {
    await using folder = await createScratchFolder();
    await folder.write('embed.mjs', embedder);
    const run = ['--', process.execPath, 'embed.mjs'];
    const provider = await startSideProvider();
    const env = { OPENAI_BASE_URL: provider.baseUrl };
    const recorded = await exec(folder, ['--record', 'tapes', ...run, ...words], env);
    await provider.close();
    expect([recorded.exitCode, recorded.out]).toEqual([0, out]);
    expect(readdirSync(join(folder.path, 'tapes/cassettes/tapes'))).toEqual([lane]);
    const replayed = await exec(folder, ['--replay', 'tapes', ...run, ...words]);
    expect([replayed.exitCode, replayed.out]).toEqual([0, out]);
    expect(replayed.err).not.toContain('not begun');
    expect(replayed.err).toContain('1 request besides conversations replayed');
    const missed = await exec(folder, ['--replay', 'tapes', ...run, 'plates']);
    expect(missed.exitCode).toBe(4);
    expect(missed.err).toContain('"POST /embeddings" was recorded, and not with this body');
  },
  60_000,
);

it("the command's own exit code and output are passed on", async () => {
  await using folder = await createScratchFolder();
  const script = 'process.stdout.write("as it is"); process.exit(3)';
  const { exitCode, out } = await exec(folder, ['--', process.execPath, '-e', script]);
  expect([exitCode, out]).toEqual([3, 'as it is']);
  const killed = 'process.kill(process.pid, "SIGTERM")';
  const { exitCode: signalled } = await exec(folder, ['--', process.execPath, '-e', killed]);
  expect(signalled).toBe(143);
});

it.each([
  [['--record', 'a', '--replay', 'b'], 'Cannot record and replay at once'],
  [['--replay', 'none-here'], 'Cannot replay "'],
  [['--fault', 'tool(a).call(1)=timeout'], 'expected PLACE=KIND with a place at the model'],
  [['--fault', 'model.turn(2)'], 'expected PLACE=KIND'],
  [['--fault', 'model.turn(2)=nonsense'], '"inject.kind" must be one of'],
  [['--fault', 'model.turn(1)={"kind":"http","status":"x"}'], '"inject.status" must be'],
  [['--write-suite'], 'Cannot write a suite: there is no folder for it'],
])('%j is refused', async (flags, message) => {
  await using folder = await createScratchFolder();
  const args = ['exec', ...flags, '--', process.execPath, '-e', ''];
  const { exitCode, err } = await runCommandLine(runCli, args, { cwd: folder.path });
  expect(exitCode).toBe(2);
  expect(err).toContain(message);
  expect(existsSync(join(folder.path, 'a'))).toBe(false);
});
