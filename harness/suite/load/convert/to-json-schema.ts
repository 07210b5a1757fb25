import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import { RigError } from '../../../core/rig-error.ts';

/** A schema that can say itself in JSON Schema. Source: Standard JSON Schema 1, as zod 4.2 has it. */
export interface ArgumentsSchema<Args> {
  readonly '~standard': {
    readonly vendor: string;
    readonly types?: { readonly input: Args } | undefined;
    readonly jsonSchema: {
      readonly input: (options: { readonly target: 'draft-2020-12' }) => Record<string, unknown>;
    };
  };
}

/** Tells a schema of a library from a JSON Schema. */
export function isArgumentsSchema(value: unknown): value is ArgumentsSchema<unknown> {
  return (
    ((typeof value === 'object' && value !== null) || typeof value === 'function') &&
    '~standard' in value
  );
}

/**
 * The JSON Schema of what a model has to send, as it goes into requests: what the library adds for
 * itself is left out (`$schema`, patterns beside a format, the range of safe integers).
 *
 * @throws RigError `TOOL_SCHEMA` when the schema has no JSON form.
 */
export function toJsonSchema(schema: ArgumentsSchema<unknown>, tool: string): JsonObject {
  const standard = schema['~standard'];
  const convert = standard.jsonSchema as typeof standard.jsonSchema | undefined;
  if (convert === undefined) {
    throw new RigError(
      'TOOL_SCHEMA',
      `Cannot read the parameters of tool "${tool}": its schema library "${standard.vendor}" does not give JSON Schema. Use zod 4.2 or later, or write JSON Schema`,
    );
  }
  const { $schema: _dialect, ...plain } = callLibrary(
    () => convert.input({ target: 'draft-2020-12' }),
    tool,
  );
  // The library made it of strings, numbers, lists and objects alone.
  return clean(plain as JsonObject) as JsonObject;
}

function callLibrary(call: () => Record<string, unknown>, tool: string): Record<string, unknown> {
  try {
    return call();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new RigError(
      'TOOL_SCHEMA',
      `Cannot write the parameters of tool "${tool}" as JSON Schema: ${reason}. Use types that JSON has`,
      { cause },
    );
  }
}

function clean(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item: JsonValue) => clean(item) ?? null);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).filter(([key, item]) => !isLibraryOwn(key, item, value));
  return Object.fromEntries(
    entries.map(([key, item]) => [key, valueKeywords.has(key) ? item : clean(item)]),
  );
}

/** Their values are data, not schemas. */
const valueKeywords: ReadonlySet<string> = new Set(['default', 'const', 'enum', 'examples']);

function isLibraryOwn(key: string, value: JsonValue | undefined, schema: JsonObject): boolean {
  if (key === 'pattern') return typeof schema['format'] === 'string';
  const isSafeBound =
    schema['type'] === 'integer' && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  return (key === 'maximum' || key === 'minimum') && isSafeBound;
}
