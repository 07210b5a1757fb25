import type { Clock } from '../core/clock.ts';
import type { EventBody, TranscriptEvent, TranscriptSink } from '../core/transcript.ts';

/** Collects the events of one trial; each gets its number and the trial's own time, in thousandths at most. */
export class Transcript implements TranscriptSink {
  readonly events: TranscriptEvent[] = [];
  readonly #clock: Clock;
  #listener: ((event: TranscriptEvent) => void) | null = null;
  #closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  emit(body: EventBody): number {
    const seq = this.events.length;
    if (this.#closed) return seq;
    const atMs = Math.round(this.#clock.nowMs() * 1000) / 1000;
    const event: TranscriptEvent = { seq, atMs, ...body };
    this.events.push(event);
    this.#listener?.(event);
    return seq;
  }

  /** The trial is over: what an agent that was given up still does is no part of it. */
  close(): void {
    this.#closed = true;
  }

  /** Tells one listener of every event from now on. */
  listen(listener: (event: TranscriptEvent) => void): void {
    this.#listener = listener;
  }
}
