import { keepDigits } from '../json/exact-arguments.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/json.ts';
import type { TranscriptEvent } from '../core/trial/transcript.ts';
import type {
  ObservedScenario,
  ObservedSuite,
  ObservedTool,
} from '../suite/write/write-observed-suite.ts';
import type { SeenConversation } from './exec-session.ts';

/** Where a suite is written to, and what it runs. */
export interface ObservedPlace {
  readonly name: string;
  readonly command: readonly string[];
  /** From the suite's folder. */
  readonly cwd: string;
  /** The tools of MCP servers that the command asked. */
  readonly served: readonly ObservedTool[];
}

/** Makes a suite of what was seen: the tools that were offered, what the user said, and the calls that the model made. */
export function toObservedSuite(
  conversations: readonly SeenConversation[],
  { name, command, cwd, served }: ObservedPlace,
): ObservedSuite {
  const scenarios = conversations.map(toScenario);
  const single = scenarios.length === 1 ? scenarios[0] : undefined;
  const requests = conversations.flatMap((one) => one.requests);
  return {
    name,
    model: requests[0]?.model ?? 'model',
    agent: single === undefined ? null : toAgent({ command, cwd }, single.user),
    tools: addServed(toTools(conversations), served),
    scenarios,
  };
}

function toAgent(
  { command, cwd }: Pick<ObservedPlace, 'command' | 'cwd'>,
  user: readonly string[],
): ObservedSuite['agent'] {
  const isArgument = user.length === 1 && command.length > 1 && command.at(-1) === user[0];
  return {
    command: isArgument ? command.slice(0, -1) : command,
    input: isArgument ? 'argument' : 'stdin',
    ...(cwd === '' ? {} : { cwd }),
  };
}

function toScenario({ id, transcript }: SeenConversation): ObservedScenario {
  const { events } = transcript;
  const user = events.flatMap((event) => (event.type === 'user' ? [event.text] : []));
  return { id, user: user.length === 0 ? [''] : user, calls: listCalls(events).map(toExpectation) };
}

interface MadeCall {
  readonly ref: string;
  readonly tool: string;
  readonly arguments: JsonObject | null;
}

function listCalls(events: readonly TranscriptEvent[]): readonly MadeCall[] {
  return events.flatMap((event) =>
    event.type === 'reply'
      ? event.calls.map((call) => ({
          ref: call.ref,
          tool: call.name,
          arguments: readArguments(call.argumentsText),
        }))
      : [],
  );
}

function toExpectation({ tool, arguments: args }: MadeCall): ObservedScenario['calls'][number] {
  return args === null ? { tool } : { tool, arguments: args };
}

function readArguments(text: string | null): JsonObject | null {
  try {
    const value = JSON.parse(text ?? '{}') as JsonValue;
    if (!isJsonObject(value)) return null;
    if (text !== null) keepDigits(value, text);
    return value;
  } catch {
    return null;
  }
}

/** By name, as they were first offered, with the results that were seen for them. */
function toTools(conversations: readonly SeenConversation[]): readonly ObservedTool[] {
  const tools = new Map<string, ObservedTool>();
  for (const { requests } of conversations) {
    for (const tool of requests.flatMap((request) => request.tools ?? [])) {
      const { name, description, parameters } = tool.function;
      if (tools.has(name)) continue;
      const results = conversations.flatMap((one) => listResults(one, name));
      tools.set(name, {
        name,
        description: description ?? '',
        parameters: parameters ?? { type: 'object' },
        results,
      });
    }
  }
  return [...tools.values()];
}

/**
 * What MCP servers say of the tools that were offered: grades, and results where the conversations show none. Where no request
 * offered a tool, the listed ones are the tools.
 */
function addServed(
  offered: readonly ObservedTool[],
  served: readonly ObservedTool[],
): readonly ObservedTool[] {
  if (offered.length === 0) return served;
  return offered.map((tool) => {
    // Clients put the name of the server before that of its tool.
    const found = served.find(({ name }) => tool.name === name || tool.name.endsWith(`__${name}`));
    if (found === undefined) return tool;
    const { effect, results } = found;
    const isShown = tool.results.length > 0;
    return {
      ...tool,
      ...(effect === undefined ? {} : { effect }),
      results: isShown ? tool.results : results,
    };
  });
}

function listResults({ transcript }: SeenConversation, tool: string): ObservedTool['results'] {
  const calls = new Map(listCalls(transcript.events).map((call) => [call.ref, call]));
  return transcript.events.flatMap((event) => {
    if (event.type !== 'result' || event.value === null) return [];
    const call = calls.get(event.call);
    if (call?.tool !== tool) return [];
    return [{ when: call.arguments ?? {}, give: event.value }];
  });
}
