import { capabilityTool } from '../../core/suite/tool-offer.ts';
import type { OfferSettings } from '../../core/suite/loop-settings.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { splitDescription } from '../../route/split-description.ts';
import { isAlways } from './is-always.ts';

/** A tool by which a model opens other tools, and what is open. */
export interface Door {
  readonly tool: Tool;
  /** The tools that are offered now, in the order of the toolset. */
  open(): readonly Tool[];
  /** Closes what was opened. */
  reset(): void;
}

/** Opens tools phase by phase. Tools without a phase are always open. */
export function createPhaseTool(tools: readonly Tool[], settings: OfferSettings): Door {
  const phases = [...new Set(tools.flatMap((tool) => tool.phases ?? []))];
  const first = settings.phases.length > 0 ? settings.phases : phases.slice(0, 1);
  const lines = phases.map((phase) => {
    const names = tools
      .filter((tool) => tool.phases?.includes(phase) === true)
      .map(({ name }) => name);
    return `${phase}: ${names.join(', ')}`;
  });
  const intro = 'Opens the tools of another phase of the conversation, which are not offered yet.';
  return createDoor(
    { capabilities: phases, description: toDescription(intro, 'Phases and their tools', lines) },
    {
      first,
      pick: (open) =>
        tools.filter(
          (tool) =>
            tool.phases === undefined ||
            tool.phases.some((phase) => open.has(phase)) ||
            isAlways(tool, settings),
        ),
    },
  );
}

/** Shows each tool in one line; those that are asked for are offered whole. */
export function createSummaryTool(tools: readonly Tool[], settings: OfferSettings): Door {
  const closed = tools.filter((tool) => !isAlways(tool, settings));
  const lines = closed.map((tool) => `${tool.name}${toGroup(tool)}: ${toSummary(tool)}`);
  const intro = 'Opens a tool of which only a summary is shown here, so that it can be called.';
  return createDoor(
    {
      capabilities: closed.map(({ name }) => name),
      description: toDescription(intro, 'Tools', lines),
    },
    {
      first: [],
      pick: (open) => tools.filter((tool) => open.has(tool.name) || isAlways(tool, settings)),
    },
  );
}

function createDoor(
  said: { readonly capabilities: readonly string[]; readonly description: string },
  by: {
    readonly first: readonly string[];
    readonly pick: (open: ReadonlySet<string>) => readonly Tool[];
  },
): Door {
  const open = new Set(by.first);
  const tool: Tool = {
    name: capabilityTool,
    description: said.description,
    parameters: {
      type: 'object',
      properties: {
        capability: { type: 'string', enum: said.capabilities, description: 'What to open' },
      },
      required: ['capability'],
      additionalProperties: false,
    },
    effect: 'read',
    handler: ({ capability }) => {
      const before = new Set(by.pick(open));
      if (typeof capability === 'string') open.add(capability);
      const added = by.pick(open).filter((one) => !before.has(one));
      return { opened: capability ?? null, offered_now: added.map(({ name }) => name) };
    },
  };
  return {
    tool,
    open: () => by.pick(open),
    reset: () => {
      open.clear();
      for (const name of by.first) open.add(name);
    },
  };
}

function toDescription(intro: string, what: string, lines: readonly string[]): string {
  return [
    `${intro} Use when what the user wants needs a tool that is not offered. Not for tools that are offered already: call those. Returns the names of the tools that are offered from the next turn on.`,
    `${what}:`,
    ...lines.map((line) => `- ${line}`),
  ].join('\n');
}

function toGroup({ category, tags = [] }: Tool): string {
  const words = [...(category === undefined ? [] : [category]), ...tags];
  return words.length === 0 ? '' : ` (${words.join(', ')})`;
}

/** The first sentence of a description. */
function toSummary({ description }: Tool): string {
  return splitDescription(description).attracting[0] ?? description;
}
