import type { ToolError } from '../core/trial/tool-error.ts';

/**
 * The error of a source's program when it does not call the tool at all: there is none of that name, its own model of
 * the parameters refuses the arguments, or Python cannot bind them to the parameters. `null`: the tool was called.
 *
 * Source: `FunctionsRuntime.run_function` in agentdojo/functions_runtime.py and `ToolsExecutor.query` in
 * agentdojo/agent_pipeline/tool_execution.py; `Env.step` in tau_bench/envs/base.py; `get_response` in
 * tau2/environment/environment.py.
 */
export function findRefusal(message: string, tool: string | null): ToolError | null {
  const text = message.replace(/^(?:Error|ValueError|TypeError): /u, '');
  if (unknownTool.test(text)) return toRefusal('unknown_tool', message);
  if (/^ValidationError: \d+ validation errors? for Input schema/u.test(text)) {
    return toRefusal('invalid_arguments', message);
  }
  const called = unbound.exec(text)?.groups?.['name'];
  if (called === undefined) return null;
  // A function that the tool calls inside can fail in the same words.
  const isOfTool = tool === null || called === tool || called === 'invoke';
  return isOfTool ? toRefusal('invalid_arguments', message) : null;
}

const unknownTool =
  /^(?:ToolNotFound|Unknown action |Invalid tool .* provided\.$|Tool '[^']*' not found)/su;

/** `send()`, `Mail.send()` or `Mail.invoke()`, by the version of Python and by who calls. */
const unbound =
  /^(?:\w+\.)*(?<name>\w+)\(\) (?:missing \d+ required|got an unexpected keyword|got multiple values|takes )/u;

function toRefusal(kind: 'unknown_tool' | 'invalid_arguments', message: string): ToolError {
  return { kind, message, retryable: false, recoverable: true };
}
