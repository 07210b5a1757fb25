import type { ExpectedCallObject } from './expected-input.ts';
import type { Entry, SuiteParts } from './suite-parts.ts';
import type { ToolInput } from './tool-input.ts';
import type { VariantUse } from './variant-use.ts';

/** What expectations are held against. */
export interface ExpectedContext {
  readonly parts: SuiteParts;
  /** The variants that the scenario is run with. */
  readonly uses: readonly VariantUse[];
  /** Their tools by name. */
  readonly tools: ReadonlyMap<string, Entry<ToolInput>>;
}

/** A call that is expected, with its place. */
export interface ExpectedCallAt {
  readonly call: ExpectedCallObject;
  readonly path: string;
  /** Number of the `either` it is in; `null` = in none. */
  readonly group: number | null;
}
