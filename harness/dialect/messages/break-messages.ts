import type { EventRole } from '../../core/talk/wire-form.ts';
import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { readEventData, withEventData } from '../line/event-data.ts';

/** What an event does: only pieces of text and of inputs are content. */
export function roleOfEvent(event: string): EventRole {
  const data = readEventData(event);
  const delta = data?.['delta'];
  switch (data?.['type']) {
    case 'content_block_delta':
      return isJsonObject(delta) && ['text_delta', 'input_json_delta'].includes(toKind(delta))
        ? 'content'
        : 'other';
    case 'message_delta':
      return isJsonObject(delta) && typeof delta['stop_reason'] === 'string' ? 'finish' : 'other';
    case 'message_stop':
      return 'end_mark';
    default:
      return 'other';
  }
}

/** The event as one of the first block; `null` when it is one already, or of none. */
export function withFirstIndex(event: string): string | null {
  const data = readEventData(event);
  const index = data?.['index'];
  return data === null || typeof index !== 'number' || index === 0
    ? null
    : withEventData(event, { ...data, index: 0 });
}

function toKind({ type }: JsonObject): string {
  return typeof type === 'string' ? type : '';
}
