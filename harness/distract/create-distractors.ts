import type { Tool } from '../core/suite/tool.ts';
import { splitDescription } from '../route/split-description.ts';
import { farTools } from './far-tools.ts';

/** How far in meaning distractors are from the tools of a suite. */
export const distractorKinds = ['near', 'far'] as const;
export type DistractorKind = (typeof distractorKinds)[number];

/**
 * Creates all distractors of a kind for a list of tools, in the order in which they are added: a shorter list is the
 * beginning of a longer one. `far`: tools of other trades. `near`: each tool again, for a part of the same things that
 * requests do not speak of. They do nothing and take the place of no tool of the list.
 */
export function createDistractors(kind: DistractorKind, tools: readonly Tool[]): readonly Tool[] {
  const taken = new Set(tools.map(({ name }) => name));
  const all =
    kind === 'far'
      ? farTools.map(toFarTool)
      : qualifiers.flatMap((one) => tools.map((tool) => toNearTool(tool, one)));
  return all.filter(({ name }) => name.length <= maxName && !taken.has(name));
}

/** Providers take no longer names. */
const maxName = 64;

/** What a near distractor is for: the end of its name, and words for its description. */
const qualifiers: readonly (readonly [name: string, what: string])[] = [
  ['archived', 'entries of former years in the archive'],
  ['draft', 'drafts that were never sent'],
  ['partner', 'partner companies and their staff'],
  ['template', 'templates for later use'],
  ['test', 'records of the training system'],
  ['bulk', 'lists of many entries in a file'],
];

function toNearTool(tool: Tool, [name, what]: (typeof qualifiers)[number]): Tool {
  const [first = tool.description] = splitDescription(tool.description).attracting;
  return {
    name: `${tool.name}_${name}`,
    description: `${first} Use when this concerns ${what}.`,
    parameters: tool.parameters,
    ...idle,
  };
}

function toFarTool([name, what, said, field]: (typeof farTools)[number]): Tool {
  return {
    name,
    description: `${what}. Use when the user says something like "${said}".`,
    parameters: {
      type: 'object',
      properties: {
        [field]: { type: 'string', minLength: 1, maxLength: 200, description: `The ${field}` },
      },
      required: [field],
      additionalProperties: false,
    },
    ...idle,
  };
}

/** A write, so that a call of it is never one of the reads that a scenario allows; it writes nothing. */
const idle: Pick<Tool, 'effect' | 'handler'> = {
  effect: 'idempotent',
  handler: (_args, { noEffect }) => {
    noEffect();
    return { status: 'nothing to do' };
  },
};
