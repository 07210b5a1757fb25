import type { ChatRequest } from '../core/talk/chat.ts';
import type { Exchange } from '../core/talk/exchange.ts';
import { captureExchange, toIncomingAnswer } from '../boundary/model/capture-exchange.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { toEndpoint } from '../dialect/to-endpoint.ts';
import type { OpenAiProviderOptions } from './create-open-ai-provider.ts';

/** How a request is sent without an SDK. */
export interface WireOptions extends Pick<
  OpenAiProviderOptions,
  'baseUrl' | 'apiKey' | 'clock' | 'timeouts' | 'headers' | 'fetch'
> {
  readonly dialect: Dialect;
}

/** Sends a request in its dialect and takes down what really comes back. */
export async function sendByWire(
  request: ChatRequest,
  options: WireOptions,
  signal: AbortSignal,
): Promise<Exchange> {
  const { dialect, apiKey, clock, timeouts = { modelTimeoutMs: 60_000 } } = options;
  const headers = new Headers({
    ...dialect.toHeaders(apiKey),
    ...options.headers,
    'content-type': 'application/json',
    accept: request.stream === true ? 'text/event-stream' : 'application/json',
  });
  const sent = new Request(toEndpoint(options.baseUrl, dialect.path), {
    method: 'POST',
    headers,
    body: dialect.writeRequest(request),
    redirect: 'manual',
    signal,
  });
  return await captureExchange(sent, {
    send: async (signal) =>
      await toIncomingAnswer((options.fetch ?? fetch)(sent, { signal, redirect: 'manual' })),
    clock,
    timeouts,
  });
}
