import type { JsonValue } from '../../json/json.ts';

/** Kinds of tool error, as the model sees them. */
export const toolErrorKinds = [
  'invalid_json',
  'invalid_arguments',
  'unknown_tool',
  'precondition_missing',
  'timeout',
  'rate_limited',
  'unavailable',
  'denied',
  'conflict',
  'confirm_required',
  'confirm_invalid',
  'tool_batch_rejected',
  'truncated',
  'budget',
  'bad_tool_result',
  'result_not_serialisable',
  'failed',
] as const;
export type ToolErrorKind = (typeof toolErrorKinds)[number];

/** One thing wrong with a value: where, what was expected, what was found. */
export interface Problem {
  /** Stable code, such as `missing_required`, `wrong_type`, `not_in_enum`, `extra_field`, `not_an_object`. */
  readonly code: string;
  /** JSON path, such as `$.filters.country`. */
  readonly path: string;
  readonly message: string;
  readonly expected?: JsonValue;
  readonly found?: JsonValue;
  /** A guess at the cause: `double_encoded`, `python_literal`, `fenced`, `control_character`, `unterminated`. */
  readonly hint?: string;
}

/** An error of a tool call, as data. */
export interface ToolError {
  readonly kind: ToolErrorKind;
  readonly message: string;
  /** The same call again may work. */
  readonly retryable: boolean;
  /** Whether the model can correct it. */
  readonly recoverable: boolean;
  /** A write that broke on its way: it may have been done. Absent where the kind says it (`timeout`, `unavailable`, ...). */
  readonly unknown?: true;
  readonly problems?: readonly Problem[];
  readonly hint?: string;
  /** What to do next, in one sentence. */
  readonly next?: string;
  readonly example?: JsonValue;
}
