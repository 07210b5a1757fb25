import type { SentRequest } from './sent-request.ts';
import { isBare } from './fetch-answers.ts';
import type { TrialFetch } from './trial-fetch.ts';

/** Takes a piece of a body; the next one waits for what it returns. */
export type GivePiece = (piece: Uint8Array) => Promise<void> | void;

/** An answer whose headers have come. */
export interface BegunAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Gives the body piece by piece at the trial's pace, and throws where it breaks off; `null`: there is no body. */
  readonly play: ((give: GivePiece) => Promise<void>) | null;
}

/**
 * A trial's `fetch` without the objects of `fetch`, which cost more than all that is done with a request: a server passes on
 * what came over its socket, and plays the answer on it. Rejects where no response comes.
 */
export type TrialLine = (asked: SentRequest, signal: AbortSignal) => Promise<BegunAnswer>;

const lines = new WeakMap<TrialFetch, TrialLine>();

/** The `fetch` of a line. */
export function toFetch(line: TrialLine): TrialFetch {
  return withLine(async (input, init) => {
    const request =
      input instanceof Request && init === undefined ? input : new Request(input, init);
    const { method, url, headers, signal } = request;
    const body = await request.text();
    const stop = new AbortController();
    if (signal.aborted) stop.abort(signal.reason);
    signal.addEventListener('abort', () => stop.abort(signal.reason), { once: true });
    const asked = { method, url, headers: Object.fromEntries(headers), body };
    return toResponse(await line(asked, stop.signal), stop);
  }, line);
}

/** A `fetch` with the line that does the same. */
export function withLine(fetch: TrialFetch, line: TrialLine): TrialFetch {
  lines.set(fetch, line);
  return fetch;
}

/** The line of a `fetch`; one is made for a `fetch` of another kind. */
export function toLine(fetch: TrialFetch): TrialLine {
  return (
    lines.get(fetch) ??
    (async (asked, signal) => toBegunAnswer(await fetch(toRequest(asked, signal))))
  );
}

/** A request as an object of `fetch`. */
export function toRequest(
  { method, url, headers, body }: SentRequest,
  signal: AbortSignal,
): Request {
  const hasBody = method !== 'GET' && method !== 'HEAD';
  return new Request(url, { method, headers, signal, ...(hasBody ? { body } : {}) });
}

/** A response of `fetch`, to be played on a socket. */
export function toBegunAnswer({ status, headers, body }: Response): BegunAnswer {
  const given = Object.fromEntries(headers);
  if (body === null) return { status, headers: given, play: null };
  return {
    status,
    headers: given,
    play: async (give) => {
      // The body of a response gives bytes.
      for await (const piece of body) await give(piece as Uint8Array);
    },
  };
}

function toResponse({ status, headers, play }: BegunAnswer, stop: AbortController): Response {
  if (play === null) return new Response(isBare(status) ? null : '', { status, headers });
  let failure: { readonly error: unknown } | null = null;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      const fail = (error: unknown): void => {
        failure = { error };
        // What waits in a stream would be lost.
        if ((controller.desiredSize ?? 1) >= 1) controller.error(error);
      };
      play((piece) => controller.enqueue(piece)).then(() => {
        // A stream that was given up is closed.
        if (!stop.signal.aborted) controller.close();
      }, fail);
    },
    pull: (controller) => {
      if (failure !== null) controller.error(failure.error);
    },
    cancel: (reason) => stop.abort(reason),
  });
  return new Response(body, { status, headers });
}
