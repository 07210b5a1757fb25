import type { BodyFrame } from '../core/exchange.ts';
import type { JsonValue } from '../core/json.ts';

/** Takes secrets out of everything that leaves the process. Equal secrets become equal tokens. */
export interface Redactor {
  /** Public salt of the tokens; `null` when a secret key makes them. */
  readonly salt: string | null;
  redactText(text: string): string;
  redactJson(value: JsonValue): JsonValue;
  /** Also finds secrets that lie across frames and across the events of a stream. */
  redactFrames(frames: readonly BodyFrame[]): readonly BodyFrame[];
}
