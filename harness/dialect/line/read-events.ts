import { createParser } from 'eventsource-parser';
import type { Deviation } from '../../core/talk/model.ts';

/** One server-sent event. */
export interface StreamEvent {
  /** The name of the event; `null` for an ordinary one. */
  readonly name: string | null;
  readonly data: string;
}

/** The events of a stream, up to `[DONE]`. */
export interface StreamEvents {
  readonly events: readonly StreamEvent[];
  /** `[DONE]` was seen. */
  readonly done: boolean;
  readonly deviations: readonly Deviation[];
}

/** Splits a stream into events (WHATWG HTML, server-sent events); comments and keep-alives go. */
export function readEvents(text: string): StreamEvents {
  const events: StreamEvent[] = [];
  const deviations = new Map<string, Deviation>();
  const flag = (code: string, words: string): void => {
    if (!deviations.has(code)) deviations.set(code, { code, text: words });
  };
  let done = false;
  const parser = createParser({
    onEvent: ({ event, data }) => {
      if (done) flag('data_after_done', 'Data came after [DONE]');
      else if (data.trim() === '[DONE]') done = true;
      else events.push({ name: event ?? null, data });
    },
    onError: () => flag('unknown_field', 'The stream holds a line that is no field of an event'),
  });
  parser.feed(text);
  if (!done && readRest(text) === '[DONE]') {
    done = true;
    flag('done_unterminated', 'No blank line follows [DONE]');
  }
  return { events, done, deviations: [...deviations.values()] };
}

/** The data lines behind the last blank line: by the rules of SSE they are not an event. */
function readRest(text: string): string {
  if (/(\n\n|\r\r|\r\n\r\n)$/.test(text)) return '';
  const blocks = text.slice(-4_096).split(/\r\n\r\n|\n\n|\r\r/);
  const lines = (blocks.at(-1) ?? '').split(/\r\n|\n|\r/);
  const data = lines.filter((line) => line !== '' && !line.startsWith(':'));
  if (data.length === 0) return '';
  return data.map((line) => line.replace(/^data: ?/, '')).join('\n');
}
