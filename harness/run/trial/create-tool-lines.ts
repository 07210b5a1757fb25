import type { ToolLine } from '../../core/talk/cassette.ts';
import type { TranscriptEvent } from '../../core/trial/transcript.ts';

/** Makes a fold that turns the events of a trial, one by one, into the tool results that a cassette keeps. */
export function createToolLines(): (event: TranscriptEvent) => ToolLine | null {
  const open = new Map<string, TranscriptEvent & { type: 'delivery' }>();
  return (event) => {
    if (event.type === 'delivery') open.set(`${event.call}/${event.delivery}`, event);
    if (event.type !== 'result' || event.cached) return null;
    const key = `${event.call}/${event.delivery}`;
    const delivery = open.get(key);
    open.delete(key);
    if (delivery === undefined) return null;
    return {
      call: event.call,
      delivery: event.delivery,
      tool: delivery.tool,
      arguments: delivery.arguments,
      status: event.status,
      content: event.value,
    };
  };
}
