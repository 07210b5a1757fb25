import { toCanonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import { changedSchemas, type ShapeSide } from './compare-shapes.ts';
import type { Recording } from '../lane/parse-recording.ts';

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
  // A call that was made and delivered is recorded twice, the second time with sorted keys.
  const rejects = new Map<string, string>();
  for (const { tool, text, value } of recordedCalls(sides.recording)) {
    const schema = schemas.get(tool);
    const key = `${tool}(${toCanonicalJson(value)})`;
    if (schema === undefined || rejects.has(key)) continue;
    const problems = validate(schema, value);
    if (problems.length > 0) rejects.set(key, `${tool}(${text}): ${problems.join('; ')}`);
  }
  return [...rejects.values()];
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
  const delivered = recording.readTools().map((line) => ({
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
