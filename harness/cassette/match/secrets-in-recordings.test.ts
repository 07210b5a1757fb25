import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CassetteMissError, CassetteStore } from '../../core/talk/cassette.ts';
import type { ChatMessage, ChatRequest } from '../../core/talk/chat.ts';
import {
  createConversation,
  createLane,
  createReply,
  type RecordedStep,
} from '../../testing/recorded-conversation.ts';
import { createScratchFolder } from '../../testing/scratch-folder.ts';
import { createCassetteStore } from '../cassette-store.ts';
import { checkCassettes } from '../upkeep/check-cassettes.ts';
import { createRedactor, type RedactorOptions } from '../../redact/create-redactor.ts';
import { toLanePath } from '../lane/lane-path.ts';

const lane = createLane();

function openStore(root: string, redaction: Partial<RedactorOptions> = {}): CassetteStore {
  return createCassetteStore({
    root,
    mode: 'record',
    recordedAt: '2025-01-02T03:04:05Z',
    protocolVersion: 1,
    redactor: createRedactor({ secrets: [], key: null, salt: 'test', ...redaction }),
    drift: [],
    volatile: [],
    tier: 'exact',
    command: 'toolrig record suites/orders',
  });
}

async function record(
  root: string,
  steps: readonly RecordedStep[],
  redaction: Partial<RedactorOptions> = {},
): Promise<void> {
  const recorder = await openStore(root, redaction).recorder(lane, {
    source: 'http://user:pa55word@host.test/v1',
  });
  for (const step of steps) recorder.record(step.request, step.position, step.exchange);
  recorder.recordTool({
    call: 't1c0',
    delivery: 1,
    tool: 'find',
    arguments: {},
    status: 'success',
    content: { note: 'use sk-test-TOOLTOOL' },
  });
  await recorder.seal({ said: 'sk-test-ENDENDEND' });
}

/** Every file below a folder as one text, names included. */
function readAll(root: string): string {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(root, path)).isFile())
    .map((path) => `${path}\n${readFileSync(join(root, path), 'utf8')}`)
    .join('\n');
}

function withText(text: string): readonly RecordedStep[] {
  return createConversation(1).map((step) => ({
    ...step,
    request: { ...step.request, messages: [{ role: 'user' as const, content: text }] },
  }));
}

it('no header but the allowed ones is stored, and the check finds one that is there (B183)', async () => {
  await using scratch = await createScratchFolder();
  const headers = {
    Authorization: 'Bearer sk-test-AAAA',
    'api-key': 'k-BBBB',
    'x-goog-api-key': 'g-CCCC',
    cookie: 's=DDDD',
    'openai-organization': 'org-EEEE',
    accept: 'application/json',
    'content-type': 'application/json',
  };
  const steps = createConversation(1).map((step) => ({
    ...step,
    exchange: createReply('{}', { headers }),
  }));
  await record(scratch.path, steps);
  expect(readAll(scratch.path)).not.toMatch(/AAAA|BBBB|CCCC|DDDD|EEEE/);
  const redactor = createRedactor({ secrets: [], key: null, salt: 'test' });
  const check = () =>
    checkCassettes(scratch.path, { redactor, isWanted: null, command: 'x', prune: 'y' });
  expect(check()).toEqual([]);
  const planted = readFileSync(toLanePath(scratch.path, lane), 'utf8').replace(
    '"headers":{',
    `"headers":{${Object.entries(headers)
      .map((entry) => entry.map((text) => JSON.stringify(text)).join(':'))
      .join(',')},`,
  );
  await scratch.write('orders/find/ref/none.r1.jsonl', planted);
  const leaks = check().filter((finding) => finding.kind === 'leak');
  for (const name of Object.keys(headers).slice(0, 5)) {
    expect(leaks.some((leak) => leak.line === 3 && leak.text.includes(`"${name}"`))).toBe(true);
  }
  expect(JSON.stringify(leaks)).not.toMatch(/AAAA|BBBB|CCCC|DDDD|EEEE/);
});

it('tokens in requests, answers and error bodies are nowhere, and the replay still matches (B184)', async () => {
  await using scratch = await createScratchFolder();
  const secrets = ['plainsecret/value', 'örtlich geheim'];
  const texts = [
    'my key is sk-test-GGGG',
    'see http://api.test/v1?key=sk-test-FFFF',
    ...secrets,
    Buffer.from(secrets[0] ?? '').toString('base64'),
    encodeURIComponent(secrets[1] ?? ''),
    JSON.stringify(JSON.stringify(secrets[0])),
  ];
  const steps = withText(texts.join(' ')).map((step) => ({
    ...step,
    exchange: createReply(
      '{"refresh_token":"rt-HHHH","set":"Set-Cookie: a=b","error":"Incorrect API key provided: sk-test-IIII"}',
      { status: 401 },
    ),
  }));
  await record(scratch.path, steps, { secrets });
  const all = readAll(scratch.path);
  for (const text of [
    ...texts,
    'GGGG',
    'FFFF',
    'rt-HHHH',
    'a=b',
    'IIII',
    'TOOLTOOL',
    'ENDENDEND',
    'pa55word',
  ]) {
    expect([text, all.includes(text)]).toEqual([text, false]);
  }
  const player = await openStore(scratch.path, { secrets }).player(lane);
  for (const step of steps) expect(player.play(step.request, step.position).tier).toBe('exact');
});

it('a key in an encoded body is found after decoding: bodies are stored as text (B179)', async () => {
  await using scratch = await createScratchFolder();
  const frames = [
    { atMs: 1, text: '{"echo":"sk-test-' },
    { atMs: 2, text: '123456"}' },
  ];
  const exchange = createReply('', { frames, headers: { 'content-encoding': 'gzip' } });
  await record(
    scratch.path,
    createConversation(1).map((step) => ({ ...step, exchange })),
  );
  expect(readAll(scratch.path)).not.toMatch(/123456/);
});

it('a key in the prompt, a description, a schema, a parameter and the model name is nowhere', async () => {
  await using scratch = await createScratchFolder();
  const secret = 'sk-test-SECRETSECRET';
  const steps = createConversation(1).map((step): RecordedStep => ({
    ...step,
    request: JSON.parse(
      JSON.stringify(step.request)
        .replace('You help', `With ${secret} you help`)
        .replace('Looks orders', `By ${secret} looks orders`)
        .replace('The state', `The ${secret}`)
        .replace('"test-model"', `"m-${secret}"`)
        .replace('"temperature":0', `"temperature":0,"user":"${secret}"`),
    ),
  }));
  await record(scratch.path, steps);
  expect(readAll(scratch.path)).not.toMatch(/SECRET/);
  const player = await openStore(scratch.path).player(lane);
  for (const step of steps) expect(player.play(step.request, step.position).tier).toBe('exact');
});

const two = 'sk-test-FIRST111 then sk-test-SECOND22 and sk-test-FIRST111';

it.each([
  ['the same salt', {}],
  ['another salt', { salt: 'other' }],
  ['a secret key', { key: 'hidden' }],
])('replay with %s matches, and two secrets stay two', async (_, redaction) => {
  await using scratch = await createScratchFolder();
  const steps = withText(two);
  await record(scratch.path, steps);
  const ask = async (text: string): Promise<string> => {
    const player = await openStore(scratch.path, redaction).player(lane);
    const [step] = withText(text);
    if (step === undefined) throw new Error('a step is needed');
    try {
      return player.play(step.request, step.position).tier;
    } catch (error) {
      return (error as CassetteMissError).reason;
    }
  };
  expect(await ask(two)).toBe('exact');
  expect(await ask(two.replaceAll('FIRST111', 'SECOND22'))).toBe('changed');
});

it('one secret in place of two over several messages is another conversation, under any salt', async () => {
  await using scratch = await createScratchFolder();
  const talk = (first: string, second: string): ChatRequest => {
    const messages: readonly ChatMessage[] = [
      { role: 'user', content: `a ${first}` },
      { role: 'user', content: `b ${second}` },
    ];
    return { model: 'm', messages };
  };
  const position = { turn: 1, attempt: 1 };
  await record(scratch.path, [
    {
      request: talk('sk-test-FIRST111', 'sk-test-SECOND22'),
      position,
      exchange: createReply('{}'),
    },
  ]);
  const play = async (request: ChatRequest): Promise<() => unknown> => {
    const player = await openStore(scratch.path, { salt: 'other' }).player(lane);
    return () => player.play(request, position);
  };
  expect(await play(talk('sk-test-OTHER333', 'sk-test-OTHER444'))).not.toThrow();
  expect(await play(talk('sk-test-OTHER333', 'sk-test-OTHER333'))).toThrow('message.1');
});

it('a miss does not tell a secret', async () => {
  await using scratch = await createScratchFolder();
  await record(scratch.path, withText('hello'));
  const player = await openStore(scratch.path, { secrets: ['opensesame'] }).player(lane);
  const [step] = withText('hello sk-test-XXXXYYYY opensesame');
  if (step === undefined) throw new Error('a step is needed');
  let told = '';
  try {
    player.play(step.request, step.position);
  } catch (error) {
    const miss = error as CassetteMissError;
    told = `${miss.message} ${JSON.stringify(miss.differences)}`;
  }
  expect(told).toMatch(/hello \[secret:[0-9a-f]{8}\] \[secret:[0-9a-f]{8}\]/);
  expect(told).not.toMatch(/XXXX|opensesame/);
});

it('the check finds a key across the deltas of a planted stream', async () => {
  await using scratch = await createScratchFolder();
  await record(scratch.path, createConversation(1));
  const deltas = ['sk-te', 'st-AAAABBBB'].map(
    (content) => `data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`,
  );
  const path = toLanePath(scratch.path, lane);
  const planted = readFileSync(path, 'utf8').replace(
    JSON.stringify('{"reply":1}'),
    JSON.stringify(deltas.join('')),
  );
  await scratch.write('orders/find/ref/none.r1.jsonl', planted);
  const redactor = createRedactor({ secrets: [], key: null, salt: 'test' });
  const findings = checkCassettes(scratch.path, {
    redactor,
    isWanted: null,
    command: 'x',
    prune: 'y',
  });
  expect(
    findings.map(({ kind, line }) => [kind, line]).filter(([kind]) => kind === 'leak'),
  ).toEqual([['leak', 3]]);
});
