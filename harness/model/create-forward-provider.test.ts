import { AzureOpenAI, OpenAI } from 'openai';
import { expect, it } from 'vitest';

import { createModelBoundary } from '../boundary/model/create-model-boundary.ts';
import { createBoundaryBench, sampleRequest } from '../testing/create-boundary-bench.ts';
import { createWallClock } from '../testing/create-wall-clock.ts';
import { startFaultServer } from '../testing/fault-server.ts';
import { sampleBody, sampleCompletion } from '../testing/sample-exchange.ts';
import { createForwardProvider } from './create-forward-provider.ts';
import { toTarget } from './to-target.ts';

const said = sampleBody(sampleCompletion({ content: 'Hello.' }, 'stop'));
// The SDK's request type wants mutable lists; the rig's are read-only and never changed.
const body = sampleRequest as unknown as OpenAI.Chat.ChatCompletionCreateParamsNonStreaming;

/** A boundary that passes requests on to a server that takes them down. */
async function open(toBaseUrl: (origin: string) => string, apiKey: string | null = 'sk-real') {
  const server = await startFaultServer([said]);
  const { origin } = new URL(server.baseUrl);
  const bench = createBoundaryBench();
  const provider = createForwardProvider({
    baseUrl: toBaseUrl(origin),
    apiKey,
    clock: createWallClock(),
    timeouts: { modelTimeoutMs: 5_000 },
    otherwise: { provenance: 'live', send: () => Promise.reject(new Error('never asked')) },
  });
  const boundary = createModelBoundary({
    provider,
    player: null,
    recorder: null,
    faults: bench.faults,
    clock: bench.clock,
    sink: bench.sink,
    timeouts: { modelTimeoutMs: 5_000 },
  });
  return { server, fetch: boundary.fetch };
}

it('a request of Azure keeps its path, its query and its header, and gets the real key there', async () => {
  const { server, fetch } = await open((origin) => origin);
  const client = new AzureOpenAI({
    endpoint: 'http://127.0.0.1:9',
    apiKey: 'trial-token',
    apiVersion: '2025-01-01-preview',
    deployment: 'gpt-4o',
    maxRetries: 0,
    fetch,
  });
  await client.chat.completions.create(body);
  const [request] = server.requests;
  expect(request?.path).toBe(
    '/openai/deployments/gpt-4o/chat/completions?api-version=2025-01-01-preview',
  );
  expect(request?.headers['api-key']).toBe('sk-real');
  expect(request?.headers['authorization']).toBeUndefined();
  expect(JSON.parse(request?.body ?? '')).toEqual(sampleRequest);
  await server[Symbol.asyncDispose]();
});

it("headers of a gateway are passed on, and none of the agent's secrets", async () => {
  const { server, fetch } = await open((origin) => `${origin}/v1`);
  const client = new OpenAI({
    apiKey: 'trial-token',
    baseURL: 'http://rig.invalid/v1',
    maxRetries: 0,
    organization: 'org-1',
    defaultHeaders: { 'x-gateway-route': 'blue', cookie: 'session=1', 'x-toolrig-trial': 'token' },
    fetch,
  });
  await client.chat.completions.create(body);
  const { headers } = server.requests[0] ?? { headers: {} };
  expect(headers).toMatchObject({
    authorization: 'Bearer sk-real',
    'x-gateway-route': 'blue',
    'openai-organization': 'org-1',
  });
  expect(headers).not.toHaveProperty('cookie');
  expect(headers).not.toHaveProperty('x-toolrig-trial');
  expect(JSON.stringify(headers)).not.toContain('trial-token');
  await server[Symbol.asyncDispose]();
});

it('a server on this machine that needs no key gets none', async () => {
  const { server, fetch } = await open((origin) => `${origin}/v1`, null);
  const client = new OpenAI({
    apiKey: 'trial-token',
    baseURL: 'http://rig.invalid/v1',
    maxRetries: 0,
    fetch,
  });
  await client.chat.completions.create(body);
  expect(server.requests[0]?.headers['authorization']).toBeUndefined();
  await server[Symbol.asyncDispose]();
});

it.each([
  ['http://a/v1/chat/completions', 'http://b/v1', 'http://b/v1/chat/completions'],
  ['http://a/v1/chat/completions?x=1', 'http://b/v1/', 'http://b/v1/chat/completions?x=1'],
  ['http://a/v1/chat/completions', 'https://b/openai/v1', 'https://b/openai/v1/chat/completions'],
  [
    'http://a/openai/deployments/d/chat/completions',
    'https://b',
    'https://b/openai/deployments/d/chat/completions',
  ],
  ['http://a/v12/chat/completions', 'http://b/v1', 'http://b/v1/chat/completions'],
])('%s at %s goes to %s', (url, baseUrl, target) => {
  expect(toTarget(url, baseUrl, { path: '/chat/completions' })).toBe(target);
});

it('a base URL that ends in the version does not say it twice', () => {
  const url = 'http://rig.invalid/v1/messages?beta=true';
  const target = toTarget(url, 'https://gateway.example/anthropic/v1', { path: '/v1/messages' });
  expect(target).toBe('https://gateway.example/anthropic/v1/messages?beta=true');
});
