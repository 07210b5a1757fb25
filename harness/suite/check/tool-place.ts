import type { ToolsetEntry } from '../load/suite-parts.ts';
import type { ToolInput } from '../input/tool-input.ts';

/** A tool as the checks see it. */
export interface ToolPlace {
  readonly tool: ToolInput;
  readonly path: string;
  /** For messages: `tool "refund" of "orders@2"`. */
  readonly label: string;
  /** Names of its arguments. */
  readonly fields: readonly string[];
  readonly toolset: ToolsetEntry;
}
