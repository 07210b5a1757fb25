import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import type { JsonObject } from '../json/json.ts';
import { any, pattern } from '../suite/input/matchers.ts';
import { type CommandResult, runCommandLine } from '../testing/run-command-line.ts';
import { secretShapes } from '../testing/secret-shapes.ts';
import { createScratchFolder, type ScratchFolder } from '../testing/scratch-folder.ts';
import { runCli } from './run-cli.ts';

const pem = '-----BEGIN PRIVATE KEY-----\nMIIEvQIBADAN\n-----END PRIVATE KEY-----';
const key = 'correct "horse"/battery\\staple';
const env = { OPENAI_API_KEY: 'used-as-key-0815', DB_PASSWORD: key, PIN_SECRET: '4711471147' };

interface Talk {
  readonly id: string;
  readonly user: string;
  /** What the model calls the tool with. */
  readonly gives: JsonObject;
  /** What the suite expects of it; default: the same. */
  readonly wants?: JsonObject;
  /** What the model says in the end. */
  readonly says: string;
}

/** Ordinary values that look like secrets, and secrets that the model has to repeat. */
const talks: readonly Talk[] = [
  {
    id: 'url-key',
    user: 'Find shoes',
    gives: { url: 'https://shop.test/?key=shoes&page=2' },
    says: 'See https://shop.test/?key=shoes',
  },
  {
    id: 'api-key-field',
    user: 'Use the demo key',
    gives: { api_key: 'demo' },
    says: 'Done with api_key: "demo"',
  },
  {
    id: 'id-token',
    user: 'Look at order-12',
    gives: { id_token: 'order-12', limit: 5 },
    says: 'id_token: "order-12" is open',
  },
  {
    id: 'bearer',
    user: 'Who wrote Bearer of Ring1234?',
    gives: { title: 'Bearer Ring12345 of 2001' },
    says: 'The Bearer Ring12345 of 2001',
  },
  {
    id: 'e-mail',
    user: 'Write to https://me:home@example.test',
    gives: { to: 'a.b@example.test', link: 'https://me:home@example.test/x' },
    says: 'I wrote to a.b@example.test',
  },
  {
    id: 'password',
    user: `Set the password ${key}`,
    gives: { password: key, nested: { password: 'plain' } },
    says: `It is now ${key}`,
  },
  {
    id: 'number',
    user: 'My pin is 4711471147',
    gives: { pin: 4711471147, api_key: 12345678 },
    says: 'Your pin 4711471147 works',
  },
  {
    id: 'pem',
    user: `Check this:\n${pem}\nand say no more`,
    gives: { text: pem, after: 'kept' },
    says: `It begins with ${pem} and ends`,
  },
  {
    id: 'frames',
    user: 'Store sk-test-ABCDEF123456 please',
    gives: { note: 'a sk-test-ABCDEF123456 b' },
    says: 'Stored sk-test-ABCDEF123456',
  },
  {
    id: 'object-key',
    user: 'Map ghp_abcdefghijklmnopqrstuvwxyz0123456789',
    gives: { map: { ghp_abcdefghijklmnopqrstuvwxyz0123456789: 1 } },
    says: 'Mapped',
  },
  {
    id: 'json-in-json',
    user: `Send ${key}`,
    gives: { body: JSON.stringify({ in: JSON.stringify({ secret: key, api_key: 'words' }) }) },
    says: 'Sent',
  },
  {
    id: 'encoded',
    user: `Encode ${key}`,
    gives: {
      url: `https://x.test/?q=${encodeURIComponent(key)}`,
      base64: Buffer.from(key).toString('base64'),
    },
    says: `It is ${Buffer.from(key).toString('base64url')}`,
  },
];

function toSuite(all: readonly Talk[], model: JsonObject = {}): JsonObject {
  return {
    name: 'looks',
    models: [{ name: 'm', nature: 'scripted', ...model }],
    params: { stream: true },
    tools: [
      {
        name: 'take',
        description: 'Takes anything.',
        effect: 'idempotent',
        parameters: { type: 'object' },
        results: [{ give: { ok: true } }],
      },
    ],
    scenarios: all.map(({ id, user, gives, wants, says }) => ({
      id,
      user,
      expected: {
        calls: [{ tool: 'take', arguments: wants ?? gives }],
        says: says.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`),
      },
    })),
  };
}

/** Answers each conversation with its call, then with its text; streams are cut every few bytes and characters. */
async function startServer(
  all: readonly Talk[],
): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      const { messages } = JSON.parse(body) as { messages: { role: string; content: string }[] };
      const user = messages.find(({ role }) => role === 'user')?.content;
      const talk = all.find((one) => one.user === user);
      if (talk === undefined) throw new Error(`no talk begins with ${user ?? 'nothing'}`);
      const isCalled = messages.some(({ role }) => role === 'tool');
      stream(
        response,
        isCalled ? toTexts(talk.says) : toCalls(JSON.stringify(talk.gives)),
        isCalled ? 'stop' : 'tool_calls',
      );
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const cut = (text: string): readonly string[] => text.match(/[\s\S]{1,7}/gu) ?? [];
const toTexts = (text: string): readonly object[] => cut(text).map((content) => ({ content }));
const toCalls = (text: string): readonly object[] =>
  cut(text).map((args, index) => ({
    tool_calls: [
      {
        index: 0,
        ...(index === 0 ? { id: 'call_1', type: 'function' } : {}),
        function: { ...(index === 0 ? { name: 'take' } : {}), arguments: args },
      },
    ],
  }));

function stream(response: ServerResponse, deltas: readonly object[], finish: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const toEvent = (delta: object, reason: string | null): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
  const events = [...deltas.map((delta) => toEvent(delta, null)), toEvent({}, finish)];
  for (const event of events) response.write(event);
  response.end('data: [DONE]\n\n');
}

interface Ran {
  readonly exitCode: number;
  readonly passed: number;
  readonly failed: number;
  readonly invalid: number;
  readonly failures: readonly unknown[];
  readonly invalidReasons: readonly { readonly code: string; readonly text: string }[];
  readonly scores: JsonObject;
}

const place = ['--cassettes', 'cassettes', '--out', 'runs'];

/** Runs a suite, and gives what each scenario came to. */
async function run(
  folder: ScratchFolder,
  args: readonly string[],
  variables: Readonly<Record<string, string>> = env,
): Promise<Ran> {
  const result = await runCommandLine(runCli, ['run', 'suite.json', ...args, ...place, '--json'], {
    cwd: folder.path,
    env: variables,
  });
  const { exitCode, passed, failed, invalid, failures, invalidReasons, scores } = JSON.parse(
    result.out,
  ) as Ran;
  return { exitCode, passed, failed, invalid, failures, invalidReasons, scores };
}

interface Setup {
  readonly folder: ScratchFolder;
  readonly reach: readonly string[];
}

async function withServer<Value>(
  all: readonly Talk[],
  work: (setup: Setup) => Promise<Value>,
): Promise<Value> {
  await using folder = await createScratchFolder();
  await using server = await startServer(all);
  await folder.write('suite.json', JSON.stringify(toSuite(all)));
  return await work({ folder, reach: ['--base-url', server.url] });
}

/** Live, recorded and replayed. */
async function runThrice({ folder, reach }: Setup): Promise<readonly Ran[]> {
  return [
    await run(folder, ['--mode', 'live', ...reach]),
    await run(folder, ['--mode', 'record', ...reach]),
    await run(folder, []),
  ];
}

/** Everything that is written below the recordings and the run folders. */
function readAll(folder: ScratchFolder): string {
  return ['cassettes', 'runs']
    .flatMap((name) => {
      const root = join(folder.path, name);
      const paths = readdirSync(root, { recursive: true, encoding: 'utf8' });
      return paths.map((path) => join(root, path));
    })
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

it('twelve conversations about what looks like a secret: live, record and replay agree', async () => {
  const [live, record, replay] = await withServer(talks, runThrice);
  expect(live).toMatchObject({ exitCode: 0, passed: 12, failed: 0, invalid: 0 });
  expect(record).toEqual(live);
  expect(replay).toEqual(live);
});

it('they agree under faults, too, and no recording holds a secret', async () => {
  const some = talks.filter(({ id }) => ['url-key', 'number', 'pem', 'json-in-json'].includes(id));
  await withServer(some, async ({ folder, reach }) => {
    const faults = ['--faults', 'standard'];
    const record = await run(folder, ['--mode', 'record', ...reach, ...faults]);
    expect(record).toMatchObject({ invalid: 0 });
    expect(await run(folder, faults)).toEqual({ ...record, exitCode: 1 });
    const all = readAll(folder);
    for (const secret of ['battery', '4711471147', 'MIIEvQ', 'sk-test-ABC', 'ghp_abc', '0815']) {
      expect([secret, all.includes(secret)]).toEqual([secret, false]);
    }
  });
});

const madeUp: Talk = {
  id: 'made-up',
  user: 'Find footwear',
  gives: { url: 'https://shop.test/?key=boots' },
  says: 'Here',
};

it('a value that nothing leads back to is sealed where no score asks for it', async () => {
  const [live, record, replay] = await withServer(
    [{ ...madeUp, wants: { url: any() } }],
    runThrice,
  );
  expect(live).toMatchObject({ exitCode: 0, passed: 1 });
  expect(record).toEqual(live);
  expect(replay).toEqual(live);
});

it('a value that nothing leads back to and that a score asks for refuses the recording', async () => {
  const asked = { ...madeUp, wants: { url: pattern('key=b[o]{2}ts$') } };
  const [live, record, replay] = await withServer([asked], runThrice);
  expect(live).toMatchObject({ exitCode: 0, passed: 1 });
  expect(record).toMatchObject({ exitCode: 4, passed: 0, failed: 0, invalid: 1 });
  expect(record?.invalidReasons[0]).toMatchObject({
    code: 'redaction_changes_scores',
    text: expect.stringContaining('would change the verdict, arguments.correct, task.success. '),
  });
  expect(replay).toMatchObject({ exitCode: 4, failed: 0, invalid: 1 });
});

it('tokens that a secret key made lead back under that key, and without it no model is blamed', async () => {
  const keyed = { ...env, TOOLRIG_REDACTION_KEY: 'hidden' };
  await withServer(talks, async ({ folder, reach }) => {
    const record = await run(folder, ['--mode', 'record', ...reach], keyed);
    expect(record).toMatchObject({ exitCode: 0, passed: 12 });
    expect(await run(folder, [], keyed)).toEqual(record);
    const keyless = await run(folder, [], env);
    expect(keyless.failed).toBe(0);
    expect(keyless.invalid).toBeGreaterThan(0);
    const codes = new Set(keyless.invalidReasons.map(({ code }) => code));
    expect([...codes]).toEqual(['redaction_key_missing']);
  });
});

it('what was used as a key is a secret, whatever its variable is called', async () => {
  const talk = {
    ...madeUp,
    gives: { note: 'it is summer-in-the-city' },
    says: 'summer-in-the-city',
  };
  await withServer([talk], async ({ folder, reach }) => {
    await folder.write('suite.json', JSON.stringify(toSuite([talk], { apiKeyEnv: 'SEASON' })));
    const args = ['run', 'suite.json', '--mode', 'record', '--allow-key', 'SEASON'];
    const result = await runCommandLine(runCli, [...args, ...reach, ...place], {
      cwd: folder.path,
      env: { SEASON: 'summer-in-the-city' },
    });
    expect(result.exitCode).toBe(0);
    expect(`${result.out}${result.err}${readAll(folder)}`).not.toContain('summer-in');
  });
});

it('own patterns and fields are taken out, and what is kept is kept, in recordings and replays', async () => {
  const gives = { password: 'open', to: 'ACME-123456', link: 'https://shop.test/?key=boots' };
  const talk = { ...madeUp, gives, wants: { ...gives, link: pattern('=b[o]{2}ts$') } };
  const redaction = { patterns: ['ACME-[0-9]{6}'], fields: ['password'], keep: ['boots'] };
  await withServer([talk], async (setup) => {
    const config = `export default ${JSON.stringify({ redaction })};`;
    await setup.folder.write('toolrig.config.mjs', config);
    const [live, record, replay] = await runThrice(setup);
    expect(live).toMatchObject({ exitCode: 0, passed: 1 });
    expect([record, replay]).toEqual([live, live]);
    const all = readAll(setup.folder);
    expect(all).toContain('key=boots');
    expect(all).not.toContain('ACME-1');
    expect(all).not.toMatch(/password\W+open/);
  });
});

it('a pattern that could take too long is refused with its place', async () => {
  await withServer([madeUp], async ({ folder }) => {
    const config = 'export default { redaction: { patterns: ["[a-z]+@x"] } };';
    await folder.write('toolrig.config.mjs', config);
    const result = await runCommandLine(runCli, ['run', 'suite.json', ...place], {
      cwd: folder.path,
    });
    expect(result.exitCode).toBe(2);
    expect(result.err).toContain('toolrig.config.mjs $.redaction.patterns[0]');
  });
});

const shapeTalks: readonly Talk[] = secretShapes.map(({ kind, text }, index) => ({
  id: `s${index}-${kind.replaceAll('_', '-')}`,
  user: `Number ${index}: ${text}`,
  gives: { text, [text]: 1, inner: JSON.stringify({ list: [text] }) },
  says: `Number ${index} was ${text}`,
}));

it('a run with every shape of a secret is recorded, replayed, checked, read back and reported', async () => {
  await withServer(shapeTalks, async ({ folder, reach }) => {
    const record = await run(folder, ['--mode', 'record', ...reach]);
    expect(record).toMatchObject({ exitCode: 0, passed: secretShapes.length, invalid: 0 });
    expect(await run(folder, [])).toEqual(record);
    const toolrig = async (...args: readonly string[]): Promise<CommandResult> =>
      await runCommandLine(runCli, args, { cwd: folder.path, env });
    const check = await toolrig('cassettes', 'check', 'suite.json', '--cassettes', 'cassettes');
    expect([check.exitCode, check.err]).toEqual([0, '']);
    const [first = ''] = readdirSync(join(folder.path, 'runs')).sort();
    const files = [
      '--html',
      'runs/page.html',
      '--md',
      'runs/summary.md',
      '--junit',
      'runs/junit.xml',
    ];
    const shown = await toolrig('report', `runs/${first}`);
    expect([shown.exitCode, shown.err]).toEqual([0, '']);
    expect(shown.out).toContain(`${secretShapes.length} passed`);
    const report = await toolrig('report', `runs/${first}`, ...files);
    expect([report.exitCode, report.err.match(/wrote/gu)?.length]).toEqual([0, files.length / 2]);
    const all = `${shown.out}${readAll(folder)}`;
    for (const { secret } of secretShapes) {
      const [line = ''] = secret.split('\n').slice(-1);
      if (line.length > 8) expect([line, all.includes(line)]).toEqual([line, false]);
    }
  });
}, 60_000);
