import { Buffer } from 'node:buffer';

import type { BodyFrame, Exchange } from '../../core/talk/exchange.ts';

/** A piece of body text and when it had arrived whole. */
export interface TextPiece {
  readonly atMs: number;
  readonly text: string;
}

function toFrameText(frame: BodyFrame): string {
  return 'text' in frame ? frame.text : Buffer.from(frame.base64, 'base64').toString('utf8');
}

/** The whole body as text. */
export function toBodyText(exchange: Exchange): string {
  return exchange.frames.map(toFrameText).join('');
}

/** Recognises a stream of server-sent events by its content type or its first line. */
export function isEventStream(exchange: Exchange): boolean {
  if (exchange.headers['content-type']?.includes('text/event-stream') === true) return true;
  return toBodyText(exchange).startsWith('data:');
}

/** The events of a stream, each with its blank line, regardless of their frames. */
export function toStreamEvents(exchange: Exchange): readonly TextPiece[] {
  const events: TextPiece[] = [];
  let rest = '';
  for (const frame of exchange.frames) {
    rest += toFrameText(frame);
    const parts = rest.split(/(?<=\r?\n\r?\n)/u);
    rest = /\n\r?\n$/u.test(parts.at(-1) ?? '') ? '' : (parts.pop() ?? '');
    for (const text of parts) events.push({ atMs: frame.atMs, text });
  }
  const last = exchange.frames.at(-1);
  if (rest !== '' && last !== undefined) events.push({ atMs: last.atMs, text: rest });
  return events;
}

/** The body cut in two: what arrives before a break in the middle. */
export function toFirstHalf(exchange: Exchange): readonly TextPiece[] {
  const pieces = exchange.frames.map((frame) => ({ atMs: frame.atMs, text: toFrameText(frame) }));
  let left = Math.ceil(pieces.reduce((sum, piece) => sum + piece.text.length, 0) / 2);
  const kept: TextPiece[] = [];
  for (const piece of pieces) {
    if (left <= 0) break;
    kept.push({ atMs: piece.atMs, text: piece.text.slice(0, left) });
    left -= piece.text.length;
  }
  return kept;
}

/** The exchange with other body text and another end; it ends when its last piece arrived. */
export function withBody(
  exchange: Exchange,
  pieces: readonly TextPiece[],
  end: Exchange['end'] = exchange.end,
): Exchange {
  const lastAtMs = pieces.at(-1)?.atMs ?? exchange.headersAtMs;
  const endAtMs = end === exchange.end ? exchange.endAtMs : lastAtMs;
  return { ...exchange, frames: pieces, end, endAtMs };
}
