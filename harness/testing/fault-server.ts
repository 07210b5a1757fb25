import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { BodyFrame, Exchange } from '../core/talk/exchange.ts';

/** An answer as a real server gives it, frame by frame, with the pauses between its frames. */
export interface ServedAnswer extends Exchange {
  /** The content length that is sent to the client, which may be wrong. */
  readonly contentLength?: number;
}

/** What a client sent. */
export interface ServedRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A real HTTP server on the loopback that gives its answers in order. */
export interface FaultServer extends AsyncDisposable {
  /** Such as `http://127.0.0.1:40123/v1`. */
  readonly baseUrl: string;
  readonly requests: readonly ServedRequest[];
}

/**
 * Starts a server for real transport faults: reset before the headers or in the body, silence,
 * headers and then nothing, a short body, a stream that is cut or has no end.
 */
export async function startFaultServer(answers: readonly ServedAnswer[]): Promise<FaultServer> {
  const requests: ServedRequest[] = [];
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const answer = answers[requests.length];
      requests.push({ path: request.url ?? '', headers: request.headers, body });
      if (answer === undefined) response.writeHead(500).end('No answer left');
      else void give(answer, response);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function give(answer: ServedAnswer, response: ServerResponse): Promise<void> {
  const { socket } = response;
  if (answer.status === 0) {
    if (answer.end !== 'stalled') socket?.resetAndDestroy();
    return;
  }
  response.writeHead(answer.status, {
    ...answer.headers,
    ...(answer.contentLength === undefined ? {} : { 'content-length': answer.contentLength }),
  });
  response.flushHeaders();
  await writeFrames(answer.frames, response);
  if (answer.end === 'stalled') return;
  if (answer.end === 'reset') socket?.destroy();
  else if (answer.contentLength === undefined) response.end();
  else socket?.end();
}

async function writeFrames(frames: readonly BodyFrame[], response: ServerResponse): Promise<void> {
  let lastMs = frames[0]?.atMs ?? 0;
  for (const frame of frames) {
    if (frame.atMs > lastMs) await delay(frame.atMs - lastMs);
    lastMs = frame.atMs;
    const bytes = 'text' in frame ? Buffer.from(frame.text) : Buffer.from(frame.base64, 'base64');
    await new Promise<void>((resolve) => {
      response.write(bytes, () => setImmediate(resolve));
    });
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}
