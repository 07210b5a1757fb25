import type { Exchange } from '../../core/talk/exchange.ts';
import type { ModelReply } from '../../core/talk/model.ts';
import type { Dialect } from '../dialect.ts';
import { isEventStream } from '../line/body-text.ts';
import { toMarkup } from './to-markup.ts';

type Writer = Pick<Dialect, 'decode' | 'encode' | 'toStopWord'>;

/** The exchange with its reason to stop turned round: calls with a good end, or none with one that announces calls. */
export function contradictReply(exchange: Exchange, dialect: Writer): Exchange {
  return rewrite(exchange, dialect, (reply) => {
    if (reply.stop !== 'stop' && reply.stop !== 'tool_calls') return null;
    const stop = reply.stop === 'stop' ? 'tool_calls' : 'stop';
    return { ...reply, stop, finishReason: dialect.toStopWord(stop) };
  });
}

/** The exchange with its calls written as text. */
export function writeReplyCalls(exchange: Exchange, dialect: Writer): Exchange {
  return rewrite(exchange, dialect, (reply) => {
    if (reply.calls.length === 0) return null;
    const text = toMarkup(
      reply.calls.map(({ name, argumentsText }) => ({ name, arguments: argumentsText ?? '' })),
    );
    const { extra: _extra, ...rest } = reply;
    return { ...rest, text, calls: [], stop: 'stop', finishReason: dialect.toStopWord('stop') };
  });
}

function rewrite(
  exchange: Exchange,
  dialect: Writer,
  edit: (reply: ModelReply) => ModelReply | null,
): Exchange {
  const decoded = dialect.decode(exchange);
  const edited = decoded.ok ? edit(decoded.reply) : null;
  if (edited === null) return exchange;
  return dialect.encode(edited, { stream: isEventStream(exchange), like: exchange });
}
