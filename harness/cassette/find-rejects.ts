import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import { changedSchemas, type ShapeSide } from './compare-shapes.ts';
import type { Recording } from './parse-recording.ts';

interface RejectSides {
  readonly recording: Recording;
  readonly recorded: ShapeSide;
  readonly now: ShapeSide;
}

/** Recorded calls that the present schemas would reject, one sentence each, in recorded order. */
export function findRejects(
  sides: RejectSides,
  validate: (schema: JsonObject, value: JsonValue) => readonly string[],
): readonly string[] {
  const schemas = changedSchemas(sides.recorded, sides.now);
  if (schemas.size === 0) return [];
  const rejects = recordedCalls(sides.recording).flatMap(({ tool, text, value }) => {
    const schema = schemas.get(tool);
    if (schema === undefined) return [];
    const problems = validate(schema, value);
    return problems.length === 0 ? [] : [`${tool}(${text}): ${problems.join('; ')}`];
  });
  return [...new Set(rejects)];
}

interface RecordedCall {
  readonly tool: string;
  readonly text: string;
  readonly value: JsonValue;
}

/** Calls in messages and delivered calls; arguments that are no JSON were never judged by a schema. */
function recordedCalls(recording: Recording): readonly RecordedCall[] {
  const said = recording.texts.flatMap((text): readonly RecordedCall[] => {
    const message = parseJson(text);
    const calls = isJsonObject(message) ? message['tool_calls'] : null;
    return Array.isArray(calls) ? calls.flatMap(readCall) : [];
  });
  const delivered = recording.tools.map((line) => ({
    tool: line.tool,
    text: JSON.stringify(line.arguments),
    value: line.arguments,
  }));
  return [...said, ...delivered];
}

function readCall(call: JsonValue): readonly RecordedCall[] {
  const inner = isJsonObject(call) ? call['function'] : null;
  if (!isJsonObject(inner) || typeof inner['name'] !== 'string') return [];
  const text = inner['arguments'];
  if (typeof text !== 'string') return [];
  const value = parseJson(text);
  return value === undefined ? [] : [{ tool: inner['name'], text, value }];
}

function parseJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
