import type { BodyFrame, Exchange } from '../core/talk/exchange.ts';

/** As in scripted replies. */
const headersAtMs = 10;
const chunkMs = 5;
const charactersPerMs = 20;

/**
 * Gives an exchange times that depend on its content alone, one frame for each event of a stream,
 * and takes away ids that differ from one request to the next: recorded twice, it is the same bytes.
 */
export function fixTimes(exchange: Exchange): Exchange {
  if (exchange.end !== 'complete') return exchange;
  const { 'x-request-id': _id, 'openai-processing-ms': _ms, ...headers } = exchange.headers;
  const texts = exchange.frames.map((frame) => ('text' in frame ? frame.text : null));
  if (texts.includes(null)) return { ...exchange, headers };
  const whole = texts.join('');
  const streamed = (headers['content-type'] ?? '').includes('text/event-stream');
  const parts = streamed ? whole.split(/(?<=\n\n)/) : [whole];
  let atMs = headersAtMs;
  const frames: BodyFrame[] = [];
  for (const text of parts) {
    if (text === '') continue;
    atMs += streamed ? chunkMs : Math.ceil(text.length / charactersPerMs);
    frames.push({ atMs, text });
  }
  return { ...exchange, headers, headersAtMs, frames, endAtMs: atMs };
}
