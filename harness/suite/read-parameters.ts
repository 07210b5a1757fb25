import { isJsonObject, type JsonObject } from '../core/json.ts';
import type { Entry } from './suite-parts.ts';
import { isArgumentsSchema, toJsonSchema } from './to-json-schema.ts';
import type { ToolInput } from './tool-input.ts';

/** The JSON Schema of a tool's arguments; `null` when it has none that can be read. */
export function readParameters(tool: ToolInput): JsonObject | null {
  const { parameters } = tool as { readonly parameters?: unknown };
  if (isArgumentsSchema(parameters)) return toJsonSchema(parameters, tool.name);
  return isJsonObject(parameters) ? parameters : null;
}

/** Names of a tool's arguments. */
export function listFields(tool: Entry<ToolInput>): readonly string[] {
  const properties = tool.sound ? readParameters(tool.value)?.['properties'] : undefined;
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
