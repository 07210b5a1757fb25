import type { BodyFrame } from '../core/talk/exchange.ts';
import type { JsonValue } from '../json/json.ts';
import type { TokenResolver } from './resolve-tokens.ts';

/** A secret that was found, described without its value. */
export interface SecretFinding {
  /** Such as `api_key`, `known_secret`, `bearer`, `jwt_base64`. */
  readonly kind: string;
  /** Offset in the text; for a secret that several events of a stream add up to, of its beginning. */
  readonly start: number;
  readonly token: string;
}

/**
 * Takes secrets out of everything that leaves the process. Equal secrets become equal tokens, `[secret:ab12cd34]`; a text
 * that is JSON stays JSON.
 */
export interface Redactor {
  /** Public salt of the tokens; `null` when a secret key makes them. */
  readonly salt: string | null;
  redactText(text: string): string;
  /** Redacts all texts of a value, keys too, numbers that are known secrets, and fields that are secret by name. */
  redactJson(value: JsonValue): JsonValue;
  /** As `redactJson`, for a value whose numbers are figures of toolrig's own. */
  redactTexts(value: JsonValue): JsonValue;
  /** Also finds secrets that lie across frames and across the events of a stream. */
  redactFrames(frames: readonly BodyFrame[]): readonly BodyFrame[];
  /** `true` only where redaction changes nothing in a text, nor in what it says as JSON: a quick look. */
  isClean(text: string): boolean;
  /** Finds what is left in a text, a JSON body or the body of a stream. */
  scan(text: string): readonly SecretFinding[];
  /**
   * Creates a resolver of the tokens that a recording holds.
   *
   * @param salt - that of the recording; `null` when a secret key made its tokens.
   */
  createResolver(salt: string | null): TokenResolver;
}

/** A secret in a text. */
export interface FoundSecret {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** The stretch as it is written. */
  readonly secret: string;
}
