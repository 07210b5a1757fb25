import { captureExchange } from '../boundary/model/capture-exchange.ts';
import type { ModelTimeouts } from '../boundary/model/find-deadline.ts';
import { findSent, keyHeaders, type SentRequest } from '../boundary/model/sent-request.ts';
import type { Provider } from '../core/talk/model.ts';
import type { Clock } from '../core/trial/clock.ts';
import type { Dialect } from '../dialect/dialect.ts';
import type { Exchange } from '../core/talk/exchange.ts';
import { dialectFor } from '../dialect/registry.ts';
import { fixTimes } from './fix-times.ts';
import { sendOverHttp } from './send-over-http.ts';
import { toTarget } from './to-target.ts';

/** Where requests of agents are passed on to. */
export interface ForwardOptions {
  readonly baseUrl: string;
  /** `null` where none is needed. */
  readonly apiKey: string | null;
  /** Real time, for deadlines and for the times of the captured exchange. */
  readonly clock: Clock;
  readonly timeouts: ModelTimeouts;
  /** As of a provider over the SDK. */
  readonly times?: 'measured' | 'fixed';
  /** Answers requests that no agent's client sent. */
  readonly otherwise: Provider;
}

/** A provider that passes on whatever a client sent. */
export type ForwardProvider = Provider & Required<Pick<Provider, 'sendSide'>>;

/**
 * Creates a provider that passes the requests of an agent's own client on as they are: method, path, query, headers but for
 * secrets, body. Only the origin is the configured one, and the key is put where the client put its own.
 */
export function createForwardProvider(options: ForwardOptions): ForwardProvider {
  const { otherwise, clock, timeouts } = options;
  const pass = async (
    sent: SentRequest,
    { dialect, path }: { readonly dialect: Dialect; readonly path: string },
    signal: AbortSignal,
  ): Promise<Exchange> => {
    const { method, body } = sent;
    const target = toTarget(sent.url, options.baseUrl, { path });
    const headers = toHeaders(sent, options.apiKey, dialect);
    const exchange = await captureExchange(
      { url: target, signal },
      {
        send: (own) => sendOverHttp({ url: target, method, headers, body, signal: own }),
        clock,
        timeouts,
      },
    );
    return options.times === 'fixed' ? fixTimes(exchange) : exchange;
  };
  return {
    provenance: 'live',
    send: async (request, position, signal) => {
      const sent = findSent(request);
      if (sent === null) return await otherwise.send(request, position, signal);
      const dialect = dialectFor(request);
      return await pass(sent, { dialect, path: dialect.path }, signal);
    },
    sendSide: async (request, signal) => {
      const sent = findSent(request);
      // The boundary notes how each request was sent before it is passed on.
      if (sent === null) throw new Error(`No client sent "${request.method} ${request.path}"`);
      const [path = ''] = request.path.split('?', 1);
      return await pass(sent, { dialect: dialectFor(request), path }, signal);
    },
  };
}

/** Of one connection, of one client, or secret. */
const dropped: ReadonlySet<string> = new Set([
  ...keyHeaders,
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-toolrig-trial',
]);

function toHeaders(
  sent: SentRequest,
  apiKey: string | null,
  dialect: Dialect,
): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent.headers)) {
    if (!dropped.has(name)) headers[name] = value;
  }
  if (apiKey === null) return headers;
  const own = keyHeaders.filter((name) => sent.headers[name] !== undefined);
  for (const name of own) headers[name] = name === 'authorization' ? `Bearer ${apiKey}` : apiKey;
  return own.length > 0 ? headers : { ...headers, ...dialect.toHeaders(apiKey) };
}
