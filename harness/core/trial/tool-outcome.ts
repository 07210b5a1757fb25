import type { JsonValue } from '../../json/json.ts';
import type { ToolError } from './tool-error.ts';

/** What a handler came to. */
export type ToolOutcome =
  | { readonly status: 'success'; readonly value: JsonValue }
  | { readonly status: 'empty'; readonly value: JsonValue; readonly meaning: string }
  | { readonly status: 'denied'; readonly error: ToolError }
  | { readonly status: 'error'; readonly error: ToolError }
  | { readonly status: 'timeout'; readonly error: ToolError };

/** The classes of a tool result, in transcripts and reports. */
export type ToolResultStatus = ToolOutcome['status'];

/** Marks an outcome made by a handler, so that plain values can be distinguished from it. */
export class HandlerOutcome {
  readonly outcome: ToolOutcome;

  constructor(outcome: ToolOutcome) {
    this.outcome = outcome;
  }
}

/** Nothing was found, which is an answer: `meaning` says what it means. */
export function emptyResult(meaning: string, value: JsonValue = []): HandlerOutcome {
  return new HandlerOutcome({ status: 'empty', value, meaning });
}

/** The session lacks a permission; `message` says which, `next` who can grant it. */
export function deniedResult(message: string, next?: string): HandlerOutcome {
  const error: ToolError = {
    kind: 'denied',
    message,
    retryable: false,
    recoverable: false,
    ...(next === undefined ? {} : { next }),
  };
  return new HandlerOutcome({ status: 'denied', error });
}

/** The handler could not do it; retryable and recoverable default to no. */
export function errorResult(
  error: Pick<ToolError, 'kind' | 'message'> & Partial<ToolError>,
): HandlerOutcome {
  return new HandlerOutcome({
    status: 'error',
    error: { retryable: false, recoverable: false, ...error },
  });
}
