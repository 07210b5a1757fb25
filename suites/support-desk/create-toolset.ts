import type { EffectGrade, Tool, Toolset } from 'toolrig';
import { handlers } from './handlers.ts';
import { parameters, type ToolName } from './parameters.ts';

/** The names of the tools, in the order in which they are offered. */
export const toolNames = Object.keys(parameters) as readonly ToolName[];
const reads: ReadonlySet<ToolName> = new Set([
  'get_case',
  'search_articles',
  'get_status',
  'get_device',
]);

/** The twelve tools under the given descriptions; names, parameters and work are the same in all sets. */
export function createToolset(
  id: string,
  descriptions: Readonly<Record<ToolName, string>>,
  note: string,
): Toolset {
  const tools = toolNames.map((name): Tool => {
    const effect: EffectGrade = reads.has(name) ? 'read' : 'idempotent';
    return {
      name,
      description: descriptions[name],
      parameters: parameters[name],
      effect,
      handler: handlers[name],
    };
  });
  return { id, tools, note };
}
