import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { TrialFetch } from '../boundary/model/trial-fetch.ts';
import { toLine, type TrialLine } from '../boundary/model/trial-line.ts';
import { LimitError } from '../limit/limit-error.ts';
import { keepLimit } from '../limit/limits.ts';
import { playResponse } from './play-response.ts';
import { readToken } from './read-token.ts';

/** How a model server is opened. */
export interface ModelServerOptions {
  /** Answers requests that name no trial, or one that is not known. Default: they are refused. */
  readonly others?: TrialFetch;
  /** For `others`, as `holdMs` of a seat. Default 0. */
  readonly holdMs?: number;
  /** Makes the token of a trial. Default: 24 random bytes. */
  readonly newToken?: () => string;
}

/** A trial's place at the server. */
export interface ModelSeat {
  /** The key that the agent's SDK is given. */
  readonly token: string;
  /** The base URL for agents whose key is another matter: the token is in its path. */
  readonly url: string;
  /** The trial is over: its connections end, and its token is refused from now on. */
  close(): void;
}

/** The model boundaries of a run as one HTTP server on the loopback. */
export interface ModelServer {
  /** Such as `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Gives a trial its place. Its requests are answered by its boundary's `fetch`. */
  open(fetch: TrialFetch, options: { readonly holdMs: number }): ModelSeat;
  /** Requests that named no trial of the run, one sentence each. */
  readonly refused: readonly string[];
  close(): Promise<void>;
}

interface Seat {
  readonly line: TrialLine;
  readonly holdMs: number;
  /** Ends the requests in flight. */
  readonly leave: Set<() => void>;
}

/** The maximum number of stored refusals, because a program in a loop would repeat the same one forever. */
const mostRefused = 20;

/**
 * Opens the model boundary as a server: each request goes to the trial that its token names, as it came, and the answer of
 * that trial's `fetch` is played on the socket. It listens on 127.0.0.1 only and refuses every other name as host, so that
 * no web page can reach it under another host name.
 */
export async function openModelServer(options: ModelServerOptions = {}): Promise<ModelServer> {
  const { newToken = () => randomBytes(24).toString('hex') } = options;
  const desk = new Desk(options);
  const server = createServer({ noDelay: true, keepAliveTimeout: 30_000 }, (request, response) => {
    void desk.serve(request, response);
  });
  await listen(server);
  // A server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  desk.hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    refused: desk.refused,
    open(fetch, { holdMs }) {
      const token = newToken();
      const seat = { line: toLine(fetch), holdMs, leave: new Set<() => void>() };
      desk.seats.set(token, seat);
      return {
        token,
        url: `${origin}/t/${token}`,
        close() {
          desk.seats.delete(token);
          desk.ended.add(token);
          endAll(seat);
        },
      };
    },
    close: async () => {
      for (const seat of desk.seats.values()) endAll(seat);
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

function endAll({ leave }: Seat): void {
  for (const end of leave) end();
}

async function listen(server: Server): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
}

class Desk {
  readonly seats = new Map<string, Seat>();
  readonly ended = new Set<string>();
  readonly refused: string[] = [];
  hosts: ReadonlySet<string> = new Set();
  readonly #others: Seat | null;

  constructor({ others, holdMs = 0 }: ModelServerOptions) {
    this.#others = others === undefined ? null : { line: toLine(others), holdMs, leave: new Set() };
  }

  async serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers, method = 'GET', url = '/' } = message;
    const { host = '' } = headers;
    if (!this.hosts.has(host)) {
      refuse(response, 403, `Requests for the host "${host}" are not served here`);
      return;
    }
    const { token, path } = readToken(url, headers);
    const seat = this.seats.get(token ?? '') ?? this.#others;
    if (seat === null) {
      const text = this.#turnAway(`${method} ${path.split('?', 1)[0] ?? ''}`, token);
      const remedy = 'Send the key that the agent was given (OPENAI_API_KEY, ANTHROPIC_API_KEY)';
      refuse(response, 401, `${text}. ${remedy}`);
    } else await answer(seat, { message, response, url: `http://${host}${path}` });
  }

  #turnAway(asked: string, token: string | null): string {
    if (token !== null && this.ended.has(token)) return `${asked} names a trial that is over`;
    const text = `${asked} ${token === null ? 'names no trial' : 'names a trial that is not of this run'}`;
    if (this.refused.length < mostRefused) this.refused.push(text);
    return text;
  }
}

interface Asked {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: string;
}

async function answer(seat: Seat, { message, response, url }: Asked): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) gone.abort();
  });
  const leave = (): void => {
    gone.abort();
    response.socket?.destroy();
  };
  seat.leave.add(leave);
  try {
    const body = await readBody(message);
    const { method = 'GET' } = message;
    const asked = { method, url, headers: toHeaders(message), body };
    const { signal } = gone;
    await playResponse(seat.line(asked, signal), response, { holdMs: seat.holdMs, signal });
  } catch (error) {
    if (error instanceof LimitError) refuse(response, 413, error.message);
    else response.socket?.destroy();
  } finally {
    seat.leave.delete(leave);
  }
}

function toHeaders({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  const given: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') given[name] = value;
  }
  return given;
}

const decoder = new TextDecoder();

async function readBody(message: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let sizeBytes = 0;
  await new Promise<void>((resolve, reject) => {
    message.on('data', (bytes: Buffer) => {
      sizeBytes += bytes.length;
      try {
        keepLimit('requestBytes', sizeBytes, 'read the request of an agent');
        parts.push(bytes);
      } catch (error) {
        message.pause();
        reject(error);
      }
    });
    message.once('end', resolve);
    message.once('error', reject);
    message.once('close', () => {
      if (!message.complete) reject(new Error('The agent went away'));
    });
  });
  return decoder.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts));
}

/** An answer that no SDK tries again. */
function refuse(response: ServerResponse, status: number, message: string): void {
  if (response.headersSent) return;
  const error = { message, type: 'toolrig', code: 'refused_by_toolrig' };
  response
    .writeHead(status, {
      'content-type': 'application/json',
      'x-should-retry': 'false',
      connection: 'close',
    })
    .end(JSON.stringify({ error }));
}
