import nock from 'nock';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { ChatRequest } from '../core/talk/chat.ts';
import { createWallClock } from '../testing/create-wall-clock.ts';
import { sampleCompletion } from '../testing/sample-exchange.ts';
import { decodeChat } from '../dialect/chat/decode-chat.ts';
import { createOpenAiProvider, type OpenAiProviderOptions } from './create-open-ai-provider.ts';

const never = new AbortController().signal;
const place = { turn: 1, attempt: 1 };

const request: ChatRequest = {
  model: 'm-1',
  temperature: 0.2,
  tool_choice: 'auto',
  parallel_tool_calls: false,
  top_k: 5,
  messages: [
    { role: 'system', content: 'Be kind' },
    { role: 'user', content: 'hi' },
  ],
  tools: [{ type: 'function', function: { name: 'go', parameters: { type: 'object' } } }],
};

function create(extra: Partial<OpenAiProviderOptions> = {}) {
  return createOpenAiProvider({
    baseUrl: 'https://models.example/v1',
    apiKey: 'sk-test',
    clock: createWallClock(),
    ...extra,
  });
}

beforeAll(() => {
  nock.disableNetConnect();
});

afterEach(() => {
  nock.cleanAll();
});

afterAll(() => {
  nock.enableNetConnect();
  nock.restore();
});

it('sends the request as it is, with the key, and takes the answer down', async () => {
  const sent: unknown[] = [];
  const scope = nock('https://models.example', { reqheaders: { authorization: 'Bearer sk-test' } })
    .post('/v1/chat/completions', (body) => {
      sent.push(body);
      return true;
    })
    .matchHeader('x-team', 'rig')
    .reply(200, sampleCompletion({ content: 'hello' }, 'stop'), {
      'Content-Type': 'application/json',
      'x-request-id': 'req_1',
      'openai-processing-ms': '12',
      'set-cookie': 'session=secret',
      'x-ratelimit-remaining': '3',
    });
  const exchange = await create({ headers: { 'x-team': 'rig' } }).send(request, place, never);
  scope.done();
  expect(sent).toEqual([request]);
  expect(exchange).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/json',
      'x-request-id': 'req_1',
      'openai-processing-ms': '12',
    },
    end: 'complete',
  });
  expect(Object.keys(exchange.headers)).toHaveLength(3);
  expect(decodeChat(exchange)).toMatchObject({
    ok: true,
    reply: { text: 'hello', deviations: [] },
  });
});

it('asks once, whatever comes back', async () => {
  nock('https://models.example')
    .post('/v1/chat/completions')
    .reply(503, { error: { message: 'busy' } }, { 'retry-after': '1' });
  const exchange = await create().send(request, place, never);
  expect(exchange).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  expect(exchange.notes).toBeUndefined();
});

it('B105 a date in Retry-After is kept as a wait', async () => {
  nock('https://models.example').post('/v1/chat/completions').reply(429, '', {
    date: 'Thu, 01 Jan 2026 12:00:00 GMT',
    'retry-after': 'Thu, 01 Jan 2026 12:00:02 GMT',
  });
  const exchange = await create().send(request, place, never);
  expect(decodeChat(exchange)).toMatchObject({ error: { code: 'http_429', retryAfterMs: 2_000 } });
});

it('B036 only a provider with a limit gets other call ids', async () => {
  const id = 'c'.repeat(43);
  const messages: ChatRequest['messages'] = [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'go', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: id, content: '1' },
  ];
  const seen: string[] = [];
  for (const host of ['https://api.openai.com', 'https://models.example']) {
    nock(host)
      .post('/v1/chat/completions', (body: { readonly messages: { tool_call_id?: string }[] }) => {
        seen.push(body.messages[1]?.tool_call_id ?? '');
        return true;
      })
      .reply(200, sampleCompletion({ content: 'x' }, 'stop'));
    await create({ baseUrl: `${host}/v1` }).send({ model: 'm', messages }, place, never);
  }
  expect(seen).toEqual(['L00000001', id]);
});

it.each([
  ['a web page', '<html></html>', { 'content-type': 'text/html' }],
  ['an error object', '{"error":{"message":"x"}}', { 'content-type': 'application/json' }],
  ['a Responses item', '{"type":"function_call"}', { 'content-type': 'application/json' }],
])('what the SDK takes for a reply and is none is noted: %s', async (_name, body, headers) => {
  nock('https://models.example').post('/v1/chat/completions').reply(200, body, headers);
  const exchange = await create().send(request, place, never);
  const decoded = decodeChat(exchange);
  expect(decoded.ok).toBe(false);
  expect(!decoded.ok && decoded.error.deviations.map((one) => one.code)).toContain('sdk_disagrees');
});

it('a client that cannot send at all is an error of the harness', async () => {
  const provider = create({ baseUrl: 'not a url' });
  await expect(provider.send(request, place, never)).rejects.toMatchObject({
    code: 'MODEL_CLIENT',
  });
});
