import type { Exchange } from '../../core/talk/exchange.ts';
import type { ModelStrike } from '../../core/suite/fault.ts';
import type { ModelReply, SaidCall } from '../../core/talk/model.ts';
import type { Dialect } from '../../dialect/dialect.ts';
import type { DecodeContext, Decoded } from '../../dialect/decoded.ts';
import { findContradictions, findRepeatedIds } from '../../dialect/reply/finish-reply.ts';

/** What the faults of one request made of its exchange. */
export interface StruckExchange {
  readonly decoded: Decoded;
  /** The strikes that changed something, in the order in which they did. */
  readonly applied: readonly ModelStrike[];
  /** The exchange as an agent behind `fetch` gets it. */
  toExchange(): Exchange;
}

/** How a reply is read, and what was asked. */
export interface Reading {
  readonly dialect: Dialect;
  readonly context: DecodeContext;
}

/**
 * Lets faults loose on what was really said: first those that edit calls (the model said it), then
 * those that transform the exchange (the line did it). Calls keep the mark of the fault that planted them.
 */
export function strikeExchange(
  exchange: Exchange,
  strikes: readonly ModelStrike[],
  { dialect, context }: Reading,
): StruckExchange {
  let decoded = dialect.decode(exchange, context);
  if (strikes.length === 0) return { decoded, applied: [], toExchange: () => exchange };
  const applied: ModelStrike[] = [];
  let edited: ModelReply | null = null;
  for (const strike of strikes) {
    if (strike.type !== 'edit_calls' || !decoded.ok || isUnreadable(decoded.reply)) continue;
    const calls = strike.apply(decoded.reply.calls);
    if (calls === null) continue;
    edited = withCalls(decoded.reply, calls, dialect);
    decoded = { ok: true, reply: edited };
    applied.push(strike);
  }
  let struck = edited === null ? exchange : reencode(edited, exchange, dialect);
  for (const strike of strikes) {
    if (strike.type !== 'transform') continue;
    const next = strike.apply(struck, dialect);
    if (next === struck) continue;
    struck = next;
    decoded = keepMarks(dialect.decode(next, context), edited);
    applied.push(strike);
  }
  return { decoded, applied, toExchange: () => struck };
}

/** The body contains no call that a fault could change. */
function isUnreadable(reply: ModelReply): boolean {
  return reply.calls.some((call) => call.unreadable !== undefined);
}

/** A reply with other calls; deviations that depend on the calls are determined again. */
function withCalls(reply: ModelReply, calls: readonly SaidCall[], dialect: Dialect): ModelReply {
  const tied = new Set(['call_id_missing', 'call_id_repeated', 'finish_contradicts']);
  const missing = calls.filter((call) => call.id === null);
  return {
    ...reply,
    calls,
    deviations: [
      ...reply.deviations.filter((deviation) => !tied.has(deviation.code)),
      ...missing.map((call) => ({
        code: 'call_id_missing',
        text: `The call of "${call.name}" has no id`,
      })),
      ...findContradictions(reply.stop, calls.length, dialect.stopField),
      ...findRepeatedIds(calls),
    ],
  };
}

function reencode(reply: ModelReply, like: Exchange, dialect: Dialect): Exchange {
  const stream = (like.headers['content-type'] ?? '').includes('text/event-stream');
  return dialect.encode(reply, { stream, like });
}

function keepMarks(decoded: Decoded, edited: ModelReply | null): Decoded {
  if (!decoded.ok || edited === null) return decoded;
  if (decoded.reply.calls.length !== edited.calls.length) return decoded;
  const calls = decoded.reply.calls.map((call, index): SaidCall => {
    const { injected, edited: edit } = edited.calls[index] ?? {};
    return {
      ...call,
      ...(injected === undefined ? {} : { injected }),
      ...(edit === undefined ? {} : { edited: edit }),
    };
  });
  return { ok: true, reply: { ...decoded.reply, calls } };
}
