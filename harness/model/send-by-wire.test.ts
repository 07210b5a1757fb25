import { expect, it } from 'vitest';
import type { ModelReply } from '../core/talk/model.ts';
import { dialects } from '../dialect/registry.ts';
import { createWallClock } from '../testing/create-wall-clock.ts';
import { startFaultServer } from '../testing/fault-server.ts';
import { createOpenAiProvider } from './create-open-ai-provider.ts';

const never = new AbortController().signal;
const position = { turn: 1, attempt: 1 };
const reply: ModelReply = {
  text: 'hi',
  refusal: null,
  calls: [],
  stop: 'stop',
  finishReason: null,
  usage: null,
  model: 'm',
  deviations: [],
};

it.each([
  ['messages', '', '/v1/messages', { 'x-api-key': 'k', 'anthropic-version': '2023-06-01' }],
  ['messages', '/v1', '/v1/messages', { 'x-api-key': 'k' }],
  ['responses', '/v1', '/v1/responses', { authorization: 'Bearer k' }],
] as const)('%s behind "%s" is asked at %s', async (...[api, base, path, headers]) => {
  const dialect = dialects[api];
  await using server = await startFaultServer([dialect.encode(reply, { stream: false })]);
  const provider = createOpenAiProvider({
    baseUrl: server.baseUrl.replace(/\/v1$/u, base),
    apiKey: 'k',
    clock: createWallClock(),
  });
  const request = { api, model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
  const exchange = await provider.send(request, position, never);
  expect(dialect.decode(exchange)).toMatchObject({ ok: true, reply: { text: 'hi' } });
  expect(server.requests).toMatchObject([{ path, headers, body: dialect.writeRequest(request) }]);
});
