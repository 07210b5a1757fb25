import type OpenAI from 'openai';
import type { ChatRequest } from '../core/talk/chat.ts';
import type { Clock } from '../core/trial/clock.ts';
import type { Exchange } from '../core/talk/exchange.ts';
import type { Provider } from '../core/talk/model.ts';
import { RigError } from '../core/rig-error.ts';
import { captureExchange, toIncomingAnswer } from '../boundary/model/capture-exchange.ts';
import type { ModelTimeouts } from '../boundary/model/find-deadline.ts';
import type { TrialFetch } from '../boundary/model/trial-fetch.ts';
import { LimitError } from '../limit/limit-error.ts';
import { dialectFor } from '../dialect/registry.ts';
import { sendByWire } from './send-by-wire.ts';
import { findDisagreement, type SdkOutcome } from './sdk-agreement.ts';
import { fixTimes } from './fix-times.ts';
import { type RequestForm, toWireRequest } from './wire-request.ts';

/** Where a live model is and how it is asked. */
export interface OpenAiProviderOptions extends Partial<RequestForm> {
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Real time, for deadlines and for the times of the captured exchange. */
  readonly clock: Clock;
  /** Default: 60 s for the whole answer. */
  readonly timeouts?: ModelTimeouts;
  /** Sent besides the SDK's own. */
  readonly headers?: Readonly<Record<string, string>>;
  /** `fixed`: times by size, frames by event, no request ids: for recordings that must come out the same. */
  readonly times?: 'measured' | 'fixed';
  /** Default: Node's own. */
  readonly fetch?: TrialFetch;
}

/**
 * Creates a provider over HTTP, through the openai SDK with its retries off. What really came over
 * the line is taken down beneath the SDK; where the SDK reads it otherwise than the rig, the exchange
 * carries the note `sdk_disagrees`.
 */
export function createOpenAiProvider(options: OpenAiProviderOptions): Provider {
  const form: RequestForm = {
    emptyContent: options.emptyContent ?? 'null',
    maxCallIdChars: options.maxCallIdChars ?? (isOpenAi(options.baseUrl) ? 40 : null),
  };
  return {
    provenance: 'live',
    send: async (request, _position, signal) => {
      const wired = toWireRequest(request, form);
      const dialect = dialectFor(request);
      if (dialect.api !== 'chat') {
        const exchange = await sendByWire(wired, { ...options, dialect }, signal);
        return options.times === 'fixed' ? fixTimes(exchange) : exchange;
      }
      const { exchange, outcome } = await sendBySdk(wired, options, signal);
      const kept = options.times === 'fixed' ? fixTimes(exchange) : exchange;
      if (signal.aborted) return kept;
      const note = await findDisagreement(kept, outcome);
      return note === null ? kept : { ...kept, notes: [...(kept.notes ?? []), note] };
    },
  };
}

interface Sent {
  readonly exchange: Exchange;
  readonly outcome: SdkOutcome;
}

async function sendBySdk(
  request: ChatRequest,
  options: OpenAiProviderOptions,
  signal: AbortSignal,
): Promise<Sent> {
  let exchange: Exchange | null = null;
  let refusal: LimitError | null = null;
  const timeouts = options.timeouts ?? { modelTimeoutMs: 60_000 };
  // Loaded with the first request: a replay never needs these 150 modules.
  const { default: Client } = await import('openai');
  const client = new Client({
    apiKey: options.apiKey,
    baseURL: options.baseUrl,
    maxRetries: 0,
    // The harness owns the deadlines; the SDK's own ends at the headers.
    timeout: 2_147_483_647,
    ...(options.headers === undefined ? {} : { defaultHeaders: options.headers }),
    fetch: async (input, init) => {
      const asked = new Request(input, init);
      const capture = {
        send: async (own: AbortSignal) =>
          await toIncomingAnswer(
            (options.fetch ?? fetch)(asked, { signal: own, redirect: 'manual' }),
          ),
        clock: options.clock,
        timeouts,
      };
      exchange = await captureExchange(asked, capture).catch((error: unknown) => {
        if (error instanceof LimitError) refusal = error;
        throw error;
      });
      return toResponse(exchange);
    },
  });
  const outcome = await withOwnSignal(signal, (own) => askSdk(client, request, own));
  // Both are assigned inside the SDK's call of `fetch`, which the compiler cannot see.
  const refused = refusal as LimitError | null;
  const captured = exchange as Exchange | null;
  if (refused !== null) throw refused;
  if (captured !== null) return { exchange: captured, outcome };
  if (signal.aborted) return { exchange: unsent, outcome };
  throw new RigError(
    'MODEL_CLIENT',
    `Cannot send the request to "${options.baseUrl}": the client refused it. Check the base URL and the key`,
    { cause: outcome.error },
  );
}

/** The SDK never takes its listener off a signal; a trial's signal outlives many requests. */
async function withOwnSignal<T>(
  signal: AbortSignal,
  work: (own: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await work(controller.signal);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Nothing went out, because the trial was over. */
const unsent: Exchange = {
  status: 0,
  headers: {},
  headersAtMs: 0,
  frames: [],
  end: 'stalled',
  endAtMs: 0,
};

async function askSdk(
  client: OpenAI,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<SdkOutcome> {
  // The SDK's type lists its own fields; the rig sends whatever a variant asks for.
  const body = request as unknown as OpenAI.Chat.Completions.ChatCompletionCreateParams;
  try {
    if (request.stream === true) {
      const stream = await client.chat.completions.create({ ...body, stream: true }, { signal });
      const chunks: unknown[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      return { kind: 'chunks', chunks };
    }
    const reply: unknown = await client.chat.completions.create(body, { signal });
    return { kind: 'reply', reply };
  } catch (error) {
    return { kind: 'error', error };
  }
}

/** What the SDK is shown: the same status, headers, body and end. */
function toResponse(exchange: Exchange): Response {
  const { status, headers, frames, end } = exchange;
  if (status < 200 || status > 599) throw new TypeError('fetch failed');
  if (status === 204 || status === 205 || status === 304)
    return new Response(null, { status, headers });
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const frame of frames) {
        controller.enqueue(
          'text' in frame ? Buffer.from(frame.text) : Buffer.from(frame.base64, 'base64'),
        );
      }
      if (end === 'complete') controller.close();
      else controller.error(new TypeError('terminated'));
    },
  });
  return new Response(body, { status, headers });
}

function isOpenAi(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && new URL(baseUrl).hostname === 'api.openai.com';
}
