import type { Tool, Toolset } from '../../core/suite/tool.ts';

/** A toolset for look-up by name. */
export interface ToolIndex {
  readonly byName: ReadonlyMap<string, Tool>;
  /** In the order of the toolset. */
  readonly names: readonly string[];
}

const indexes = new WeakMap<Toolset, ToolIndex>();

/** Indexes a toolset; made once for each toolset object. */
export function indexToolset(toolset: Toolset): ToolIndex {
  const known = indexes.get(toolset);
  if (known !== undefined) return known;
  const index: ToolIndex = {
    byName: new Map(toolset.tools.map((tool) => [tool.name, tool])),
    names: toolset.tools.map((tool) => tool.name),
  };
  indexes.set(toolset, index);
  return index;
}
