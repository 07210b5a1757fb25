import type { Exchange } from '../../../core/talk/exchange.ts';
import {
  isEventStream,
  toStreamEvents,
  withBody,
  type TextPiece,
} from '../../../dialect/line/body-text.ts';

/** What becomes of a stream; `null` leaves it as it is. */
export type StreamEdit = (events: readonly TextPiece[]) => {
  readonly events: readonly TextPiece[];
  readonly end?: Exchange['end'];
} | null;

/** Edits a stream event by event. An answer that is no stream stays the same object: nothing struck. */
export function editStream(exchange: Exchange, edit: StreamEdit): Exchange {
  if (!isEventStream(exchange)) return exchange;
  const edited = edit(toStreamEvents(exchange));
  return edited === null ? exchange : withBody(exchange, edited.events, edited.end);
}
