import type { ChatRequest } from '../core/talk/chat.ts';
import type { Exchange } from '../core/talk/exchange.ts';
import { captureExchange } from '../boundary/model/capture-exchange.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { findWire } from '../dialect/kept-wire.ts';
import type { OpenAiProviderOptions } from './create-open-ai-provider.ts';

/** How a request is sent without an SDK. */
export interface WireOptions extends Pick<
  OpenAiProviderOptions,
  'baseUrl' | 'apiKey' | 'clock' | 'timeouts' | 'headers' | 'fetch'
> {
  readonly dialect: Dialect;
  /** The request as it was read; the bytes of an agent of one's own are sent as they came. */
  readonly like: ChatRequest;
}

/** Headers of an agent's own request that say which form of the API it speaks. */
const versionHeaders: readonly string[] = ['anthropic-version', 'anthropic-beta', 'openai-beta'];

/** Sends a request in its dialect and takes down what really comes back. */
export async function sendByWire(
  request: ChatRequest,
  options: WireOptions,
  signal: AbortSignal,
): Promise<Exchange> {
  const { dialect, apiKey, clock, timeouts = { modelTimeoutMs: 60_000 } } = options;
  const wire = findWire(options.like);
  const headers = new Headers({
    ...dialect.toHeaders(apiKey),
    ...options.headers,
    'content-type': 'application/json',
    accept: request.stream === true ? 'text/event-stream' : 'application/json',
  });
  for (const name of versionHeaders) {
    const said = wire?.headers.get(name);
    if (said !== null && said !== undefined) headers.set(name, said);
  }
  const sent = new Request(toUrl(options.baseUrl, dialect.path), {
    method: 'POST',
    headers,
    body: wire?.body ?? dialect.writeRequest(request),
    redirect: 'manual',
    signal,
  });
  return await captureExchange(sent, { fetch: options.fetch ?? fetch, clock, timeouts });
}

/** A base URL may end in the version with which the path begins. */
function toUrl(baseUrl: string, path: string): string {
  const base = baseUrl.replace(/\/+$/u, '');
  return base.endsWith('/v1') && path.startsWith('/v1/')
    ? `${base}${path.slice('/v1'.length)}`
    : `${base}${path}`;
}
