import type { JsonValue } from '../../json/json.ts';
import type { Exchange } from './exchange.ts';
import type { ApiName } from './wire-form.ts';

/**
 * A request of an agent to its provider that asks no model for a reply, such as for embeddings or a count of tokens. It is
 * not a turn, and faults do not strike it.
 */
export interface SideRequest {
  /** Whose provider is asked. */
  readonly api: ApiName;
  readonly method: string;
  /** The operation, without the base URL; that of a GET with the query that says what is listed. */
  readonly path: string;
  /** `null` when there is none. */
  readonly body: JsonValue;
}

/** A side request and its answer, as a recording has them. */
export interface SideLine {
  readonly method: string;
  readonly path: string;
  readonly body: JsonValue;
  readonly exchange: Exchange;
}
