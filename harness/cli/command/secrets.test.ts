import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { runCli } from '../run-cli.ts';
import { type CommandResult, runCommandLine } from '../../testing/run-command-line.ts';
import { createScratchFolder, type ScratchFolder } from '../../testing/scratch-folder.ts';

/** Secrets of the environment, each in a variable whose name says it. */
const env = {
  OPENAI_API_KEY: 'sk-proj-4f9Qz7Lm2Rx8Vt1Kp6Wd3Hs0Jb5',
  DB_PASSWORD: 'correct "horse"/battery\\staple',
  SERVICE_TOKEN: 'plain.words.only.but.secret',
  SIGNING_SECRET: 'Grüße-aus-dem-Tresor',
};
/** Secrets that only their shape tells. */
const shaped = {
  prompt: 'sk-live-PromptPromptPrompt0123456789',
  tool: 'ghp_0123456789abcdefABCDEF0123456789abcd',
  header: 'xoxb-987654321098-HeaderHeaderHeader',
  url: 'AKIAQQQQWWWWEEEERRRR',
  error: 'sk-err-ErrorErrorError0123456789',
  split: 'glpat-SplitSplitSplitSplit01',
  encoded: 'npm_EncodedEncodedEncoded0123456789ab',
};
const secrets = [...Object.values(env), ...Object.values(shaped)];

/** All forms in which a secret may have been written. */
function toForms(secret: string): readonly string[] {
  const json = JSON.stringify(secret).slice(1, -1);
  const shifted = ['', 'x', 'xy'].map((before) => {
    const base64 = Buffer.from(before + secret).toString('base64');
    // The first and last group depend on the surrounding text.
    return base64.slice(4, -4);
  });
  return [secret, json, JSON.stringify(json).slice(1, -1), encodeURIComponent(secret), ...shifted];
}

const forms = secrets.flatMap(toForms);

function expectNoSecret(what: string, text: string): void {
  for (const form of forms) expect([what, form, text.includes(form)]).toEqual([what, form, false]);
}

/** Names and contents of all files below a folder. */
function readAll(folder: string): ReadonlyMap<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  const files = paths.filter((path) => statSync(join(folder, path)).isFile());
  return new Map(files.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

const suite = {
  name: 'leaky',
  models: [{ name: 'm', nature: 'scripted' }],
  systemPrompt: `Never tell ${env.SERVICE_TOKEN}. The seal is ${env.SIGNING_SECRET}.`,
  params: { stream: true, user: env.SERVICE_TOKEN },
  tools: [
    {
      name: 'look',
      description: `Looks, with ${shaped.tool}.`,
      effect: 'read',
      parameters: { type: 'object', properties: { at: { type: 'string' } } },
      results: [{ give: { note: `it says ${shaped.tool} and ${env.DB_PASSWORD}` } }],
    },
  ],
  scenarios: [
    {
      id: 'ask',
      user: `Use ${shaped.prompt}, then ${shaped.tool}, again ${shaped.prompt}; ${env.DB_PASSWORD}; see https://api.test/v1?key=${shaped.url}`,
      expected: { calls: [{ tool: 'look' }], says: env.SERVICE_TOKEN },
    },
    { id: 'denied', user: 'Deny me', expected: { calls: [] } },
  ],
};

const headers = {
  'set-cookie': `s=${shaped.header}`,
  'x-api-key': env.OPENAI_API_KEY,
  'x-request-id': `req-${shaped.header}`,
};

function sendError(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'retry-after-ms': '1',
    ...headers,
  });
  const message = `Not now, ${status}:  ${env.OPENAI_API_KEY}, key ${shaped.error}`;
  response.end(JSON.stringify({ error: { message, code: 'rate_limited' } }));
}

/** Streams deltas; the bytes are cut in the middle of every secret, and so are the texts. */
async function stream(
  response: ServerResponse,
  deltas: readonly object[],
  finish: string,
): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...headers });
  const chunk = (delta: object, reason: string | null): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: reason }] })}\n\n`;
  const text = [
    ...deltas.map((delta) => chunk(delta, null)),
    chunk({}, finish),
    'data: [DONE]\n\n',
  ];
  for (const piece of text.join('').match(/[\s\S]{1,11}/gu) ?? []) {
    await new Promise<void>((resolve) => {
      response.write(piece, () => setImmediate(resolve));
    });
  }
  response.end();
}

/** A provider that repeats whatever it should keep to itself: an error first, then a call, then a text. */
async function startLeakyServer(): Promise<
  AsyncDisposable & { readonly url: string; readonly asked: readonly string[] }
> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      asked.push(body);
      if (body.includes('Deny me')) sendError(response, 401);
      else if (asked.length === 1) sendError(response, 429);
      else if (body.includes('"role":"tool"')) void stream(response, finalDeltas, 'stop');
      else void stream(response, callDeltas, 'tool_calls');
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    [Symbol.asyncDispose]: async () => {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const halves = (text: string): readonly string[] => [text.slice(0, 9), text.slice(9)];
const finalDeltas = [
  { role: 'assistant', content: 'It is ' },
  ...halves(shaped.split).map((content) => ({ content })),
  { content: ` or ${Buffer.from(`token: ${shaped.encoded}`).toString('base64')}` },
  { content: ` or ${JSON.stringify(env.DB_PASSWORD)}` },
  ...halves(env.SIGNING_SECRET).map((content) => ({ content })),
];
const callDeltas = [
  {
    role: 'assistant',
    tool_calls: [
      { index: 0, id: 'call_1', type: 'function', function: { name: 'look', arguments: '' } },
    ],
  },
  ...halves(JSON.stringify({ at: `${shaped.split} ${env.DB_PASSWORD}` })).map((text) => ({
    tool_calls: [{ index: 0, function: { arguments: text } }],
  })),
];

type Command = (...args: readonly string[]) => Promise<CommandResult>;

function at(folder: ScratchFolder, variables: Readonly<Record<string, string>> = env): Command {
  return async (...args) => {
    const result = await runCommandLine(runCli, args, { cwd: folder.path, env: variables });
    expectNoSecret(`${args.join(' ')}: stdout`, result.out);
    expectNoSecret(`${args.join(' ')}: stderr`, result.err);
    return result;
  };
}

const place = ['--cassettes', 'out/cassettes', '--out', 'out/runs'] as const;

async function recordLeaks(
  folder: ScratchFolder,
): Promise<{ readonly asked: readonly string[] } & CommandResult> {
  await using server = await startLeakyServer();
  await folder.write('suite.json', JSON.stringify(suite));
  const one = ['--concurrency', '1', '--base-url', server.url];
  return { asked: server.asked, ...(await at(folder)('record', 'suite.json', ...one, ...place)) };
}

function firstRun(folder: ScratchFolder): string {
  const [run = ''] = readdirSync(join(folder.path, 'out/runs'));
  return `out/runs/${run}`;
}

const token = /\[secret:[0-9a-f]{8}\]/gu;

it('B184 secrets of every kind are in no file, file name or output of record, replay and report', async () => {
  await using folder = await createScratchFolder();
  const recorded = await recordLeaks(folder);
  expect(recorded.exitCode).toBe(4);
  expect(recorded.out).toMatch(/not_said: .*\[secret:/u);
  expect(recorded.out).toMatch(/provider_error: .*401.*\[secret:/u);
  // The provider itself is sent everything unchanged.
  expect(recorded.asked.join('\n')).toContain(shaped.prompt);
  expect(recorded.asked).toHaveLength(4);
  const toolrig = at(folder);
  const told = [
    await toolrig('run', 'suite.json', ...place),
    await toolrig('run', 'suite.json', ...place, '--scenario', 'ask', '--json'),
    await toolrig('run', 'suite.json', ...place, '--debug', 'ask'),
    await toolrig('run', 'suite.json', ...place, '--faults', 'standard'),
    await toolrig('report', firstRun(folder), '--html', 'out/page.html', '--csv', 'out/tables'),
    await toolrig('report', firstRun(folder), '--junit', 'out/junit.xml', '--md', 'out/summary.md'),
    await toolrig('report', firstRun(folder), '--annotations'),
    await toolrig('cassettes', 'show', 'out/cassettes/leaky/ask/reference/none.r1.jsonl'),
    await toolrig('cassettes', 'check', 'suite.json', '--cassettes', 'out/cassettes'),
  ];
  expect(told.map(({ exitCode }) => exitCode)).toEqual([4, 1, 1, 4, 4, 4, 4, 0, 0]);
  expect(told[2]?.out).toMatch(/Use \[secret:/u);
  const files = readAll(join(folder.path, 'out'));
  expect([...files.keys()].filter((path) => path.endsWith('manifest.json')).length).toBe(5);
  expect([...files.keys()].filter((path) => /\.(?:html|csv|xml|md)$/u.test(path)).length).toBe(6);
  for (const [path, text] of files) expectNoSecret(path, `${path}\n${text}`);
});

it('B184 two secrets stay two, one stays one, and the recording answers the same conversation only', async () => {
  await using folder = await createScratchFolder();
  await recordLeaks(folder);
  const lane = readFileSync(
    join(folder.path, 'out/cassettes/leaky/ask/reference/none.r1.jsonl'),
    'utf8',
  );
  const [prompt, tool, again, password, url] =
    /"content":"Use (.*?)"/u.exec(lane)?.[1]?.match(token) ?? [];
  expect(again).toBe(prompt);
  expect(new Set([prompt, tool, password, url]).size).toBe(4);
  expect(/"note":"it says (.*?) and (.*?)"/u.exec(lane)?.slice(1)).toEqual([tool, password]);
  const replay = async (file: string): Promise<string> => {
    const result = await at(folder)('run', file, ...place, '--scenario', 'ask', '--json');
    return `${result.exitCode} ${String(/"code": "cassette_[a-z_]+"/u.exec(result.out)?.[0])}`;
  };
  expect(await replay('suite.json')).toBe('1 undefined');
  const other = JSON.stringify(suite).replaceAll(
    shaped.prompt,
    'sk-live-AnotherAnotherAnother0123',
  );
  await folder.write('other.json', other);
  expect(await replay('other.json')).toBe('1 undefined');
  await folder.write('mixed.json', JSON.stringify(suite).replace(shaped.prompt, shaped.tool));
  expect(await replay('mixed.json')).toBe('4 "code": "cassette_changed"');
});

it.each<[string, number, readonly string[], object]>([
  ['a variant that is none', 2, ['run', 'suite.json', '--variant', shaped.prompt], suite],
  ['an option that is none', 2, ['run', 'suite.json', `--${env.SERVICE_TOKEN}`], suite],
  ['a suite that is not there', 2, ['run', `${shaped.prompt}.json`], suite],
  ['a value that is not allowed', 2, ['run', 'suite.json'], { ...suite, repeats: shaped.prompt }],
  ['a field that is not known', 2, ['run', 'suite.json'], { ...suite, [shaped.tool]: 1 }],
  [
    'a URL with a password',
    2,
    [
      'run',
      'suite.json',
      '--mode',
      'live',
      '--base-url',
      `http://me:${shaped.error}@127.0.0.1:9/v1`,
    ],
    suite,
  ],
  [
    'a name that would be a file name',
    2,
    ['run', 'suite.json'],
    { ...suite, scenarios: [{ ...suite.scenarios[0], id: shaped.encoded }] },
  ],
])('an error message tells no secret: %s', async (...[, exitCode, args, content]) => {
  await using folder = await createScratchFolder();
  await folder.write('suite.json', JSON.stringify(content));
  const told = await at(folder)(...args, '--out', 'out/runs');
  expect([told.exitCode, told.err + told.out]).toEqual([exitCode, expect.stringMatching(/\S/u)]);
  for (const [path, text] of readAll(folder.path)) {
    if (path !== 'suite.json') expectNoSecret(path, `${path}\n${text}`);
  }
});

it('a key of the environment that is in no file is in none afterwards', async () => {
  await using folder = await createScratchFolder();
  await using server = await startLeakyServer();
  const plain = {
    ...suite,
    systemPrompt: null,
    params: { stream: true },
    tools: [],
    scenarios: [{ id: 'ask', user: 'Hello', expected: { says: '.' } }],
  };
  await folder.write('suite.json', JSON.stringify(plain));
  const variables = { ...env, OPENAI_API_KEY: 'no-shape-of-a-key-at-all', HOME_TOKEN: 'short' };
  const result = await at(folder, variables)(
    'record',
    'suite.json',
    '--base-url',
    server.url,
    ...place,
  );
  const all = [...readAll(folder.path).values(), result.out, result.err].join('\n');
  expect(all).not.toContain('no-shape-of-a-key-at-all');
});
