import type { SuiteFinding } from '../load/suite-finding.ts';
import type { Entry, SuiteParts, ToolsetEntry } from '../load/suite-parts.ts';

/** Checks names: none twice, none that JavaScript objects bring along, tools as providers take them. */
export function checkNames(parts: SuiteParts): readonly SuiteFinding[] {
  return [
    ...checkKind('toolset', parts.toolsets),
    ...parts.toolsets.flatMap(checkToolNames),
    ...checkKind('model', parts.models),
    ...checkKind('variant', parts.variants),
    ...checkKind('scenario', parts.scenarios),
    ...checkKind('plan', parts.plans),
    ...checkKind('loop', parts.loops),
    ...parts.plans.flatMap(checkPlanName),
  ];
}

function checkKind(what: string, entries: readonly Entry<unknown>[]): readonly SuiteFinding[] {
  return [
    ...findDoubles(what, entries),
    ...entries.flatMap((entry) => checkInherited(what, entry)),
  ];
}

function findDoubles(what: string, entries: readonly Entry<unknown>[]): readonly SuiteFinding[] {
  const first = new Map<string, Entry<unknown>>();
  return entries.flatMap((entry) => {
    const other = first.get(entry.name);
    if (other === undefined) first.set(entry.name, entry);
    if (other === undefined || entry.name === '') return [];
    return [
      {
        code: 'duplicate_name',
        path: entry.path,
        message: `the ${what} "${entry.name}" is there twice: at ${other.path} and at ${entry.path}`,
        remedy: 'Rename or remove one of them',
      },
    ];
  });
}

/** Names such as `constructor` and `__proto__`: tables by name would lose them or find something else. */
function checkInherited(what: string, entry: Entry<unknown>): readonly SuiteFinding[] {
  if (!(entry.name in {})) return [];
  return [
    {
      code: 'reserved_name',
      path: entry.path,
      message: `no ${what} can be called "${entry.name}": every JavaScript object has something of that name`,
      found: entry.name,
      remedy: 'Choose another name',
    },
  ];
}

const providerNames = /^[a-zA-Z0-9_-]{1,64}$/;

function checkToolNames(toolset: ToolsetEntry): readonly SuiteFinding[] {
  const { tools } = toolset;
  return [
    ...checkKind('tool', tools),
    ...tools.filter((tool) => !providerNames.test(tool.name)).flatMap(refuseToolName),
    ...checkFolded(tools),
    ...(tools.length > maxTools ? [warnOfMany(toolset)] : []),
  ];
}

/** More tools than this are refused by OpenAI's API. */
const maxTools = 128;

function warnOfMany(toolset: ToolsetEntry): SuiteFinding {
  return {
    code: 'many_tools',
    severity: 'warning',
    path: toolset.path,
    message: `toolset "${toolset.name}" has ${toolset.tools.length} tools; OpenAI and others refuse requests with more than ${maxTools}`,
    expected: `at most ${maxTools}`,
    found: String(toolset.tools.length),
  };
}

function refuseToolName(tool: Entry<unknown>): readonly SuiteFinding[] {
  if (tool.name === '') return [];
  return [
    {
      code: 'bad_tool_name',
      path: `${tool.path}.name`,
      message: `providers refuse the tool name ${JSON.stringify(tool.name)}, and with it every request`,
      expected: 'letters a-z and A-Z, digits, "_" and "-", 1 to 64 of them',
      found: tool.name.length > 64 ? `${tool.name.length} characters` : tool.name,
      remedy:
        'Rename the tool; nothing is renamed in silence, since names are part of what is measured',
    },
  ];
}

/** Different names that become one when what providers refuse is replaced, or when case is lost. */
function checkFolded(tools: readonly Entry<unknown>[]): readonly SuiteFinding[] {
  const groups = new Map<string, Entry<unknown>[]>();
  for (const tool of tools) {
    const folded = tool.name.replace(/[^a-zA-Z0-9_-]/g, '_').toLowerCase();
    groups.set(folded, [...(groups.get(folded) ?? []), tool]);
  }
  return [...groups.values()].flatMap((group) => {
    const names = [...new Set(group.map((tool) => tool.name))];
    const [first] = group;
    if (names.length < 2 || first === undefined) return [];
    const legal = names.every((name) => providerNames.test(name));
    return [
      {
        code: legal ? 'names_differ_by_case' : 'names_fold_together',
        ...(legal ? { severity: 'warning' as const } : {}),
        path: first.path,
        message: `these tool names become one where names are cleaned or case is lost: ${names.map((name) => JSON.stringify(name)).join(', ')}`,
        remedy: 'Give them names that differ by more',
      },
    ];
  });
}

function checkPlanName(plan: Entry<unknown>): readonly SuiteFinding[] {
  if (!/^(?:none$|standard(?:$|\/)|full(?:$|\/)|chaos-)/.test(plan.name)) return [];
  return [
    {
      code: 'reserved_name',
      path: plan.path,
      message: `the plan name "${plan.name}" belongs to the harness: "none" is the clean plan, "standard", "full" and "chaos-..." are made`,
      found: plan.name,
      remedy: 'Choose another name',
    },
  ];
}
