import type { Suite } from '../core/suite/suite.ts';
import type { Toolset } from '../core/suite/tool.ts';
import type { LintedRequest, LintedToolset } from './lint-rule.ts';

/**
 * The toolsets of a suite as the rules see them. A set `name@2` follows `name@1`; requests are the user turns of scenarios
 * that expect one single tool of the set, or one of several alike.
 */
export function toLintedToolsets(suite: Suite): readonly LintedToolset[] {
  const sets = new Map<string, LintedToolset>();
  for (const toolset of suite.toolsets.toSorted((a, b) => versionOf(a) - versionOf(b))) {
    const before = `${nameOf(toolset)}@${versionOf(toolset) - 1}`;
    sets.set(toolset.id, {
      id: toolset.id,
      tools: toolset.tools.map((tool) => ({ ...tool, returns: tool.returns ?? null })),
      requests: toRequests(suite, toolset),
      note: toolset.note ?? null,
      previous: sets.get(before) ?? null,
    });
  }
  // Of a gray release and of a switch, both toolsets are there by themselves.
  return suite.toolsets.flatMap((toolset) =>
    toolset.release === undefined && toolset.switch === undefined
      ? (sets.get(toolset.id) ?? [])
      : [],
  );
}

function nameOf({ id }: Toolset): string {
  return id.split('@')[0] ?? id;
}

function versionOf({ id }: Toolset): number {
  return Number(id.split('@')[1] ?? 1);
}

function toRequests({ scenarios }: Suite, { tools }: Toolset): readonly LintedRequest[] {
  const names = new Set(tools.map(({ name }) => name));
  return scenarios.flatMap(({ id, turns, expected }) => {
    const wanted = [...new Set((expected.calls ?? []).map((call) => call.tool))];
    const [text] = turns;
    const isSingle = wanted.length === 1 && wanted.every((name) => names.has(name));
    return isSingle && text !== undefined && turns.length === 1
      ? [{ id, text, tools: wanted }]
      : [];
  });
}
