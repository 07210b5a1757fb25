import { RigError } from '../../core/rig-error.ts';
import type { BodyFrame, Exchange } from '../../core/talk/exchange.ts';

/** A status and header that SDKs do not retry; the trial has ended in any case. */
export function refuseForGood(error: unknown): Response {
  const message = error instanceof Error ? error.message : 'The trial cannot go on';
  const code = error instanceof RigError ? error.code.toLowerCase() : 'toolrig';
  return Response.json(
    { error: { message, type: 'toolrig', code } },
    { status: 400, headers: { 'x-should-retry': 'false' } },
  );
}

/** A refusal of what an agent may live without: the trial goes on. */
export function refuse(message: string): Response {
  const error = { message, type: 'invalid_request_error', code: 'unsupported_by_toolrig' };
  return Response.json({ error }, { status: 404 });
}

/** Whether a response with this status has no body. */
export function isBare(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** The bytes of a piece of a body. */
export function toBytes(frame: BodyFrame): Uint8Array {
  return 'text' in frame ? Buffer.from(frame.text) : Buffer.from(frame.base64, 'base64');
}

/** A body that breaks off after these pieces. */
export function failingStream(
  error: Error,
  frames: readonly BodyFrame[] = [],
): ReadableStream<Uint8Array> {
  const left = frames.map(toBytes);
  // What waits in a stream is lost when it errors, so each piece is given when it is asked for.
  return new ReadableStream<Uint8Array>(
    {
      pull: (controller) => {
        const next = left.shift();
        if (next === undefined) controller.error(error);
        else controller.enqueue(next);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The error that Node's own `fetch` throws where no response came. */
export function toFetchError(exchange: Exchange, late: boolean): Error {
  if (late) return withCause('fetch failed', 'UND_ERR_HEADERS_TIMEOUT');
  return withCause('fetch failed', exchange.end === 'refused' ? 'ECONNREFUSED' : 'ECONNRESET');
}

/** The error of Node's own `fetch` for a body that breaks off. */
export function toBodyError({ end }: Exchange): Error {
  return withCause('terminated', end === 'reset' ? 'UND_ERR_SOCKET' : 'UND_ERR_BODY_TIMEOUT');
}

function withCause(message: string, code: string): Error {
  return new TypeError(message, { cause: Object.assign(new Error(code), { code }) });
}
