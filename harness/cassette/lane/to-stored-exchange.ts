import type { BodyFrame, Exchange } from '../../core/talk/exchange.ts';
import type { Redactor } from '../../redact/redactor.ts';

/** Headers that clients act on and that carry no secret. Bodies are stored decoded, so no encoding. */
export const storedHeaders: ReadonlySet<string> = new Set([
  'content-type',
  'retry-after',
  'retry-after-ms',
  'x-should-retry',
  'x-request-id',
  'openai-model',
  'x-gateway-model',
]);

/** An exchange as it is stored: allow-listed headers, whole milliseconds, no secrets. */
export function toStoredExchange(exchange: Exchange, redactor: Redactor): Exchange {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(exchange.headers)) {
    const lower = name.toLowerCase();
    if (storedHeaders.has(lower)) headers[lower] = redactor.redactText(value);
  }
  const notes = exchange.notes ?? [];
  return {
    status: exchange.status,
    headers,
    headersAtMs: Math.round(exchange.headersAtMs),
    frames: redactor.redactFrames(exchange.frames.map(roundTime)),
    end: exchange.end,
    endAtMs: Math.round(exchange.endAtMs),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function roundTime(frame: BodyFrame): BodyFrame {
  return { ...frame, atMs: Math.round(frame.atMs) };
}
