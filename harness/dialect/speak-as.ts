import type { Exchange } from '../core/talk/exchange.ts';
import type { ModelReply } from '../core/talk/model.ts';
import type { WireError } from '../core/talk/wire-form.ts';
import { detectDialect } from './detect-dialect.ts';
import type { Dialect } from './dialect.ts';
import { isEventStream, toStreamEvents } from './line/body-text.ts';

/**
 * Puts a scripted exchange into the dialect in which it was asked for, so that one script serves all of them. What is in it
 * already, and what is no answer in any (a web page, an empty body), stays as it is.
 */
export function speakAs(exchange: Exchange, dialect: Dialect): Exchange {
  const spoken = detectDialect(exchange);
  if (spoken.api === dialect.api || exchange.status === 0) return exchange;
  const decoded = spoken.decode(exchange);
  const stream = isEventStream(exchange);
  if (decoded.ok) {
    const { reply } = decoded;
    const finishReason = dialect.toStopWord(reply.stop) ?? reply.finishReason;
    return dialect.encode({ ...reply, finishReason }, { stream, like: exchange });
  }
  const { error } = decoded;
  if (error.kind === 'http') {
    const body = dialect.toErrorBody(toWireError(exchange.status, error.code, error.message));
    return { ...exchange, frames: [{ atMs: exchange.endAtMs, text: body }] };
  }
  if (!stream || exchange.end === 'complete') return exchange;
  const begun = dialect.encode(nothing, { stream, like: exchange });
  return { ...begun, frames: toStreamEvents(begun).slice(0, 1), end: exchange.end };
}

const nothing: ModelReply = {
  text: 'x',
  refusal: null,
  calls: [],
  stop: 'none',
  finishReason: null,
  usage: null,
  model: null,
  deviations: [],
};

function toWireError(status: number, code: string, message: string): WireError {
  const said = message.replace(/^The provider answered \d+:? ?/u, '');
  if (code === 'context_length_exceeded') return { status, kind: 'context_length', message: said };
  if (status === 429) return { status, kind: 'rate_limit', message: said };
  if (status === 529) return { status, kind: 'overloaded', message: said };
  return { status, kind: status >= 500 ? 'server' : 'invalid_request', message: said };
}
