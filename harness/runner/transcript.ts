import type { Clock } from '../core/clock.ts';
import type { EventBody, TranscriptEvent, TranscriptSink } from '../core/transcript.ts';

/** Collects the events of one trial; each gets its number and the trial's own time, in thousandths at most. */
export class Transcript implements TranscriptSink {
  readonly events: TranscriptEvent[] = [];
  readonly #clock: Clock;
  #listener: ((event: TranscriptEvent) => void) | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  emit(body: EventBody): number {
    const seq = this.events.length;
    const atMs = Math.round(this.#clock.nowMs() * 1000) / 1000;
    const event: TranscriptEvent = { seq, atMs, ...body };
    this.events.push(event);
    this.#listener?.(event);
    return seq;
  }

  /** Tells one listener of every event from now on. */
  listen(listener: (event: TranscriptEvent) => void): void {
    this.#listener = listener;
  }
}
