import type { Exchange } from '../../core/talk/exchange.ts';
import type { EncodeOptions } from '../dialect.ts';

/** An exchange of body texts: one for a whole reply, one an event for a stream. */
export function toEncodedExchange(
  texts: readonly string[],
  { like, stream }: EncodeOptions,
): Exchange {
  const type = stream ? 'text/event-stream' : 'application/json';
  const times = toTimes(like);
  return {
    status: like?.status ?? 200,
    headers: { ...like?.headers, 'content-type': type },
    headersAtMs: times.headersAtMs,
    frames: texts.map((text, index) => ({
      atMs: stream && index === 0 ? times.firstAtMs : times.lastAtMs,
      text,
    })),
    end: 'complete',
    endAtMs: times.endAtMs,
  };
}

function toTimes(like: Exchange | undefined): Pick<Exchange, 'headersAtMs' | 'endAtMs'> & {
  readonly firstAtMs: number;
  readonly lastAtMs: number;
} {
  if (like === undefined) return { headersAtMs: 0, firstAtMs: 0, lastAtMs: 0, endAtMs: 0 };
  const { headersAtMs, endAtMs, frames } = like;
  const firstAtMs = frames.at(0)?.atMs ?? headersAtMs;
  return { headersAtMs, firstAtMs, lastAtMs: frames.at(-1)?.atMs ?? endAtMs, endAtMs };
}
