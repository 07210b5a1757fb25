import type { SchemaSubset } from '../../core/suite/schema-subset.ts';
import type { Toolset } from '../../core/suite/tool.ts';
import { adaptSchema } from './adapt-schema.ts';
import { subsetRules } from './subset-rules.ts';

const adapted = new Map<SchemaSubset, WeakMap<Toolset, Toolset>>();

/** A toolset whose tools are offered in a subset; always the same object for the same toolset. */
export function adaptToolset(toolset: Toolset, subset: SchemaSubset): Toolset {
  const kept = adapted.get(subset) ?? new WeakMap<Toolset, Toolset>();
  adapted.set(subset, kept);
  const known = kept.get(toolset);
  if (known !== undefined) return known;
  const { isClosed, requiresAll } = subsetRules[subset];
  const tools = toolset.tools.map((tool) => ({
    ...tool,
    offeredAs: {
      parameters: adaptSchema(tool.parameters, subset).schema,
      strict: isClosed,
      nullsAreAbsent: requiresAll,
    },
  }));
  const made = { ...toolset, tools };
  kept.set(toolset, made);
  return made;
}
