import type { FaultInjection } from '../../../core/suite/fault.ts';
import type { ReplyCall } from '../../../core/trial/transcript.ts';
import { readObject } from '../../../dialect/line/read-object.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';
import { guardPattern } from '../../../pattern/guard-pattern.ts';
import type { FaultParameter } from '../fault-kind.ts';
import {
  type ArgumentPath,
  listArgumentPaths,
  readAt,
  writeArgumentPath,
} from './argument-path.ts';

/** The parameters of each available tool. */
export type ToolSchemas = ReadonlyMap<string, JsonObject>;

/**
 * Aims a fault at a call of a turn so that the schema of its tool refuses the edited arguments: an edit that leaves valid
 * arguments would only make the model say something else. Fields at the top of the arguments come first. `null` when
 * there is no such call.
 */
export function placeCallFault(
  kind: string,
  calls: readonly ReplyCall[],
  schemas: ToolSchemas,
): FaultInjection | null {
  const aimed = calls.flatMap((call, index): readonly FaultInjection[] => {
    const at = aim(kind, call, schemas);
    return at === null ? [] : [{ kind, ...(index === 0 ? {} : { index }), ...at }];
  });
  return aimed.find((inject) => !isBelow(inject)) ?? aimed[0] ?? null;
}

/** Whether a fault is aimed at a value below the fields of the arguments. */
export function isBelow({ field }: FaultInjection): boolean {
  return typeof field === 'string' && /[.[]/u.test(field);
}

function aim(kind: string, call: ReplyCall, schemas: ToolSchemas): JsonObject | null {
  const schema = schemas.get(call.name) ?? {};
  const args = readObject(call.argumentsText ?? '');
  switch (kind) {
    case 'wrong_type':
      return toField(args, (path, value) => refusesType(toSchema(schema, path), value));
    case 'missing_field':
      return toField(args, (path) => isRequired(schema, path));
    case 'wrong_enum':
      return toField(args, (path, value) => refusesText(toSchema(schema, path), value));
    case 'extra_field':
      return args === null ? null : toClosedPlace(args, schema);
    case 'unknown_tool':
      return schemas.has(`${call.name}_v2`) ? null : {};
    default:
      return {};
  }
}

function toField(
  args: JsonObject | null,
  refuses: (path: ArgumentPath, value: JsonValue) => boolean,
): JsonObject | null {
  if (args === null) return null;
  const path = listArgumentPaths(args).find((place) => refuses(place, readAt(args, place) ?? null));
  return path === undefined ? null : { field: writeArgumentPath(path) };
}

/** The schema of the value at a path, as far as it is written in place; else one that allows anything. */
function toSchema(schema: JsonObject, path: ArgumentPath): JsonObject {
  return path.reduce<JsonObject>((above, key) => {
    const { properties, items } = above;
    if (typeof key === 'number') return isJsonObject(items) ? items : {};
    const found =
      isJsonObject(properties) && Object.hasOwn(properties, key) ? properties[key] : null;
    return isJsonObject(found) ? found : {};
  }, schema);
}

function isRequired(schema: JsonObject, path: ArgumentPath): boolean {
  const { required } = toSchema(schema, path.slice(0, -1));
  const name = path.at(-1);
  return typeof name === 'string' && Array.isArray(required) && required.includes(name);
}

/** A place for a field too many: at the top, else in the first object below that refuses one. */
function toClosedPlace(args: JsonObject, schema: JsonObject): JsonObject | null {
  if (refusesExtra(schema, 'force')) return {};
  const below = listArgumentPaths(args).find(
    (path) => isJsonObject(readAt(args, path)) && refusesExtra(toSchema(schema, path), 'force'),
  );
  return below === undefined ? null : { field: writeArgumentPath([...below, 'force']) };
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
