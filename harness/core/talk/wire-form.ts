import type { Exchange } from './exchange.ts';

/** The APIs that can be spoken, by the words of suites and of the command line. */
export const apiNames = ['chat', 'responses', 'messages'] as const;

/** One of {@link apiNames}. */
export type ApiName = (typeof apiNames)[number];

/** An error as a provider would say it. */
export interface WireError {
  readonly status: number;
  readonly message: string;
  /** What kind of error it is; each API has a word of its own for it. */
  readonly kind: 'server' | 'overloaded' | 'rate_limit' | 'context_length' | 'invalid_request';
}

/** What an event of a stream does: it adds content, says why the reply ended, marks the end of the stream, or none of these. */
export type EventRole = 'content' | 'finish' | 'end_mark' | 'other';

/** How replies look on the wire, as far as one has to know in order to break them. */
export interface WireForm {
  readonly api: ApiName;
  /** The body of an answer that is an error. */
  toErrorBody(error: WireError): string;
  /** The event that says an error in the middle of a stream. */
  toErrorEvent(error: WireError): string;
  /** What an event of a stream does; takes the text of the whole event. */
  roleOf(event: string): EventRole;
  /** The event under the first index; `null` when it has no other index. */
  withFirstIndex(event: string): string | null;
  /** Where the first text value of a body begins; `null` when there is none. */
  findText(body: string): number | null;
  /** The exchange with a reason to stop that contradicts its calls; the same object when it says no such reason. */
  contradict(exchange: Exchange): Exchange;
  /** The exchange with its calls written as text; the same object when it has none. */
  writeCalls(exchange: Exchange): Exchange;
}
