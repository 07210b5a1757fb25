import type { Exchange } from '../../../core/talk/exchange.ts';
import { isJsonObject, type JsonObject } from '../../../json/json.ts';
import { readObject } from './read-object.ts';
import { isEventStream, toStreamEvents, withBody, type TextPiece } from './body-text.ts';

/** One event of a stream, with its data read where it is a JSON object. */
export interface StreamEvent extends TextPiece {
  /** `null` for `[DONE]`, comments and anything that is no JSON object. */
  readonly data: JsonObject | null;
}

/** What becomes of a stream; `null` leaves it as it is. */
export type StreamEdit = (events: readonly StreamEvent[]) => {
  readonly events: readonly TextPiece[];
  readonly end?: Exchange['end'];
} | null;

/** Edits a stream event by event. An answer that is no stream stays the same object: nothing struck. */
export function editStream(exchange: Exchange, edit: StreamEdit): Exchange {
  if (!isEventStream(exchange)) return exchange;
  const edited = edit(toStreamEvents(exchange).map(readEvent));
  return edited === null ? exchange : withBody(exchange, edited.events, edited.end);
}

/** An event of a stream as text. */
export function toEventText(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}

/** The first choice of a chunk or a body; `null` when it has none. */
export function toFirstChoice(data: JsonObject | null): JsonObject | null {
  const choices = data?.['choices'];
  const first: unknown = Array.isArray(choices) ? choices[0] : null;
  return isJsonObject(first) ? first : null;
}

function readEvent(piece: TextPiece): StreamEvent {
  const data = /^data:(?<json>.*)$/mu.exec(piece.text)?.groups?.['json'] ?? '';
  return { ...piece, data: readObject(data) };
}
