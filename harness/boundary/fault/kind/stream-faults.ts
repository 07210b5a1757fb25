import type { Exchange } from '../../../core/talk/exchange.ts';
import type { EventRole, WireForm } from '../../../core/talk/wire-form.ts';
import {
  isEventStream,
  type TextPiece,
  toStreamEvents,
  withBody,
} from '../../../dialect/line/body-text.ts';
import type { FaultParameter, ModelFaultKind } from '../fault-kind.ts';

const base = {
  on: 'model',
  layer: 'stream',
  phase: 'during',
  decides: ['effects.double', 'effects.half_batch', 'effects.unintended', 'termination.clean'],
  costs: 'attempt',
} as const;

const discards = 'Runs no call of the partial stream and retries a bounded number of times';
const keeps = 'Reports the deviation and derives neither calls nor arguments from it';

const afterEvents: FaultParameter = {
  name: 'afterEvents',
  type: 'number',
  default: null,
  min: 0,
  about: 'Events that still arrive; half of them by default',
};

/** Faults of streamed answers. They do not apply to an answer that is not streamed. */
export const streamFaults: readonly ModelFaultKind[] = [
  breakAfter('stream_stall', 'The stream stops and stays open', () => ({ end: 'stalled' })),
  breakAfter('stream_reset', 'The connection is reset in the middle of the stream', () => ({
    end: 'reset',
  })),
  breakAfter('stream_error_event', 'The stream reports an error and ends', (wire) => ({
    last: wire.toErrorEvent({ status: 500, kind: 'server', message: 'The server had an error' }),
    end: 'complete',
  })),
  edits(
    'error',
    ['stream_end_early', 'The stream ends without a finish reason'],
    (wire) => (events) => {
      const at = events.findIndex(has(wire, 'finish'));
      return at < 0 ? null : { events: events.slice(0, at), end: 'complete' };
    },
  ),
  edits(
    'reply',
    ['stream_no_done', 'The stream ends without its end marker'],
    (wire) => (events) => {
      const rest = events.filter((event) => wire.roleOf(event.text) !== 'end_mark');
      return rest.length === events.length ? null : { events: rest };
    },
  ),
  edits('reply', ['stream_duplicated_chunk', 'One chunk arrives twice'], (wire) => (events) => {
    const at = events.findIndex(has(wire, 'content'));
    const twice = events[at];
    return twice === undefined ? null : { events: events.toSpliced(at, 0, twice) };
  }),
  edits(
    'reply',
    ['stream_reordered_chunks', 'Two chunks arrive in the wrong order'],
    (wire) => (events) => {
      const isContent = has(wire, 'content');
      const at = events.findIndex(
        (event, index) => isContent(event) && isContent(events[index + 1]),
      );
      const [first, second] = [events[at], events[at + 1]];
      if (first === undefined || second === undefined) return null;
      const swapped = [
        { ...second, atMs: first.atMs },
        { ...first, atMs: second.atMs },
      ];
      return { events: events.toSpliced(at, 2, ...swapped) };
    },
  ),
  edits('error', ['stream_broken_chunk', 'One chunk is not valid JSON'], (wire) => (events) => {
    const at = events.findIndex(has(wire, 'content'));
    const whole = events[at];
    if (whole === undefined) return null;
    const text = `${whole.text.trimEnd().slice(0, Math.ceil(whole.text.length / 2))}\n\n`;
    return { events: events.with(at, { ...whole, text }) };
  }),
  edits('reply', ['stream_repeated_index', 'Two calls have the same index'], (wire) => (events) => {
    let changed = false;
    const edited = events.map((event) => {
      const text = wire.withFirstIndex(event.text);
      if (text === null) return event;
      changed = true;
      return { atMs: event.atMs, text };
    });
    return changed ? { events: edited } : null;
  }),
];

function edits(
  trace: 'error' | 'reply',
  [kind, about]: readonly [kind: string, about: string],
  edit: (wire: WireForm) => StreamEdit,
): ModelFaultKind {
  return {
    ...base,
    kind,
    about,
    correct: trace === 'error' ? discards : keeps,
    trace,
    parameters: [],
    strike: () => ({
      type: 'transform',
      apply: (exchange, wire) => editStream(exchange, edit(wire)),
    }),
  };
}

function breakAfter(
  kind: string,
  about: string,
  toEnd: (wire: WireForm) => {
    readonly last?: string;
    readonly end: 'stalled' | 'reset' | 'complete';
  },
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
      apply: (exchange, wire) =>
        editStream(exchange, (events) => {
          const asked = values.any('afterEvents');
          const count = typeof asked === 'number' ? asked : Math.floor(events.length / 2);
          const kept = events.slice(0, count);
          const { last, end } = toEnd(wire);
          const atMs = kept.at(-1)?.atMs ?? exchange.headersAtMs;
          return { events: last === undefined ? kept : [...kept, { atMs, text: last }], end };
        }),
    }),
  };
}

function has(wire: WireForm, role: EventRole): (event: TextPiece | undefined) => boolean {
  return (event) => event !== undefined && wire.roleOf(event.text) === role;
}

/** Edits a stream; `null` leaves the stream unchanged. */
type StreamEdit = (events: readonly TextPiece[]) => {
  readonly events: readonly TextPiece[];
  readonly end?: Exchange['end'];
} | null;

/** Edits a stream event by event. An answer that is not streamed is returned as the same object: the fault did not strike. */
function editStream(exchange: Exchange, edit: StreamEdit): Exchange {
  if (!isEventStream(exchange)) return exchange;
  const edited = edit(toStreamEvents(exchange));
  return edited === null ? exchange : withBody(exchange, edited.events, edited.end);
}
