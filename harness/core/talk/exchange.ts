/** A piece of a response body as it arrived. */
export type BodyFrame =
  | { readonly atMs: number; readonly text: string }
  | { readonly atMs: number; readonly base64: string };

/** How the response ended, seen from the line. */
export type ExchangeEnd = 'complete' | 'reset' | 'stalled' | 'refused';

/** One HTTP exchange with a provider, raw. Times are milliseconds since the request was sent. */
export interface Exchange {
  /** 0 when no response line came. */
  readonly status: number;
  /** Lower-case names; only allow-listed ones are stored. */
  readonly headers: Readonly<Record<string, string>>;
  readonly headersAtMs: number;
  readonly frames: readonly BodyFrame[];
  readonly end: ExchangeEnd;
  readonly endAtMs: number;
  /** What the client that took the exchange down noticed, such as `sdk_disagrees`. */
  readonly notes?: readonly { readonly code: string; readonly text: string }[];
}
