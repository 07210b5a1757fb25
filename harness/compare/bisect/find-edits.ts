import { toCanonicalJson } from '../../json/canonical-json.ts';
import type { Tool, Toolset } from '../../core/suite/tool.ts';

/**
 * One edit of a toolset. `schema`: the parameters and the tool's settings for the harness, together with its handler.
 */
export interface ToolsetEdit {
  /** Names it: `create_case.description`. */
  readonly id: string;
  readonly tool: string;
  readonly kind: 'description' | 'schema' | 'added' | 'removed';
}

/** Finds the edits that lead from one toolset to another, tool by tool. */
export function findEdits(before: Toolset, after: Toolset): readonly ToolsetEdit[] {
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  const kept = new Set(after.tools.map((tool) => tool.name));
  const edits = after.tools.flatMap((tool) => {
    const other = old.get(tool.name);
    return other === undefined ? [toEdit(tool.name, 'added')] : compareTool(other, tool);
  });
  const removed = before.tools.filter((tool) => !kept.has(tool.name));
  return [...edits, ...removed.map((tool) => toEdit(tool.name, 'removed'))];
}

/** The first toolset with only some of the edits; with all of them it is the second. */
export function mixToolset(
  before: Toolset,
  after: Toolset,
  edits: readonly ToolsetEdit[],
): Toolset {
  const has = new Set(edits.map((edit) => edit.id));
  const now = new Map(after.tools.map((tool) => [tool.name, tool]));
  const tools = before.tools.flatMap((tool) => {
    if (has.has(`${tool.name}.removed`)) return [];
    const other = now.get(tool.name);
    return [other === undefined ? tool : mixTool(tool, other, has)];
  });
  const added = after.tools.filter((tool) => has.has(`${tool.name}.added`));
  const ids = edits.map((edit) => edit.id).toSorted();
  return { id: `${before.id}+${ids.join('+')}`, tools: [...tools, ...added] };
}

function compareTool(before: Tool, after: Tool): readonly ToolsetEdit[] {
  const edits: ToolsetEdit[] = [];
  if (before.description !== after.description) edits.push(toEdit(after.name, 'description'));
  if (toSchemaText(before) !== toSchemaText(after)) edits.push(toEdit(after.name, 'schema'));
  return edits;
}

/** All that can be written down of a tool but its description; functions cannot be compared. */
function toSchemaText({ description: _description, ...rest }: Tool): string {
  return toCanonicalJson(rest);
}

function mixTool(before: Tool, after: Tool, has: ReadonlySet<string>): Tool {
  const base = has.has(`${before.name}.schema`) ? after : before;
  const { description } = has.has(`${before.name}.description`) ? after : before;
  return { ...base, description };
}

function toEdit(tool: string, kind: ToolsetEdit['kind']): ToolsetEdit {
  return { id: `${tool}.${kind}`, tool, kind };
}
