import { Agent as HttpAgent, type IncomingMessage, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

import type { IncomingAnswer } from '../boundary/model/capture-exchange.ts';

/** A request to be sent. */
export interface OutgoingRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
}

/** Connections are kept, as those of `fetch` are. */
const agents = {
  http: new HttpAgent({ keepAlive: true, noDelay: true }),
  https: new HttpsAgent({ keepAlive: true, noDelay: true }),
};

/**
 * Sends a request by Node's own client, which costs a fraction of what `fetch` does. Redirects are not followed, and bodies are
 * asked for as they are, without compression.
 */
export async function sendOverHttp(outgoing: OutgoingRequest): Promise<IncomingAnswer> {
  try {
    return await send(outgoing);
  } catch (error) {
    if (!(error instanceof StaleSocketError)) throw new TypeError('fetch failed', { cause: error });
  }
  // A kept connection that the server had just closed: nothing of the request was read.
  try {
    return await send(outgoing);
  } catch (error) {
    throw new TypeError('fetch failed', { cause: error });
  }
}

class StaleSocketError extends Error {
  readonly code = 'ECONNRESET';
}

/** Source for the second try: https://nodejs.org/api/http.html#requestreusedsocket. */
async function send(outgoing: OutgoingRequest): Promise<IncomingAnswer> {
  const { url, method, headers, body, signal } = outgoing;
  signal.throwIfAborted();
  return await new Promise<IncomingAnswer>((resolve, reject) => {
    const options = {
      ...toPlace(url),
      method,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    };
    const take = (message: IncomingMessage): void => resolve(new IncomingBody(message));
    const sent = url.startsWith('https:')
      ? httpsRequest({ ...options, agent: agents.https }, take)
      : httpRequest({ ...options, agent: agents.http }, take);
    // The signal is that of this request alone, so the listener goes with it.
    signal.addEventListener('abort', () => sent.destroy(), { once: true });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      const isStale = sent.reusedSocket && error.code === 'ECONNRESET';
      reject(isStale ? new StaleSocketError(error.message) : error);
    });
    sent.end(body);
  });
}

/** What Node's client makes of a URL, without what it makes of it besides. */
function toPlace(url: string): {
  readonly hostname: string;
  readonly port: string;
  readonly path: string;
} {
  const { hostname, port, pathname, search } = new URL(url);
  // An IPv6 address has brackets in a URL alone.
  return { hostname: hostname.replace(/^\[(.*)\]$/u, '$1'), port, path: `${pathname}${search}` };
}

/** The body of a response, by its events: it is read as it comes. */
class IncomingBody implements IncomingAnswer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly #pieces: (Uint8Array | null)[] = [];
  #error: Error | null = null;
  #wake: (() => void) | null = null;

  constructor(message: IncomingMessage) {
    const { statusCode = 500, headers } = message;
    this.status = statusCode;
    this.headers = {
      get: (name) => {
        const value = headers[name];
        return typeof value === 'string' ? value : null;
      },
    };
    message.on('data', (piece: Buffer) => this.#add(piece));
    message.once('end', () => this.#add(null));
    message.once('error', (error) => {
      this.#error = new TypeError('terminated', { cause: error });
      this.#wake?.();
    });
  }

  async read(): Promise<Uint8Array | null> {
    for (;;) {
      const piece = this.#pieces.shift();
      if (piece !== undefined) return piece;
      if (this.#error !== null) throw this.#error;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #add(piece: Uint8Array | null): void {
    this.#pieces.push(piece);
    this.#wake?.();
  }
}
