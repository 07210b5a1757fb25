import { isJsonObject, type JsonValue } from '../../../json/json.ts';
import { RigError } from '../../../core/rig-error.ts';
import type { Tool } from '../../../core/suite/tool.ts';
import type { ToolOutcome } from '../../../core/trial/tool-outcome.ts';
import { readHandlerOutcome } from './read-handler-outcome.ts';
import { toJsonValue } from './to-json-value.ts';
import { toolText } from './tool-text.ts';

/**
 * Converts what a handler returned into an outcome. `{ isError: true }` is an error, as in MCP. `undefined`, `null`, `''` and `[]`
 * from a read are `empty`, with a meaning; from a write they are a success with nothing to report.
 */
export function toOutcome(returned: unknown, tool: Tool): ToolOutcome {
  const made = readHandlerOutcome(returned);
  if (made !== null) return copyOutcome(made, tool);
  const written = toJsonValue(returned);
  if (!written.ok)
    return { status: 'error', error: toolText.notSerialisable(tool.name, written.error) };
  const { value } = written;
  const failure = readErrorObject(value);
  if (failure !== null)
    return { status: 'error', error: toolText.broke(tool.name, failure.message) };
  if (!isNothing(value)) return { status: 'success', value };
  if (tool.effect !== 'read') return { status: 'success', value: value === '' ? null : value };
  return {
    status: 'empty',
    value: value === '' ? null : value,
    meaning: toolText.nothingFound(tool.name),
  };
}

/** What a handler threw, as an outcome. Engine errors are reported by class only, because their wording differs between versions. */
export function toThrownOutcome(thrown: unknown, tool: Tool): ToolOutcome {
  // The harness itself cannot continue (a live back end is gone); no tool caused this.
  if (thrown instanceof RigError) throw thrown;
  const made = readHandlerOutcome(thrown);
  if (made !== null) return copyOutcome(made, tool);
  if (typeof thrown === 'string')
    return { status: 'error', error: toolText.broke(tool.name, thrown) };
  if (!(thrown instanceof Error))
    return { status: 'error', error: toolText.broke(tool.name, null) };
  const isEngine = engineErrors.includes(thrown.name);
  const how = isEngine ? `The tool "${tool.name}" broke with a ${thrown.name}` : thrown.message;
  return { status: 'error', error: toolText.broke(tool.name, how === '' ? null : how) };
}

const engineErrors: readonly string[] = [
  'TypeError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'URIError',
  'EvalError',
];

function copyOutcome(outcome: ToolOutcome, tool: Tool): ToolOutcome {
  if (!('value' in outcome)) return outcome;
  const written = toJsonValue(outcome.value);
  if (!written.ok)
    return { status: 'error', error: toolText.notSerialisable(tool.name, written.error) };
  return { ...outcome, value: written.value };
}

function isNothing(value: JsonValue): boolean {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** An `isError` result; its text is taken from `message`, `error` or (text parts of) `content`. */
function readErrorObject(value: JsonValue): { readonly message: string | null } | null {
  if (!isJsonObject(value) || value['isError'] !== true) return null;
  return { message: readText(value['message'] ?? value['error'] ?? value['content']) };
}

function readText(value: JsonValue | undefined): string | null {
  if (typeof value === 'string') return value === '' ? null : value;
  if (!Array.isArray(value)) return null;
  const parts = value.flatMap((part: JsonValue): readonly string[] => {
    const text = isJsonObject(part) ? part['text'] : null;
    return typeof text === 'string' ? [text] : [];
  });
  return parts.length === 0 ? null : parts.join('\n');
}
