import OpenAI from 'openai';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { handbook } from '../../suites/orders/handbook.ts';
import { requests } from '../../suites/orders/requests.ts';
import { startAgentServer, type RunningServer } from './start-agent-server.ts';

let server: RunningServer;

beforeAll(async () => {
  server = await startAgentServer(handbook, 0);
});

afterAll(async () => {
  await server.close();
});

const messages = [{ role: 'user', content: requests['refund-mug-zh'][0] }] as const;

function createClient(): OpenAI {
  return new OpenAI({ baseURL: server.baseUrl, apiKey: 'none', maxRetries: 0 });
}

async function post(body: string): Promise<{ readonly status: number; readonly code: unknown }> {
  const response = await fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', body });
  const { error } = (await response.json()) as { readonly error?: { readonly code?: unknown } };
  return { status: response.status, code: error?.code };
}

it('gives the SDK the same call, streamed or not', async () => {
  const client = createClient();
  const plain = await client.chat.completions.create({ model: 'clerk', messages: [...messages] });
  const streamed = await client.chat.completions
    .stream({ model: 'clerk', messages: [...messages] })
    .finalChatCompletion();
  const [call] = plain.choices[0]?.message.tool_calls ?? [];
  expect(call).toMatchObject({
    type: 'function',
    function: {
      name: 'refund_order',
      arguments: '{"order_id":"B-2001","amount_cents":3000,"reason":"missing_item"}',
    },
  });
  expect(streamed.choices[0]?.message.tool_calls).toMatchObject([call]);
  expect(streamed.choices[0]?.finish_reason).toBe('tool_calls');
});

it('lists each kind of agent as a model', async () => {
  const names: string[] = [];
  for await (const model of createClient().models.list()) names.push(model.id);
  expect(names).toEqual([
    'perfect',
    'clerk',
    'blind-retrier',
    'looper',
    'hallucinator',
    'over-caller',
    'abstainer',
    'coercer',
    'drifter',
    'liar',
  ]);
});

it.each<[status: number, code: string, body: string]>([
  [400, 'invalid_request', 'no JSON'],
  [400, 'invalid_request', '[]'],
  [400, 'invalid_request', '{"model":"clerk"}'],
  [400, 'invalid_request', '{"model":"clerk","messages":[{"role":"robot","content":"x"}]}'],
  [400, 'invalid_request', '{"model":"clerk","messages":[{"role":"user","content":null}]}'],
  [
    400,
    'invalid_request',
    '{"model":"clerk","messages":[{"role":"assistant","content":null,"tool_calls":[{}]}]}',
  ],
  [400, 'no_playbook', '{"model":"clerk","messages":[{"role":"user","content":"Hello"}]}'],
  [404, 'model_not_found', '{"model":"clerks","messages":[]}'],
  [413, 'too_large', ' '.repeat(4 * 1024 * 1024 + 1)],
])('answers %i %s', async (status, code, body) => {
  expect(await post(body)).toEqual({ status, code });
});

it('counts what it was asked', async () => {
  const before = await readStats();
  await post(JSON.stringify({ model: 'clerk', messages }));
  await post('no JSON');
  const after = await readStats();
  expect(after.completions - before.completions).toBe(1);
  expect(after.refused - before.refused).toBe(1);
  // The two above and the look at the count itself.
  expect(after.requests - before.requests).toBe(3);
});

async function readStats(): Promise<RunningServer['stats']> {
  const response = await fetch(`${server.baseUrl.replace(/\/v1$/u, '')}/stats`);
  return (await response.json()) as RunningServer['stats'];
}

it('a port that is taken is reported, not waited for', async () => {
  const port = Number(new URL(server.baseUrl).port);
  await expect(startAgentServer(handbook, port)).rejects.toMatchObject({ code: 'EADDRINUSE' });
});
