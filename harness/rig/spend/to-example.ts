import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts';
import type { ExpectedCall, Matcher } from '../../core/suite.ts';
import type { Tool } from '../../core/tool.ts';

/** Arguments that an expected call would likely have: those expected, and what the schema requires besides. */
export function toExampleArguments(
  expected: Pick<ExpectedCall, 'arguments'>,
  tool: Tool,
): JsonObject {
  const { properties, required } = tool.parameters;
  const schemas = isJsonObject(properties) ? properties : {};
  const args: Record<string, JsonValue> = {};
  for (const name of Array.isArray(required) ? required : []) {
    if (typeof name === 'string') args[name] = tool.example?.[name] ?? toSample(schemas[name]);
  }
  for (const [name, matcher] of Object.entries(expected.arguments ?? {})) {
    if (matcher.match === 'absent') continue;
    args[name] = toValue(matcher) ?? tool.example?.[name] ?? toSample(schemas[name]);
  }
  return args;
}

/** `undefined` where the matcher names no value. */
function toValue(matcher: Matcher): JsonValue | undefined {
  const { value, values, min, max } = matcher as {
    // Each matcher has some of these fields, with these types.
    readonly value?: JsonValue;
    readonly values?: readonly JsonValue[];
    readonly min?: number | null;
    readonly max?: number | null;
  };
  if (matcher.match === 'set') return values;
  return value ?? values?.[0] ?? min ?? max ?? undefined;
}

/** A value that a simple schema takes. */
function toSample(schema: JsonValue | undefined): JsonValue {
  if (!isJsonObject(schema)) return 'x';
  const { enum: values, examples } = schema;
  if (schema['const'] !== undefined) return schema['const'];
  if (Array.isArray(values) && values[0] !== undefined) return values[0];
  if (schema['default'] !== undefined) return schema['default'];
  if (Array.isArray(examples) && examples[0] !== undefined) return examples[0];
  const type = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  switch (type) {
    case 'integer':
    case 'number':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 1;
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return toSampleList(schema);
    case 'object':
      return toSampleObject(schema);
    default:
      return toSampleText(schema);
  }
}

function toSampleList(schema: JsonObject): JsonValue {
  const least = typeof schema['minItems'] === 'number' ? Math.min(schema['minItems'], 20) : 0;
  return Array.from({ length: least }, () => toSample(schema['items']));
}

function toSampleObject({ properties, required }: JsonObject): JsonValue {
  const schemas = isJsonObject(properties) ? properties : {};
  const names = (Array.isArray(required) ? required : []).filter((name) => typeof name === 'string');
  return Object.fromEntries(names.map((name) => [name, toSample(schemas[name])]));
}

function toSampleText({ format, minLength }: JsonObject): string {
  if (format === 'date') return '2026-01-01';
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  if (format === 'email') return 'a@example.com';
  return 'x'.repeat(typeof minLength === 'number' ? Math.max(1, Math.min(minLength, 200)) : 1);
}
