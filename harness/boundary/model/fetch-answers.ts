import { RigError } from '../../core/rig-error.ts';
import type { BodyFrame, Exchange } from '../../core/talk/exchange.ts';
import type { BegunAnswer } from './trial-line.ts';

/** A status and header that SDKs do not retry; the trial has ended in any case. */
export function refuseForGood(error: unknown): BegunAnswer {
  const message = error instanceof Error ? error.message : 'The trial cannot go on';
  const code = error instanceof RigError ? error.code.toLowerCase() : 'toolrig';
  const body = { error: { message, type: 'toolrig', code } };
  return toJsonAnswer(400, body, { 'x-should-retry': 'false' });
}

/** A refusal of what an agent may live without: the trial goes on. */
export function refuse(message: string): BegunAnswer {
  const error = { message, type: 'invalid_request_error', code: 'unsupported_by_toolrig' };
  return toJsonAnswer(404, { error });
}

function toJsonAnswer(
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): BegunAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    play: async (give) => await give(Buffer.from(JSON.stringify(body))),
  };
}

/** Whether a response with this status has no body. */
export function isBare(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}

/** The bytes of a piece of a body. */
export function toBytes(frame: BodyFrame): Uint8Array {
  return 'text' in frame ? Buffer.from(frame.text) : Buffer.from(frame.base64, 'base64');
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
