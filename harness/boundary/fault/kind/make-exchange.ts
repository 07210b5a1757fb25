import type { Exchange } from '../../../core/talk/exchange.ts';

/** Milliseconds after which a synthetic answer arrives. */
const answerAtMs = 1;

/** An HTTP answer made up by a fault. */
export function makeExchange(
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = { 'content-type': 'application/json' },
): Exchange {
  return {
    status,
    headers,
    headersAtMs: answerAtMs,
    frames: body === '' ? [] : [{ atMs: answerAtMs, text: body }],
    end: 'complete',
    endAtMs: answerAtMs,
  };
}

/** A request that got no response line. */
export function makeSilence(end: 'stalled' | 'reset' | 'refused'): Exchange {
  return { status: 0, headers: {}, headersAtMs: 0, frames: [], end, endAtMs: 0 };
}
