import type { EventBody, TranscriptSink } from '../core/trial/transcript.ts';

/** A sink that keeps what it is given. */
export class RecordingSink implements TranscriptSink {
  readonly events: EventBody[] = [];

  emit(body: EventBody): number {
    this.events.push(body);
    return this.events.length - 1;
  }

  /** The events of one type, in order. */
  of<Type extends EventBody['type']>(type: Type): readonly Extract<EventBody, { type: Type }>[] {
    return this.events.filter(
      (event): event is Extract<EventBody, { type: Type }> => event.type === type,
    );
  }
}
