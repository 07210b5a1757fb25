import { stringify } from 'yaml';

import type { EffectGrade } from '../../core/suite/effect-grade.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';

/** A tool that a model was offered, with what it was seen to answer. */
export interface ObservedTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  /** By the hints of an MCP server; absent where nothing says it. */
  readonly effect?: EffectGrade;
  readonly results: readonly { readonly when: JsonObject; readonly give: JsonValue }[];
}

/** A conversation that was seen. */
export interface ObservedScenario {
  readonly id: string;
  readonly user: readonly string[];
  readonly calls: readonly { readonly tool: string; readonly arguments?: JsonObject }[];
}

/** A suite made of what was seen. */
export interface ObservedSuite {
  readonly name: string;
  readonly model: string;
  /** `null` where one command held several conversations: it is the agent of none of them. */
  readonly agent: {
    readonly command: readonly string[];
    readonly input: 'argument' | 'stdin';
    readonly cwd?: string;
  } | null;
  readonly tools: readonly ObservedTool[];
  readonly scenarios: readonly ObservedScenario[];
}

/** The tag of scenarios whose expectations are what was observed, and that no one has confirmed. */
export const observedTag = 'observed';

/** Writes a first suite, with the reasons for which it is not to be believed yet. */
export function writeObservedSuite({
  name,
  model,
  agent,
  tools,
  scenarios,
}: ObservedSuite): string {
  return [
    head,
    write({ version: 1, name, model }),
    agent === null ? severalNote : write({ agent }),
    toolNote,
    write({ tools: tools.map(toTool) }),
    write({ scenarios: scenarios.map(toScenario) }),
  ].join('\n');
}

const head = `# yaml-language-server: $schema=node_modules/toolrig/dist/harness/suite/suite.schema.json
# Written by \`toolrig exec\` from what it saw. The expectations are what was OBSERVED, and are not yet believed: read each scenario,
# correct what is wrong, and then remove its tag "${observedTag}". Until then each run warns of it.
`;

const severalNote = `# The command held several conversations, and a trial is one: say under "agent" how one of them is begun, such as
# agent: { command: [python3, agent.py], input: argument }
`;

const toolNote = `# What a tool does to the world cannot be seen from outside: "irreversible", the gravest, was taken for each without
# a hint of an MCP server. Correct it (read, idempotent, irreversible). The results are those that were seen.
`;

function toTool(tool: ObservedTool): JsonObject {
  const { name, description, parameters, effect = 'irreversible', results } = tool;
  const stubs = results.map(({ when, give }) => ({ when, give }));
  return {
    name,
    description,
    effect,
    parameters,
    ...(stubs.length === 0 ? {} : { results: stubs }),
  };
}

function toScenario({ id, user, calls }: ObservedScenario): JsonObject {
  return {
    id,
    tags: [observedTag],
    about: 'Observed, not yet believed.',
    user: user.length === 1 ? (user[0] ?? '') : user,
    expected: {
      calls: calls.map(({ tool, arguments: args }) => ({
        tool,
        ...(args === undefined ? {} : { arguments: args }),
      })),
    },
  };
}

function write(value: JsonObject): string {
  return stringify(value, { lineWidth: 120 });
}
