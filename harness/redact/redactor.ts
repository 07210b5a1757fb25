import type { BodyFrame } from '../core/exchange.ts';
import type { JsonValue } from '../core/json.ts';

/** A secret that was found, told without telling it. */
export interface SecretFinding {
  /** Such as `api_key`, `known_secret`, `bearer`, `jwt_base64`. */
  readonly kind: string;
  /** Offset in the text, or in the text that the events of a stream add up to. */
  readonly start: number;
  readonly token: string;
}

/** Takes secrets out of everything that leaves the process. Equal secrets become equal tokens, `[secret:ab12cd34]`. */
export interface Redactor {
  /** Public salt of the tokens; `null` when a secret key makes them. */
  readonly salt: string | null;
  redactText(text: string): string;
  /** Redacts all texts of a value, keys too, and fields that are secret by name. */
  redactJson(value: JsonValue): JsonValue;
  /** Also finds secrets that lie across frames and across the events of a stream. */
  redactFrames(frames: readonly BodyFrame[]): readonly BodyFrame[];
  /** Finds what is left in a text, a JSON body or the body of a stream. */
  scan(text: string): readonly SecretFinding[];
}
