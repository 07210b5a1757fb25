import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { ToolError } from '../../core/trial/tool-error.ts';
import type { Tool } from '../../core/suite/tool.ts';

/** A tool with a handler (`defineTool`), or one whose results are written down. */
export type ToolInput = Tool | StubToolInput;

/** A tool as data: everything of a tool but its functions, with results instead of a handler. */
export interface StubToolInput extends Omit<
  Tool,
  'handler' | 'preview' | 'check' | 'authorize' | 'reconcile' | 'time'
> {
  /**
   * What the tool answers. Entries with the same `when` are one sequence: the first call gets the
   * first, the next the second, and the last one stays. The first `when` that fits serves.
   */
  readonly results?: readonly StubResultInput[];
  /** For writes: the argument fields that make the effect's key, and what the effect does to the world. */
  readonly effects?: StubEffectsInput;
  /** What a preview answers, for `confirm: 'token'`. Default: the tool and its arguments. */
  readonly preview?: JsonValue;
  readonly reconcile?: StubReconcileInput;
}

/** One result of a tool as data. */
export interface StubResultInput {
  /** Argument field -> matcher; fields that are not named may be anything. Default: any call. */
  readonly when?: Readonly<Record<string, JsonValue>>;
  /** Default `success`. */
  readonly status?: 'success' | 'empty' | 'denied' | 'error';
  /** The value: of a success, or of an empty result. */
  readonly give?: JsonValue;
  /** What an empty result means. */
  readonly meaning?: string;
  /** For `denied` and `error`. */
  readonly error?: Partial<ToolError>;
}

/** The effects rule of a write. */
export interface StubEffectsInput {
  /** Argument fields whose values, joined with `/`, name the thing that must happen once. */
  readonly key: readonly string[];
  /** Dotted path in the world -> value; `{field}` stands for that argument. */
  readonly set?: JsonObject;
}

/** How an unknown write is read back, as data. */
export interface StubReconcileInput {
  readonly tool: string;
  /** Argument of the read -> `{field}` of the write, or a fixed value. */
  readonly arguments: JsonObject;
  /** Dotted path in the result -> matcher; all fit = it happened. */
  readonly happened: Readonly<Record<string, JsonValue>>;
}
