import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, it } from 'vitest';

import { readRun } from '../run/folder/read-run.ts';
import { runSuite } from '../run/run-suite.ts';
import { loadSuite } from '../suite/load/load-suite.ts';
import { createScratchFolder } from '../testing/scratch-folder.ts';
import { type TestRun, toTestRunOptions } from '../testing/test-run-options.ts';

// An agent that is a service: each turn of the user is a POST, and it asks its model with the token of the trial.

interface Turn {
  readonly content: string;
  readonly turn: number;
  readonly model: string;
  readonly systemPrompt: string | null;
  readonly session: unknown;
}

interface Asked {
  readonly turn: Turn;
  readonly headers: IncomingMessage['headers'];
}

async function askModel({ turn, headers }: Asked, token: string): Promise<string> {
  const response = await fetch(`${String(headers['x-toolrig-model-url'])}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      model: turn.model,
      messages: [{ role: 'user', content: turn.content }],
    }),
  });
  // The scripted model gives a chat completion.
  const body = (await response.json()) as { choices: { message: { content: string } }[] };
  return body.choices[0]?.message.content ?? '';
}

const json = { 'content-type': 'application/json' };

/** What the service does, by the first word of the user. */
const ways: Readonly<Record<string, (asked: Asked, response: ServerResponse) => unknown>> = {
  error: (_, response) => response.writeHead(503).end('the agent is ill'),
  moved: (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
  drop: (_, response) => response.socket?.destroy(),
  half: (_, response) => {
    response.writeHead(200, { ...json, 'content-length': '99' }).write('{"content":');
    setImmediate(() => response.socket?.destroy());
  },
  empty: (_, response) => response.writeHead(200).end(),
  garbage: (_, response) => response.writeHead(200, json).end('what?'),
  shapeless: (_, response) => response.writeHead(200, json).end('{"text":"x"}'),
  endless: (_, response) => response.writeHead(200).end('x'.repeat(2_000_000)),
  hang: () => undefined,
  plain: (_, response) =>
    response.writeHead(200, { 'content-type': 'text/plain' }).end('As it is.'),
  asks: (_, response) =>
    response.writeHead(200, json).end('{"content":"Which one?","stopReason":"asked"}'),
};

/** Starts the service; a request that names no way of its own is answered by the model. */
async function startService(header = 'x-toolrig-trial') {
  const asked: Asked[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    // The run sends JSON of this form.
    const turn = JSON.parse(Buffer.concat(parts).toString()) as Turn;
    const one = { turn, headers: request.headers };
    asked.push(one);
    const way = ways[turn.content.split(' ')[0] ?? ''];
    if (way !== undefined) way(one, response);
    else {
      const content = await askModel(one, String(request.headers[header]));
      response.writeHead(200, json).end(JSON.stringify({ content }));
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> =>
    await new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url: `http://127.0.0.1:${port}/turn`, asked, close };
}

type Said = string | readonly string[];

async function run(said: readonly Said[], agent: object, given: TestRun = {}) {
  await using folder = await createScratchFolder();
  const suite = {
    name: 'service',
    agent,
    prompts: { help: 'You help.' },
    variants: [{ name: 'v', prompt: 'help' }],
    tools: [
      { name: 'look', description: 'Looks.', effect: 'read', parameters: { type: 'object' } },
    ],
    scenarios: said.map((user, index) => ({
      id: `s${String(index + 1).padStart(2, '0')}`,
      user,
      session: { user: 'ann' },
      script: [...(typeof user === 'string' ? [user] : user)].map((text) => `You said ${text}.`),
      expected: { calls: [] },
    })),
  };
  await folder.write('suite.json', JSON.stringify(suite));
  const options = toTestRunOptions(await loadSuite(folder.path), `${folder.path}/runs`, given);
  const { runFolder, summary } = await runSuite(options);
  const trials = [];
  for await (const { outcome, events } of readRun(runFolder).trials()) {
    const end = events.find((event) => event.type === 'end');
    const guards = events.flatMap((event) => (event.type === 'guard' ? [event.text] : []));
    trials.push({ outcome, text: end?.type === 'end' ? end.text : null, guards });
  }
  return { trials, summary };
}

it('each turn of the user is a POST with the token in its header, and the last answer is the end', async () => {
  const service = await startService();
  const { trials } = await run([['hello', 'again', 'bye']], { url: service.url });
  await service.close();
  expect(trials).toEqual([
    {
      outcome: { status: 'finished', stopReason: 'answered' },
      text: 'You said bye.',
      guards: [],
    },
  ]);
  expect(service.asked.map(({ turn }) => turn)).toEqual(
    ['hello', 'again', 'bye'].map((content, index) => ({
      content,
      turn: index + 1,
      model: 'script',
      systemPrompt: 'You help.',
      session: { user: 'ann' },
      history: [],
    })),
  );
  const tokens = new Set(service.asked.map(({ headers }) => headers['x-toolrig-trial']));
  expect(tokens.size).toBe(1);
  expect([...tokens][0]).toMatch(/^[0-9a-f]{48}$/u);
});

it('the token can be in a header of the service, and each trial has its own', async () => {
  const service = await startService('x-session');
  const agent = { url: service.url, header: 'x-session' };
  const { trials } = await run(['hello', 'again'], agent, { concurrency: 2 });
  await service.close();
  expect(trials.map(({ text }) => text)).toEqual(['You said hello.', 'You said again.']);
  expect(new Set(service.asked.map(({ headers }) => headers['x-session'])).size).toBe(2);
  expect(service.asked.every(({ headers }) => headers['x-toolrig-trial'] === undefined)).toBe(true);
});

const failures: readonly (readonly [way: string, text: string | RegExp])[] = [
  ['error', /^http_status: The agent answered with HTTP status 503.*the agent is ill/u],
  ['moved', /^http_status: The agent answered with HTTP status 302/u],
  ['drop', /^no_answer: The agent dropped the connection without an answer/u],
  ['half', /^no_answer: The agent's answer broke off/u],
  ['empty', /^no_output: The agent answered and said nothing/u],
  ['garbage', /^bad_output: The agent answered "what\?", which is not JSON/u],
  ['shapeless', /^bad_output: The agent answered "\{"text":"x"\}": expected one JSON object/u],
  ['endless', /^output_limit: The agent said more than 1048576 bytes/u],
];

it('what a service does wrong fails by name, and no other trial is touched', async () => {
  const service = await startService();
  const said = [...failures.map(([way]) => way), 'hello', 'plain', 'asks'];
  const { trials, summary } = await run(said, { url: service.url }, { concurrency: 8 });
  await service.close();
  for (const [index, [, text]] of failures.entries()) {
    expect(trials[index]?.outcome).toEqual({ status: 'finished', stopReason: 'agent_error' });
    expect(trials[index]?.guards[0]).toMatch(text);
  }
  const rest = trials.slice(failures.length);
  expect(rest.map(({ text }) => text)).toEqual(['You said hello.', 'As it is.', 'Which one?']);
  expect(rest.map(({ outcome }) => outcome)).toMatchObject([
    { stopReason: 'answered' },
    { stopReason: 'answered' },
    { stopReason: 'asked' },
  ]);
  expect(summary).toMatchObject({ planned: 11, invalid: 0, skipped: 0 });
});

it('a service that does not answer ends by the deadline of the agent', async () => {
  const service = await startService();
  const agent = { url: service.url, timeoutMs: 300 };
  const { trials } = await run(['hang', 'hello'], agent, { concurrency: 2 });
  await service.close();
  expect(trials[0]?.outcome).toEqual({ status: 'finished', stopReason: 'deadline' });
  expect(trials[0]?.guards).toEqual(['The agent was still at work after 300 ms of real time']);
  expect(trials[1]?.text).toBe('You said hello.');
});

it('a service that is not there makes its trial invalid, with what to do', async () => {
  const service = await startService();
  await service.close();
  const { trials } = await run(['hello'], { url: service.url });
  expect(trials[0]?.outcome).toMatchObject({
    status: 'invalid',
    code: 'agent_unreachable',
    cause: `Cannot reach the agent at "${service.url}": ECONNREFUSED. Start the service, or correct the "url" of the agent`,
  });
});

it('64 trials of one service at once: one crashes, one drops its line, one hangs, and the others are not touched', async () => {
  const service = await startService();
  const said = Array.from({ length: 64 }, (_, index) => `hello ${index}`);
  said[10] = 'error';
  said[20] = 'drop';
  said[30] = 'hang';
  const agent = { url: service.url, timeoutMs: 4_000 };
  const { trials, summary } = await run(said, agent, { concurrency: 64 });
  await service.close();
  const ends = trials.map(({ outcome, text }) => {
    const reason = outcome.status === 'finished' ? outcome.stopReason : outcome.status;
    return `${reason} ${text ?? ''}`.trim();
  });
  expect(ends).toEqual(
    said.map((text) => {
      if (text === 'error' || text === 'drop') return 'agent_error';
      return text === 'hang' ? 'deadline' : `answered You said ${text}.`;
    }),
  );
  expect(summary).toMatchObject({ planned: 64, passed: 61, failed: 3, invalid: 0, skipped: 0 });
}, 30_000);
