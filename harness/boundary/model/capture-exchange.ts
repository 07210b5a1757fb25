import type { Clock } from '../../core/trial/clock.ts';
import type { BodyFrame, Exchange, ExchangeEnd } from '../../core/talk/exchange.ts';
import { createContentWatch, type ModelTimeouts } from './find-deadline.ts';
import { readHttpDate } from '../../dialect/line/read-retry-after.ts';
import { LimitError } from '../../limit/limit-error.ts';
import { keepLimit, limitOf } from '../../limit/limits.ts';

/** A response whose headers have come, as a client hands it over. */
export interface IncomingAnswer {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  /** The next piece of the body, `null` at its end. Rejects where the body breaks off. */
  read(): Promise<Uint8Array | null>;
}

/** How an exchange is captured. */
export interface CaptureOptions {
  /** Sends the request, without following redirects. */
  readonly send: (signal: AbortSignal) => Promise<IncomingAnswer>;
  /** Real time: the exchange's times and the deadlines come from it. */
  readonly clock: Clock;
  readonly timeouts: ModelTimeouts;
}

/** Headers that are kept; all others may hold secrets or change without meaning. */
const keptHeaders: readonly string[] = [
  'content-type',
  'location',
  'openai-model',
  'openai-processing-ms',
  'retry-after',
  'retry-after-ms',
  'x-gateway-model',
  'x-request-id',
];

interface Piece {
  readonly atMs: number;
  readonly bytes: Uint8Array;
}

/** The value of a deadline that has passed. */
const late = 'late';

/** What `fetch` gives, as it is captured. */
export async function toIncomingAnswer(answer: Promise<Response>): Promise<IncomingAnswer> {
  const { status, headers, body } = await answer;
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader();
  return {
    status,
    headers,
    read: async () => (await reader?.read())?.value ?? null,
  };
}

/**
 * Sends a request and takes down what the line really does, deadlines included. Never throws for it.
 *
 * @throws LimitError for a body that is too large.
 */
export async function captureExchange(
  request: Pick<Request, 'url' | 'signal'>,
  options: CaptureOptions,
): Promise<Exchange> {
  const capture = new Capture(request, options);
  const stop = (): void => capture.giveUp();
  if (request.signal.aborted) stop();
  request.signal.addEventListener('abort', stop, { once: true });
  try {
    return await capture.run();
  } finally {
    request.signal.removeEventListener('abort', stop);
  }
}

class Capture {
  readonly #request: Pick<Request, 'url' | 'signal'>;
  readonly #options: CaptureOptions;
  readonly #startMs: number;
  readonly #abort = new AbortController();
  readonly #pieces: Piece[] = [];
  readonly #alarm: Alarm;
  #sizeBytes = 0;

  constructor(request: Pick<Request, 'url' | 'signal'>, options: CaptureOptions) {
    this.#request = request;
    this.#options = options;
    this.#startMs = options.clock.nowMs();
    this.#alarm = new Alarm(options.clock);
  }

  giveUp(): void {
    this.#abort.abort();
  }

  async run(): Promise<Exchange> {
    try {
      return await this.#run();
    } finally {
      this.#alarm.stop();
    }
  }

  async #run(): Promise<Exchange> {
    const { modelTimeoutMs: wholeMs, headersTimeoutMs: headersMs = wholeMs } =
      this.#options.timeouts;
    const { signal } = this.#abort;
    // A redirect would carry the key and the conversation to an address that no one agreed to.
    const answer = this.#options.send(signal);
    let response: IncomingAnswer | typeof late;
    try {
      response = await this.#within(Math.min(headersMs, wholeMs), answer);
    } catch (error) {
      return signal.aborted ? this.#endWithout('stalled') : this.#endBy(error);
    }
    if (response === late) {
      this.#abort.abort();
      await answer.catch(() => undefined);
      return this.#endWithout('stalled');
    }
    const headersAtMs = this.#passedMs();
    const headers = keepHeaders(response.headers);
    const end = await this.#readBody(response, headers, signal);
    const frames = toFrames(this.#pieces, end === 'complete' && !isStream(headers));
    return {
      status: response.status,
      headers,
      headersAtMs,
      frames,
      end,
      endAtMs: this.#passedMs(),
    };
  }

  async #readBody(
    response: IncomingAnswer,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<ExchangeEnd> {
    const { modelTimeoutMs: wholeMs, gapTimeoutMs: gapMs = wholeMs } = this.#options.timeouts;
    const hasContent = createContentWatch(headers);
    let lastMs = this.#passedMs();
    for (;;) {
      const reading = response.read();
      try {
        const read = await this.#within(Math.min(lastMs + gapMs, wholeMs), reading);
        if (read === late) {
          this.#abort.abort();
          await reading.catch(() => undefined);
          return 'stalled';
        }
        if (read === null) return 'complete';
        const atMs = this.#passedMs();
        this.#sizeBytes += read.length;
        this.#keepSize();
        this.#pieces.push({ atMs, bytes: read });
        const { buffer, byteOffset, length } = read;
        const text = Buffer.from(buffer, byteOffset, length).toString('latin1');
        if (hasContent(text)) lastMs = atMs;
      } catch (error) {
        if (error instanceof LimitError) throw error;
        return signal.aborted ? 'stalled' : toEnd(error);
      }
    }
  }

  /** Unpacked, and while it comes: a small body can become a large one. */
  #keepSize(): void {
    if (this.#sizeBytes <= limitOf('bodyBytes')) return;
    const { host } = new URL(this.#request.url);
    try {
      keepLimit('bodyBytes', this.#sizeBytes, `read the response of "${host}"`);
    } catch (error) {
      this.#abort.abort();
      throw error;
    }
  }

  async #within<T>(ms: number, work: Promise<T>): Promise<T | typeof late> {
    return await this.#alarm.within(this.#startMs + ms, work);
  }

  /** No response line came, for a reason that the client knows. */
  #endBy(error: unknown): Exchange {
    const ended = this.#endWithout(toEnd(error));
    const words = listCodes(error);
    const { protocol } = new URL(this.#request.url);
    if (protocol === 'https:' && /EPROTO|ERR_SSL_/u.test(words)) {
      return { ...ended, notes: [mismatch('https', 'http')] };
    }
    if (protocol === 'http:' && /HPE_INVALID/u.test(words)) {
      return { ...ended, notes: [mismatch('http', 'https')] };
    }
    return ended;
  }

  #endWithout(end: ExchangeEnd): Exchange {
    const endAtMs = this.#passedMs();
    return { status: 0, headers: {}, headersAtMs: endAtMs, frames: [], end, endAtMs };
  }

  #passedMs(): number {
    return Math.floor(this.#options.clock.nowMs() - this.#startMs);
  }
}

/** One wait for the deadlines of one exchange: most of them are later than the one before, and it goes on waiting. */
class Alarm {
  readonly #clock: Clock;
  #stop: (() => void) | null = null;
  #rung: Promise<typeof late> | null = null;
  #ringsAtMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  async within<T>(deadlineMs: number, work: Promise<T>): Promise<T | typeof late> {
    for (;;) {
      if (this.#rung === null || this.#ringsAtMs > deadlineMs) this.#set(deadlineMs);
      const first = await Promise.race([work, this.#rung ?? work]);
      if (first !== late || this.#clock.nowMs() >= deadlineMs) return first;
      this.#rung = null;
    }
  }

  stop(): void {
    this.#stop?.();
  }

  #set(deadlineMs: number): void {
    this.stop();
    this.#ringsAtMs = deadlineMs;
    const ms = Math.max(0, deadlineMs - this.#clock.nowMs());
    this.#rung = new Promise((resolve) => {
      this.#stop = setAlarm(this.#clock, ms, () => resolve(late));
    });
  }
}

function setAlarm(clock: Clock, ms: number, ring: () => void): () => void {
  if (clock.alarm !== undefined) return clock.alarm(ms, ring);
  const stop = new AbortController();
  void clock.sleep(ms, stop.signal).then(ring);
  return () => stop.abort(late);
}

function isStream(headers: Readonly<Record<string, string>>): boolean {
  return (headers['content-type'] ?? '').includes('text/event-stream');
}

/** A date in `Retry-After` means nothing later: it is kept as a wait, by the server's own `date`. */
function keepHeaders(headers: IncomingAnswer['headers']): Readonly<Record<string, string>> {
  const kept: Record<string, string> = {};
  for (const name of keptHeaders) {
    const value = headers.get(name);
    if (value !== null) kept[name] = value;
  }
  const untilMs = readHttpDate(kept['retry-after'] ?? '');
  const nowMs = readHttpDate(headers.get('date') ?? '');
  if (untilMs !== null && nowMs !== null && kept['retry-after-ms'] === undefined) {
    kept['retry-after-ms'] = String(Math.max(0, untilMs - nowMs));
  }
  return kept;
}

/** Text frames where the bytes are UTF-8 (a cut character goes to the next frame), else base64. */
function toFrames(pieces: readonly Piece[], joined: boolean): readonly BodyFrame[] {
  const last = pieces.at(-1);
  if (last === undefined) return [];
  const parts = joined
    ? [{ atMs: last.atMs, bytes: Buffer.concat(pieces.map((piece) => piece.bytes)) }]
    : pieces;
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const frames: BodyFrame[] = [];
  try {
    for (const [index, { atMs, bytes }] of parts.entries()) {
      const text = decoder.decode(bytes, { stream: index < parts.length - 1 });
      if (text !== '') frames.push({ atMs, text });
    }
    return frames;
  } catch {
    return parts.map(({ atMs, bytes }) => ({
      atMs,
      base64: Buffer.from(bytes).toString('base64'),
    }));
  }
}

const refusals =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|CERT|ERR_TLS/;
const stalls = /TIMEOUT|ETIMEDOUT/;

/** Reads the cause of a failed `fetch` (undici, Node's network errors, DOMException). */
function toEnd(error: unknown): ExchangeEnd {
  const words = listCodes(error);
  if (refusals.test(words)) return 'refused';
  return stalls.test(words) ? 'stalled' : 'reset';
}

/** The base URL and the port speak different protocols. */
function mismatch(asked: string, meant: string): { readonly code: string; readonly text: string } {
  return {
    code: 'protocol_mismatch',
    text: `The port does not speak ${asked}: check whether the base URL should begin with ${meant}://`,
  };
}

/** Codes and names of an error and of its causes. */
function listCodes(error: unknown): string {
  const codes: string[] = [];
  let cause: unknown = error;
  for (let depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    codes.push('code' in cause ? String(cause.code) : cause.name);
    if (cause instanceof AggregateError) cause = cause.errors[0];
    else ({ cause } = cause);
  }
  return codes.join(' ');
}
