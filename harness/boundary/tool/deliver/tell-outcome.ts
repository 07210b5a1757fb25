import type { JsonObject, JsonValue } from '../../../json/json.ts';
import type { LoopSettings } from '../../../core/suite/loop-settings.ts';
import type { Tool } from '../../../core/suite/tool.ts';
import type { ToolError } from '../../../core/trial/tool-error.ts';
import type { ToolOutcome } from '../../../core/trial/tool-outcome.ts';

/** How a result is reported to the model. */
export type Telling = Pick<LoopSettings, 'errors' | 'empty'>;

/**
 * The text of an outcome for the model, before truncation. Text stays text, everything else is JSON.
 * Part of the texts that `loop/protocol-text.ts` gives a version to.
 */
export function tellOutcome(outcome: ToolOutcome, tool: Tool | null, telling: Telling): JsonValue {
  if (outcome.status === 'success') return outcome.value ?? { status: 'done' };
  if (outcome.status !== 'empty') return tellError(outcome.error, tool, telling.errors);
  if (telling.empty === 'bare') return outcome.value ?? '';
  return { status: 'empty', meaning: outcome.meaning, result: outcome.value };
}

function tellError(error: ToolError, tool: Tool | null, how: LoopSettings['errors']): JsonValue {
  const name = tool?.name ?? 'tool';
  if (how === 'bare') return 'Error: the call failed';
  if (how === 'stack') {
    return [
      `Error: ${error.message}`,
      `    at ${name} (tools/${name}.js:41:13)`,
      '    at dispatch (lib/dispatch.js:118:24)',
      '    at async run (lib/agent.js:77:9)',
    ].join('\n');
  }
  const schema =
    error.kind === 'invalid_json' && tool !== null ? { parameters: tool.parameters } : {};
  const other = tellFallback(error, tool);
  // A tool error is JSON by its type; the spread only drops its interface.
  return { error: { ...error, ...other, ...schema } as unknown as JsonObject };
}

const downKinds: readonly ToolError['kind'][] = [
  'timeout',
  'rate_limited',
  'unavailable',
  'bad_tool_result',
  'failed',
];

/** Names the tool that answers the same, when this one is down. */
function tellFallback(error: ToolError, tool: Tool | null): Pick<ToolError, 'next'> {
  if (tool?.fallback === undefined || !downKinds.includes(error.kind)) return {};
  return { next: `Use "${tool.fallback}" instead: it answers the same` };
}
