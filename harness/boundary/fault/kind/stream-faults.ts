import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import type { ModelFaultKind } from '../fault-kind.ts';
import type { FaultParameter } from '../fault-parameter.ts';
import {
  editStream,
  toEventText,
  toFirstChoice,
  type StreamEdit,
  type StreamEvent,
} from './edit-stream.ts';

const base = {
  on: 'model',
  layer: 'stream',
  phase: 'during',
  decides: ['effects.double', 'effects.half_batch', 'effects.unintended', 'termination.clean'],
  costs: 'attempt',
} as const;

const discards = 'Runs no call of the half stream and asks again a bounded number of times';
const keeps = 'Names the deviation and makes neither calls nor arguments out of it';

const afterEvents: FaultParameter = {
  name: 'afterEvents',
  type: 'number',
  default: null,
  min: 0,
  about: 'Events that still arrive; half of them if not given',
};

/** Faults of a streamed answer. They do not strike an answer that is not streamed. */
export const streamFaults: readonly ModelFaultKind[] = [
  breakAfter('stream_stall', 'The stream stops and stays open', () => ({ end: 'stalled' })),
  breakAfter('stream_reset', 'The connection is reset in the middle of the stream', () => ({
    end: 'reset',
  })),
  breakAfter('stream_error_event', 'The stream says an error and ends', () => ({
    last: toEventText({ error: { message: 'The server had an error', type: 'server_error' } }),
    end: 'complete',
  })),
  edits('error', ['stream_end_early', 'The stream ends before it says why'], (events) => {
    const at = events.findIndex((event) => isFinish(event));
    return at < 0 ? null : { events: events.slice(0, at), end: 'complete' };
  }),
  edits('reply', ['stream_no_done', 'The stream ends without its [DONE]'], (events) => {
    const rest = events.filter((event) => !event.text.includes('[DONE]'));
    return rest.length === events.length ? null : { events: rest };
  }),
  edits('reply', ['stream_duplicated_chunk', 'One chunk comes twice'], (events) => {
    const at = events.findIndex(isContent);
    const twice = events[at];
    return twice === undefined ? null : { events: events.toSpliced(at, 0, twice) };
  }),
  edits('reply', ['stream_reordered_chunks', 'Two chunks come in the wrong order'], (events) => {
    const at = events.findIndex((event, index) => isContent(event) && isContent(events[index + 1]));
    const [first, second] = [events[at], events[at + 1]];
    if (first === undefined || second === undefined) return null;
    const swapped = [
      { ...second, atMs: first.atMs },
      { ...first, atMs: second.atMs },
    ];
    return { events: events.toSpliced(at, 2, ...swapped) };
  }),
  edits('error', ['stream_broken_chunk', 'One chunk is no JSON'], (events) => {
    const at = events.findIndex(isContent);
    const whole = events[at];
    if (whole === undefined) return null;
    const text = `${whole.text.trimEnd().slice(0, Math.ceil(whole.text.length / 2))}\n\n`;
    return { events: events.with(at, { ...whole, text, data: null }) };
  }),
  edits('reply', ['stream_repeated_index', 'Two calls come under the same index'], (events) => {
    let changed = false;
    const edited = events.map((event) => {
      const data = withFirstIndex(event.data);
      if (data === null) return event;
      changed = true;
      return { atMs: event.atMs, text: toEventText(data) };
    });
    return changed ? { events: edited } : null;
  }),
];

function edits(
  trace: 'error' | 'reply',
  [kind, about]: readonly [kind: string, about: string],
  edit: StreamEdit,
): ModelFaultKind {
  return {
    ...base,
    kind,
    about,
    correct: trace === 'error' ? discards : keeps,
    trace,
    parameters: [],
    strike: () => ({ type: 'transform', apply: (exchange) => editStream(exchange, edit) }),
  };
}

function breakAfter(
  kind: string,
  about: string,
  toEnd: () => { readonly last?: string; readonly end: 'stalled' | 'reset' | 'complete' },
): ModelFaultKind {
  return {
    ...base,
    kind,
    about,
    correct: discards,
    trace: 'error',
    parameters: [afterEvents],
    strike: ({ values }) => ({
      type: 'transform',
      apply: (exchange) =>
        editStream(exchange, (events) => {
          const asked = values.any('afterEvents');
          const count = typeof asked === 'number' ? asked : Math.floor(events.length / 2);
          const kept = events.slice(0, count);
          const { last, end } = toEnd();
          const atMs = kept.at(-1)?.atMs ?? exchange.headersAtMs;
          return { events: last === undefined ? kept : [...kept, { atMs, text: last }], end };
        }),
    }),
  };
}

function isFinish(event: StreamEvent): boolean {
  return typeof toFirstChoice(event.data)?.['finish_reason'] === 'string';
}

/** A chunk that carries text or a piece of a call. */
function isContent(event: StreamEvent | undefined): event is StreamEvent {
  const delta = toFirstChoice(event?.data ?? null)?.['delta'];
  if (!isJsonObject(delta)) return false;
  return (
    Array.isArray(delta['tool_calls']) ||
    (typeof delta['content'] === 'string' && delta['content'] !== '')
  );
}

/** The chunk with every call under index 0; `null` when it has none under another. */
function withFirstIndex(data: JsonObject | null): JsonObject | null {
  const choice = toFirstChoice(data);
  const delta = choice?.['delta'];
  if (!isJsonObject(delta)) return null;
  const calls = delta['tool_calls'];
  if (!Array.isArray(calls)) return null;
  // Data of a chunk came out of JSON, so its lists hold JSON values.
  const said: readonly JsonValue[] = calls;
  const moved = said.map((call) =>
    isJsonObject(call) && call['index'] !== 0 ? { ...call, index: 0 } : call,
  );
  if (moved.every((call, index) => call === said[index])) return null;
  return { ...data, choices: [{ ...choice, delta: { ...delta, tool_calls: moved } }] };
}
