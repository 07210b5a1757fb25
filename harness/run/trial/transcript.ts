import type { Clock } from '../../core/trial/clock.ts';
import type { EventBody, TranscriptEvent, TranscriptSink } from '../../core/trial/transcript.ts';

/** An effect that happened when its trial was over. */
export type LateEffect = Extract<EventBody, { type: 'effect' }>;

/** Collects the events of one trial; each gets its number and the trial's own time, in thousandths at most. */
export class Transcript implements TranscriptSink {
  readonly events: TranscriptEvent[] = [];
  readonly #clock: Clock;
  #listener: ((event: TranscriptEvent) => void) | null = null;
  readonly #onLateEffect: (effect: LateEffect) => void;
  #closed = false;

  /** @param onLateEffect - hears of effects that come when the trial is over: it was counted without them. */
  constructor(clock: Clock, onLateEffect: (effect: LateEffect) => void = () => undefined) {
    this.#clock = clock;
    this.#onLateEffect = onLateEffect;
  }

  emit(body: EventBody): number {
    const seq = this.events.length;
    if (this.#closed) {
      if (body.type === 'effect') this.#onLateEffect(body);
      return seq;
    }
    const atMs = Math.round(this.#clock.nowMs() * 1000) / 1000;
    const event: TranscriptEvent = { seq, atMs, ...body };
    this.events.push(event);
    this.#listener?.(event);
    return seq;
  }

  /** The trial has ended: later actions of an abandoned agent are not part of it. */
  close(): void {
    this.#closed = true;
  }

  /** Tells one listener of every event from now on. */
  listen(listener: (event: TranscriptEvent) => void): void {
    this.#listener = listener;
  }
}
