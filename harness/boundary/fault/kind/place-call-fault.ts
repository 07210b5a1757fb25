import type { FaultInjection } from '../../../core/suite/fault.ts';
import type { ReplyCall } from '../../../core/trial/transcript.ts';
import { readObject } from '../../../dialect/line/read-object.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import { guardPattern } from '../../../pattern/guard-pattern.ts';
import type { FaultParameter } from '../fault-kind.ts';

/** The parameters of each available tool. */
export type ToolSchemas = ReadonlyMap<string, JsonObject>;

/**
 * Aims a fault at a call of a turn so that the schema of its tool refuses the edited arguments: an edit that leaves valid
 * arguments would only make the model say something else. `null` when there is no such call.
 */
export function placeCallFault(
  kind: string,
  calls: readonly ReplyCall[],
  schemas: ToolSchemas,
): FaultInjection | null {
  for (const [index, call] of calls.entries()) {
    const aimed = aim(kind, call, schemas);
    if (aimed !== null) return { kind, ...(index === 0 ? {} : { index }), ...aimed };
  }
  return null;
}

function aim(kind: string, call: ReplyCall, schemas: ToolSchemas): JsonObject | null {
  const schema = schemas.get(call.name) ?? {};
  const args = readObject(call.argumentsText ?? '');
  switch (kind) {
    case 'wrong_type':
      return toField(args, (name, value) => refusesType(toProperty(schema, name), value));
    case 'wrong_enum':
      return toField(args, (name, value) => refusesText(toProperty(schema, name), value));
    case 'extra_field':
      return refusesExtra(schema, 'force') && args !== null ? {} : null;
    case 'unknown_tool':
      return schemas.has(`${call.name}_v2`) ? null : {};
    default:
      return {};
  }
}

function toField(
  args: JsonObject | null,
  refuses: (name: string, value: JsonValue) => boolean,
): JsonObject | null {
  const field = Object.keys(args ?? {}).find((name) => refuses(name, args?.[name] ?? null));
  return field === undefined ? null : { field };
}

function toProperty(schema: JsonObject, name: string): JsonObject {
  const { properties } = schema;
  const found =
    isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : null;
  return isJsonObject(found) ? found : {};
}

/** The fault turns a text into an object and any other value into a text. */
function refusesType({ type }: JsonObject, value: JsonValue): boolean {
  const made = typeof value === 'string' ? 'object' : 'string';
  if (typeof type === 'string') return type !== made;
  return Array.isArray(type) && !type.includes(made);
}

/** The fault puts `not_` before the text. */
function refusesText(
  { enum: allowed, const: only, pattern }: JsonObject,
  value: JsonValue,
): boolean {
  if (typeof value !== 'string') return false;
  const made = `not_${value}`;
  if (Array.isArray(allowed)) return !allowed.includes(made);
  if (only !== undefined) return only !== made;
  return typeof pattern === 'string' && isRefusedBy(pattern, made);
}

function isRefusedBy(pattern: string, text: string): boolean {
  try {
    return !guardPattern(new RegExp(pattern, 'u')).test(text);
  } catch {
    return false;
  }
}

function refusesExtra(schema: JsonObject, name: string): boolean {
  const { properties, additionalProperties: extra, unevaluatedProperties: rest } = schema;
  if (isJsonObject(properties) && Object.hasOwn(properties, name)) return false;
  return extra === false || rest === false;
}

/** The call of a turn at which a fault is aimed. */
export const whichCall = {
  name: 'index',
  type: 'number',
  default: 0,
  min: 0,
  about: 'Which call of the turn, from 0',
} as const satisfies FaultParameter;
