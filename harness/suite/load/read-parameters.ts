import { isJsonObject, type JsonObject } from '../../json/json.ts';
import { RigError } from '../../core/rig-error.ts';
import type { Entry } from './suite-parts.ts';
import { isArgumentsSchema, toJsonSchema, type ArgumentsSchema } from './convert/to-json-schema.ts';
import type { ToolInput } from '../input/tool-input.ts';

/** The JSON Schema of a tool's arguments; `null` when it has none that can be read. */
export function readParameters(tool: ToolInput): JsonObject | null {
  const { parameters } = tool as { readonly parameters?: unknown };
  if (isArgumentsSchema(parameters)) return convert(parameters, tool.name);
  return isJsonObject(parameters) ? parameters : null;
}

/** A schema that JSON cannot represent has been reported by the check of the suite's shape. */
function convert(schema: ArgumentsSchema<unknown>, name: string): JsonObject | null {
  try {
    return toJsonSchema(schema, name);
  } catch (error) {
    if (error instanceof RigError) return null;
    throw error;
  }
}

/** Names of a tool's arguments. */
export function listFields(tool: Entry<ToolInput>): readonly string[] {
  const properties = tool.sound ? readParameters(tool.value)?.['properties'] : undefined;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
