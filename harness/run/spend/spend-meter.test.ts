import { expect, it } from 'vitest';

import type { ChatRequest } from '../../core/talk/chat.ts';
import type { Exchange } from '../../core/talk/exchange.ts';
import type { Provider } from '../../core/talk/model.ts';
import type { ModelSpec, Price } from '../../core/suite/suite.ts';
import { sampleBody, sampleCompletion } from '../../testing/sample-exchange.ts';
import { estimateInput, readExpense, toPrice } from './read-expense.ts';
import { createSpendMeter, type SpendMeter } from './spend-meter.ts';

function createModel(name: string, price: Price | null): ModelSpec {
  const rest = { nature: 'real', about: null, baseUrl: null, apiKeyEnv: 'KEY' } as const;
  return { ...rest, name, price, kind: 'openai', model: name };
}

// [[{"role":"user","content":"abcd"}],[]] has 39 characters: 10 tokens.
const request: ChatRequest = { model: 'm', messages: [{ role: 'user', content: 'abcd' }] };
const usage = { prompt_tokens: 100, completion_tokens: 7 };
const counted = sampleBody(sampleCompletion({ content: 'Hello' }, 'stop', { usage }));
const uncounted = sampleBody(sampleCompletion({ content: 'Hello' }, 'stop'));
const position = { turn: 1, attempt: 1 };
const { signal } = new AbortController();

function createProvider(answer: () => Promise<Exchange>): Provider {
  return { provenance: 'scripted', send: answer };
}

const always = (exchange: Exchange): Provider =>
  createProvider(async () => await Promise.resolve(exchange));

it('counts what the provider says, by model, in the order of their first request', async () => {
  const meter = createSpendMeter({ maxRequests: null, maxCost: null });
  const big = createModel('big', { inputPerMillion: 1000, outputPerMillion: 10_000 });
  const small = createModel('small', null);
  const ask = async (model: ModelSpec, exchange: Exchange): Promise<Exchange> =>
    await meter.watch(always(exchange), model).send(request, position, signal);
  expect(meter.spent()).toEqual([]);
  expect(await ask(big, counted)).toBe(counted);
  await ask(small, counted);
  await ask(big, counted);
  const said = { inputTokens: 100, outputTokens: 7, isEstimate: false };
  expect(meter.spent()).toEqual([
    // 200 x 0.001 + 14 x 0.01 dollars.
    { ...said, model: 'big', requests: 2, inputTokens: 200, outputTokens: 14, price: 0.34 },
    { ...said, model: 'small', requests: 1, price: null },
  ]);
});

it('one answer without a count makes the sum an estimate, and it stays one', async () => {
  const meter = createSpendMeter({ maxRequests: null, maxCost: null });
  const model = createModel('m', null);
  for (const exchange of [counted, uncounted, counted])
    await meter.watch(always(exchange), model).send(request, position, signal);
  expect(meter.spent()).toMatchObject([{ requests: 3, inputTokens: 210, isEstimate: true }]);
});

it.each([
  ['said', counted, { inputTokens: 100, outputTokens: 7, isEstimate: false }],
  ['not said', sampleBody('x'.repeat(8)), { inputTokens: 10, outputTokens: 2, isEstimate: true }],
  [
    'not said, of bytes',
    sampleBody('', {
      frames: [
        { atMs: 0, base64: 'AAAA' },
        { atMs: 1, text: 'x' },
      ],
    }),
    { inputTokens: 10, outputTokens: 2, isEstimate: true },
  ],
  [
    'not said of a refusal',
    sampleBody('no', { status: 503 }),
    { inputTokens: 0, outputTokens: 0, isEstimate: false },
  ],
])('tokens that are %s', (_, exchange, wanted) => {
  expect(readExpense(request, exchange)).toEqual(wanted);
});

it('tools of a request are counted with its messages', () => {
  const parameters = { type: 'object' };
  const tool = { type: 'function', function: { name: 'f', description: 'd', parameters } } as const;
  const more = JSON.stringify(tool).length;
  expect(estimateInput({ ...request, tools: [tool] })).toBe(Math.ceil((39 + more) / 4));
});

it('a price is for a million tokens, of input and of output', () => {
  const price = { inputPerMillion: 3, outputPerMillion: 5 };
  expect(toPrice({ price }, { inputTokens: 2e6, outputTokens: 1e6 })).toBe(11);
  expect(toPrice({ price: null }, { inputTokens: 1, outputTokens: 1 })).toBe(null);
});

async function send(meter: SpendMeter, model: ModelSpec, exchange = counted): Promise<string> {
  return await meter
    .watch(always(exchange), model)
    .send(request, position, signal)
    .then(
      () => 'sent',
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
}

it('no more requests are sent than the limit, over all models', async () => {
  const meter = createSpendMeter({ maxRequests: 2, maxCost: null });
  const [one, two] = [createModel('one', null), createModel('two', null)];
  expect([await send(meter, one), await send(meter, two)]).toEqual(['sent', 'sent']);
  const refusal = 'Cannot send another request: --max-requests 2 is reached';
  expect([await send(meter, one), await send(meter, two)]).toEqual([refusal, refusal]);
  expect(meter.spent().map(({ requests }) => requests)).toEqual([1, 1]);
});

// Before it is sent, a request is 10 tokens of input and 80 of output: 0.09 dollars here. Sent, it is 107: 0.107 dollars.
const price = { inputPerMillion: 1000, outputPerMillion: 1000 };

it.each([
  [
    0.089,
    [
      'Cannot send another request: it may cost $0.090000 after $0.000000, which passes --max-cost 0.089',
    ],
  ],
  [
    0.09,
    [
      'sent',
      'Cannot send another request: it may cost $0.090000 after $0.107000, which passes --max-cost 0.09',
    ],
  ],
  [
    0.197,
    [
      'sent',
      'sent',
      'Cannot send another request: it may cost $0.090000 after $0.214000, which passes --max-cost 0.197',
    ],
  ],
])('at a limit of %d dollars nothing is sent that may pass it', async (maxCost, wanted) => {
  const meter = createSpendMeter({ maxRequests: null, maxCost });
  const model = createModel('m', price);
  const said: string[] = [];
  for (let left = wanted.length; left > 0; left -= 1) said.push(await send(meter, model));
  expect(said).toEqual(wanted);
});

it('a model without a price costs nothing that is known of', async () => {
  const meter = createSpendMeter({ maxRequests: null, maxCost: 0 });
  const model = createModel('m', null);
  expect([await send(meter, model), await send(meter, model)]).toEqual(['sent', 'sent']);
});

it('requests on their way count with what they may cost, until they end or fail', async () => {
  const meter = createSpendMeter({ maxRequests: null, maxCost: 0.15 });
  const model = createModel('m', price);
  let reject = (_error: Error): void => undefined;
  const promise = new Promise<Exchange>((...[, fail]) => {
    reject = fail;
  });
  const open = meter.watch(
    createProvider(async () => await promise),
    model,
  );
  const first = open.send(request, position, signal);
  // Two more wait for the first, and only one of them has room when it fails.
  const waiting = [send(meter, model), send(meter, model)];
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(meter.spent()).toMatchObject([{ requests: 1 }]);
  reject(new Error('The line was lost'));
  await expect(first).rejects.toThrow('The line was lost');
  expect(await Promise.all(waiting)).toEqual([
    'sent',
    'Cannot send another request: it may cost $0.090000 after $0.107000, which passes --max-cost 0.15',
  ]);
  expect(meter.spent()).toMatchObject([{ requests: 2, inputTokens: 100 }]);
});

it('a refusal for the rate is a request, and is counted as one', async () => {
  const meter = createSpendMeter({ maxRequests: null, maxCost: null });
  const refused = always({ ...counted, status: 429 });
  const position = { turn: 1, attempt: 1 };
  const watched = meter.watch(refused, createModel('m', price));
  await watched.send(request, position, signal);
  expect(meter.spent()).toMatchObject([{ requests: 1, rateLimited: 1 }]);
});

it('a request besides the conversation counts as a request, up to the limit', async () => {
  const meter = createSpendMeter({ maxRequests: 1, maxCost: null });
  const sendSide = async (): Promise<Exchange> => await Promise.resolve(counted);
  const provider = meter.watch({ ...always(counted), sendSide }, createModel('m', null));
  const side = { api: 'chat', method: 'POST', path: '/embeddings', body: {} } as const;
  expect(await provider.sendSide?.(side, signal)).toBe(counted);
  expect(meter.spent()).toMatchObject([{ requests: 1, inputTokens: 0 }]);
  await expect(provider.sendSide?.(side, signal)).rejects.toThrow('--max-requests 1 is reached');
});
