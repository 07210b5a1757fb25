import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { RigError } from '../core/rig-error.ts';
import { html } from '../report/html/html.ts';
import { toPageText } from './page/layout.ts';
import type { ViewAnswer, Viewer } from './viewer.ts';

/** The viewer as a server on the loopback. */
export interface ViewServer {
  /** Such as `http://127.0.0.1:4180`. */
  readonly origin: string;
  close(): Promise<void>;
}

/**
 * Serves a viewer on 127.0.0.1 only, to this machine's browsers only: a request for another host, or from a page of
 * another origin, is refused, so that no web site can read runs through a visitor's browser. It answers GET and HEAD.
 *
 * @param port - 0 = any free one.
 * @throws RigError when the port is taken.
 */
export async function openViewServer(viewer: Viewer, port: number): Promise<ViewServer> {
  const hosts = new Set<string>();
  const server = createServer((request, response) => {
    void serve(viewer, { hosts, request, response });
  });
  await listen(server, port);
  // A server that listens on a port has an address of this form.
  const { port: taken } = server.address() as AddressInfo;
  hosts.add(`127.0.0.1:${taken}`).add(`localhost:${taken}`);
  return {
    origin: `http://127.0.0.1:${taken}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => {
      const message = `Cannot serve on port ${port}: ${error.message}. Choose another one with --port, or 0 for any`;
      reject(new RigError('PORT_TAKEN', message, { cause: error }));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
}

interface Visit {
  readonly hosts: ReadonlySet<string>;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function serve(viewer: Viewer, { hosts, request, response }: Visit): Promise<void> {
  const refusal = findRefusal(request, hosts);
  const answer = refusal ?? (await answerTo(viewer, request.url ?? '/').catch(toError));
  const { status, type, body } = answer;
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'cache-control': 'no-store',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  });
  if (request.method === 'HEAD') response.end();
  else {
    for (const piece of body) response.write(piece);
    response.end();
  }
}

/** A path with two slashes in front is no address: it must not end the server. */
async function answerTo(viewer: Viewer, path: string): Promise<ViewAnswer> {
  const base = 'http://127.0.0.1';
  if (!URL.canParse(path, base)) return refuse(400, 'Refused: this is no address of a page.');
  return await viewer.answer(new URL(path, base));
}

function findRefusal(request: IncomingMessage, hosts: ReadonlySet<string>): ViewAnswer | null {
  const { host, origin } = request.headers;
  if (!hosts.has(host ?? '')) {
    return refuse(403, 'Refused: this server answers only under the address that it printed.');
  }
  if (origin !== undefined && !hosts.has(origin.replace(/^http:\/\//u, ''))) {
    return refuse(403, 'Refused: this server answers no other site.');
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refuse(405, 'Refused: the viewer only reads.');
  }
  return null;
}

function refuse(status: number, text: string): ViewAnswer {
  return { status, type: 'text/plain', body: [`${text}\n`] };
}

/** A run that is damaged is shown as such; only a fault of toolrig itself is one of the server. */
function toError(error: unknown): ViewAnswer {
  const isKnown = error instanceof RigError;
  const text = isKnown
    ? error.message
    : 'This page cannot be made, for a reason in toolrig itself.';
  const body = html`<p class="banner text">${text}</p>`;
  return {
    status: isKnown ? 422 : 500,
    type: 'text/html',
    body: [toPageText({ title: 'Cannot show this', body })],
  };
}
