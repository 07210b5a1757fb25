import type { ExpectedCallObject } from '../../input/expected-input.ts';
import type { Entry, SuiteParts } from '../../load/suite-parts.ts';
import type { ToolInput } from '../../input/tool-input.ts';
import type { VariantUse } from '../variant-use.ts';

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
  readonly argumentsPath: string;
  /** Of calls that exclude each other; `null` = in none. */
  readonly group: string | null;
}
