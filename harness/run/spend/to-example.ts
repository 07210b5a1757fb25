import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { ExpectedCall } from '../../core/suite/suite.ts';
import type { Tool } from '../../core/suite/tool.ts';
import { listSamples } from '../../expectation/list-samples.ts';

/** Arguments that an expected call would likely have: those expected, and what the schema requires besides. */
export function toExampleArguments(
  expected: Pick<ExpectedCall, 'arguments'>,
  tool: Tool,
): JsonObject {
  const { required } = tool.parameters;
  const names = (Array.isArray(required) ? required : []).filter(
    (name) => typeof name === 'string',
  );
  const args: Record<string, JsonValue> = {};
  for (const name of names) args[name] = toUsual(name, tool);
  for (const [name, matcher] of Object.entries(expected.arguments ?? {})) {
    if (matcher.match !== 'absent') {
      args[name] = listSamples(matcher, 'any')?.[0] ?? toUsual(name, tool);
    }
  }
  return args;
}

/** The value in the tool's own example, else one that the schema takes. */
function toUsual(name: string, { example, parameters }: Tool): JsonValue {
  const { properties } = parameters;
  return example?.[name] ?? toSample(isJsonObject(properties) ? properties[name] : undefined);
}

/** A value that a simple schema takes. */
function toSample(schema: JsonValue | undefined): JsonValue {
  if (!isJsonObject(schema)) return 'x';
  const { enum: values, examples, type } = schema;
  const named = schema['const'] ?? toFirst(values) ?? schema['default'] ?? toFirst(examples);
  return named ?? toSampleOf(toFirst(type) ?? type, schema);
}

function toSampleOf(type: JsonValue | undefined, schema: JsonObject): JsonValue {
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

function toFirst(value: JsonValue | undefined): JsonValue | undefined {
  // Narrowed by `isArray`, which loses the type of the items of a readonly list.
  return Array.isArray(value) ? (value as readonly JsonValue[])[0] : undefined;
}

function toSampleList(schema: JsonObject): JsonValue {
  const least = typeof schema['minItems'] === 'number' ? Math.min(schema['minItems'], 20) : 0;
  return Array.from({ length: least }, () => toSample(schema['items']));
}

function toSampleObject({ properties, required }: JsonObject): JsonValue {
  const schemas = isJsonObject(properties) ? properties : {};
  const names = (Array.isArray(required) ? required : []).filter(
    (name) => typeof name === 'string',
  );
  return Object.fromEntries(names.map((name) => [name, toSample(schemas[name])]));
}

function toSampleText({ format, minLength }: JsonObject): string {
  if (format === 'date') return '2026-01-01';
  if (format === 'date-time') return '2026-01-01T00:00:00Z';
  if (format === 'email') return 'a@example.com';
  return 'x'.repeat(typeof minLength === 'number' ? Math.max(1, Math.min(minLength, 200)) : 1);
}
