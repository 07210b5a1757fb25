import type { EffectGrade } from '../core/suite/effect-grade.ts';
import type { ListedTool } from './connect-mcp.ts';

/** A grade with the hint that it was read from. */
export interface HintedGrade {
  readonly grade: EffectGrade;
  /** Such as `idempotentHint: true`; `null` when the server gives no hint that says it. */
  readonly hint: string | null;
}

/**
 * The effect grade that follows from the hints of a server. They are not guarantees: MCP says that a client must not
 * trust them. A tool without hints gets the highest grade, as MCP does (`destructiveHint` is true and `idempotentHint`
 * false by default).
 */
export function toEffectGrade({ hints }: Pick<ListedTool, 'hints'>): HintedGrade {
  if (hints['readOnlyHint'] === true) return { grade: 'read', hint: 'readOnlyHint: true' };
  if (hints['idempotentHint'] === true) {
    return { grade: 'idempotent', hint: 'idempotentHint: true' };
  }
  const said = ['idempotentHint', 'destructiveHint'].find((name) => hints[name] !== undefined);
  return { grade: 'irreversible', hint: said === undefined ? null : `${said}: ${hints[said]}` };
}
