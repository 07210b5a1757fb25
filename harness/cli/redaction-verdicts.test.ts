import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, it } from 'vitest';

import type { JsonObject } from '../core/json.ts';
import { runCommandLine } from '../testing/run-command-line.ts';
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

function toSuite(all: readonly Talk[]): JsonObject {
  return {
    name: 'looks',
    models: [{ name: 'm', nature: 'scripted' }],
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

/** Runs a suite, and gives its exit code and what each scenario came to. */
async function run(folder: ScratchFolder, ...args: readonly string[]): Promise<readonly unknown[]> {
  const place = ['--cassettes', 'cassettes', '--out', 'runs', '--json'];
  const result = await runCommandLine(runCli, ['run', 'suite.json', ...args, ...place], {
    cwd: folder.path,
    env,
  });
  const { passed, failed, invalid, failures, invalidReasons, scores } = JSON.parse(result.out);
  return [result.exitCode, { passed, failed, invalid, failures, invalidReasons }, scores];
}

async function runThrice(all: readonly Talk[]): Promise<readonly (readonly unknown[])[]> {
  await using folder = await createScratchFolder();
  await using server = await startServer(all);
  await folder.write('suite.json', JSON.stringify(toSuite(all)));
  const reach = ['--base-url', server.url];
  return [
    await run(folder, '--mode', 'live', ...reach),
    await run(folder, '--mode', 'record', ...reach),
    await run(folder),
  ];
}

it('twelve conversations about what looks like a secret: live, record and replay agree', async () => {
  const [live, record, replay] = await runThrice(talks);
  expect(live?.[0]).toBe(0);
  expect(live?.[1]).toMatchObject({ passed: 12, failed: 0, invalid: 0 });
  expect(record).toEqual(live);
  expect(replay).toEqual(live);
});
