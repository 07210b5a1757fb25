import type { TranscriptEvent } from '../../../core/trial/transcript.ts';
import { html, type Html } from '../../html/html.ts';
import type { TrialPlace } from '../page-index.ts';
import { toFragment } from '../route.ts';

const width = 900;
const labelWidth = 80;
const lineHeight = 26;
const barHeight = 12;
/** So that what takes no time can be seen and clicked all the same. */
const narrowest = 5;

/** A stretch of virtual time on one line. */
interface TimeSpan {
  readonly line: TimeLine;
  readonly fromMs: number;
  readonly toMs: number;
  readonly text: string;
  readonly event: number;
  readonly isBad: boolean;
}

/** The lines of the picture, from above. */
const timeLines = ['user', 'model', 'tool', 'effect', 'fault', 'guard'] as const;
/** A line of the picture. */
type TimeLine = (typeof timeLines)[number];

/** A trial in virtual time: the model, the tools, what changed the world, where faults struck and guards acted. */
export function toTimeline(events: readonly TranscriptEvent[], trial: TrialPlace): Html | null {
  const spans = listSpans(events);
  if (spans.length === 0) return null;
  const lines = timeLines.filter((line) => spans.some((span) => span.line === line));
  const start = Math.min(...spans.map(({ fromMs }) => fromMs));
  const end = Math.max(...spans.map(({ toMs }) => toMs), start + 1);
  const toX = (ms: number): number =>
    round(labelWidth + ((ms - start) / (end - start)) * (width - labelWidth - narrowest - 2));
  const height = lines.length * lineHeight + 22;
  return html`<figure class="timeline scroll">
    <svg
      viewBox="0 0 ${width} ${height}"
      width="${width}"
      height="${height}"
      role="group"
      aria-label="time line of the trial, ${end - start} ms of virtual time"
    >
      ${lines.map((line, at) => html`<text class="axis" x="0" y="${at * lineHeight + 17}">${line}</text>`)}
      ${spans.map((span) => toBar(span, { toX, y: lines.indexOf(span.line) * lineHeight + 7, trial }))}
      <text class="axis" x="${labelWidth}" y="${height - 4}">0 ms</text>
      <text class="axis" x="${width - 4}" y="${height - 4}" text-anchor="end">
        ${end - start} ms
      </text>
    </svg>
  </figure>`;
}

function toBar(
  { line, fromMs, toMs, text, event, isBad }: TimeSpan,
  place: {
    readonly toX: (ms: number) => number;
    readonly y: number;
    readonly trial: TrialPlace;
  },
): Html {
  const x = place.toX(fromMs);
  const long = Math.max(narrowest, round(place.toX(toMs) - x));
  return html`<a
    href="${toFragment({ view: 'trial', trial: place.trial, event })}"
    aria-label="${line}: ${text}"
    ><rect
      class="span-${isBad ? 'bad' : line}"
      x="${x}"
      y="${place.y}"
      width="${long}"
      height="${barHeight}"
      rx="2"
      ><title>${text}</title></rect
    ></a
  >`;
}

/** What takes time or marks a moment, in the order of the events. */
function listSpans(events: readonly TranscriptEvent[]): readonly TimeSpan[] {
  return events.flatMap((event) => {
    const span = toSpan(event);
    if (span === null) return [];
    const { line, text, lastsMs = 0, isBad = false } = span;
    const { atMs, seq } = event;
    return [{ line, fromMs: Math.max(0, atMs - lastsMs), toMs: atMs, text, event: seq, isBad }];
  });
}

interface Moment {
  readonly line: TimeLine;
  readonly text: string;
  readonly lastsMs?: number;
  readonly isBad?: boolean;
}

function toSpan(event: TranscriptEvent): Moment | null {
  switch (event.type) {
    case 'user':
      return { line: 'user', text: 'the user spoke' };
    case 'reply':
      return {
        line: 'model',
        text: `turn ${event.turn}: reply after ${event.durationMs} ms`,
        lastsMs: event.durationMs,
      };
    case 'model_error':
      return {
        line: 'model',
        text: `turn ${event.turn}: ${event.error.code} after ${event.durationMs} ms`,
        lastsMs: event.durationMs,
        isBad: true,
      };
    case 'result':
      return {
        line: 'tool',
        text: `${event.call}: ${event.status} after ${event.durationMs} ms`,
        lastsMs: event.durationMs,
        isBad: event.error !== null,
      };
    case 'effect':
      return { line: 'effect', text: `${event.tool} changed ${event.key}` };
    case 'fault':
      return { line: 'fault', text: `${event.kind} struck` };
    case 'guard':
      return { line: 'guard', text: `${event.guard}: ${event.text}` };
    default:
      return null;
  }
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
