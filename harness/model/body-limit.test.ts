import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

import { expect, it } from 'vitest';

import { createWallClock } from '../testing/create-wall-clock.ts';
import { useLimits } from '../testing/use-limits.ts';
import { createOpenAiProvider } from './create-open-ai-provider.ts';

const answer = JSON.stringify({
  id: 'a',
  object: 'chat.completion',
  created: 0,
  model: 'm',
  choices: [
    {
      index: 0,
      finish_reason: 'stop',
      message: { role: 'assistant', content: 'x'.repeat(50_000) },
    },
  ],
});

/** A server on the loopback whose one answer is packed. */
async function serve(): Promise<
  AsyncDisposable & { readonly baseUrl: string; readonly host: string }
> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(gzipSync(answer));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    baseUrl: `http://127.0.0.1:${port}/v1`,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

it.each([
  ['within the limit is read', answer.length, null],
  [
    'above it is refused while it is unpacked',
    40_000,
    'Cannot read the response of "HOST": it may have 40000 bytes (limit bodyBytes: one response of a model\'s server) and has',
  ],
])('a body %s', async (_, bodyBytes, refusal) => {
  await using server = await serve();
  using _limits = useLimits({ bodyBytes });
  const provider = createOpenAiProvider({
    baseUrl: server.baseUrl,
    apiKey: 'k',
    clock: createWallClock(),
  });
  const position = { turn: 1, attempt: 1 };
  const sent = provider.send(
    { model: 'm', messages: [{ role: 'user', content: 'go' }] },
    position,
    new AbortController().signal,
  );
  if (refusal === null) expect((await sent).status).toBe(200);
  else await expect(sent).rejects.toThrow(refusal.replace('HOST', server.host));
});
