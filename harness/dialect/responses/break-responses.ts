import type { EventRole } from '../../core/talk/wire-form.ts';
import { readEventData, withEventData } from '../line/event-data.ts';

const content = /^response\.(?:output_text|refusal|function_call_arguments)\.delta$/u;
const finish = /^response\.(?:completed|incomplete|failed)$/u;

/** What an event does: only pieces of text and of arguments are content. The last event is the end and its own mark. */
export function roleOfResponseEvent(event: string): EventRole {
  const type = readEventData(event)?.['type'];
  if (typeof type !== 'string') return 'other';
  if (content.test(type)) return 'content';
  return finish.test(type) ? 'finish' : 'other';
}

/** The event as one of the first item; `null` when it is one already, or of none. */
export function withFirstIndex(event: string): string | null {
  const data = readEventData(event);
  const index = data?.['output_index'];
  return data === null || typeof index !== 'number' || index === 0
    ? null
    : withEventData(event, { ...data, output_index: 0 });
}
