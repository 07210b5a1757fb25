import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { expect, it } from 'vitest';

import { decodeChat } from '../../dialect/chat/decode-chat.ts';
import { createWallClock } from '../../testing/create-wall-clock.ts';
import { captureExchange, toIncomingAnswer } from './capture-exchange.ts';

/** What a TLS server says to a client that does not begin with a handshake: the alert `unexpected_message` (RFC 8446, 6). */
const alert = Buffer.from([0x15, 0x03, 0x01, 0x00, 0x02, 0x02, 0x0a]);

const servers: readonly (readonly [string, string, () => Server])[] = [
  ['https', 'http', () => createHttpServer((_, response) => response.end('{}'))],
  ['http', 'https', () => createServer((socket) => socket.end(alert))],
];

it.each(servers)(
  'a base URL with %s at a port of the other kind is named',
  async (asked, meant, open) => {
    const server = open();
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    const { port } = server.address() as AddressInfo;
    const request = new Request(`${asked}://127.0.0.1:${port}/v1`, { method: 'POST', body: '{}' });
    const timeouts = { modelTimeoutMs: 10_000 };
    const exchange = await captureExchange(request, {
      send: async (signal) =>
        await toIncomingAnswer(fetch(request, { signal, redirect: 'manual' })),
      clock: createWallClock(),
      timeouts,
    });
    server.close();
    const decoded = decodeChat(exchange);
    expect(decoded.ok ? null : decoded.error).toMatchObject({
      kind: 'network',
      code: 'protocol_mismatch',
      retryable: false,
      message: `The port does not speak ${asked}: check whether the base URL should begin with ${meant}://`,
    });
  },
);
