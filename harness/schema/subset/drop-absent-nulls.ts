import type { JsonObject } from '../../json/json.ts';
import { allowsNull, listFields } from './allows-null.ts';
import { resolveSchema } from './find-definition.ts';
import { toList } from './to-list.ts';

/**
 * Takes `null` out of optional fields whose schema does not allow it: a provider that requires every field has no other way
 * to leave one out. Changes the value.
 *
 * @returns Whether there was any.
 */
export function dropAbsentNulls(value: JsonObject, schema: JsonObject): boolean {
  return drop(value, schema, { root: schema, depth: 0 });
}

interface Place {
  readonly root: JsonObject;
  readonly depth: number;
}

/** No arguments are deeper. */
const deepest = 64;

function drop(value: unknown, given: unknown, { root, depth }: Place): boolean {
  if (depth > deepest || typeof value !== 'object' || value === null) return false;
  const schema = resolveSchema(given, root);
  if (schema === null) return false;
  const below = { root, depth: depth + 1 };
  const { allOf, anyOf, oneOf, items } = schema;
  const branches = [allOf, anyOf, oneOf].flatMap(toList);
  const changes = branches.map((branch) => drop(value, branch, below));
  if (Array.isArray(value)) changes.push(...value.map((item) => drop(item, items, below)));
  // The value was parsed from the text of the call, and belongs to its reading alone.
  else changes.push(dropFields(value as Record<string, unknown>, schema, below));
  return changes.includes(true);
}

function dropFields(fields: Record<string, unknown>, schema: JsonObject, below: Place): boolean {
  const needed: readonly unknown[] = toList(schema['required']);
  let isDropped = false;
  for (const [name, property] of listFields(schema)) {
    if (!Object.hasOwn(fields, name)) continue;
    if (fields[name] !== null) isDropped = drop(fields[name], property, below) || isDropped;
    else if (!needed.includes(name) && !allowsNull(property, below.root)) {
      isDropped = Reflect.deleteProperty(fields, name) || isDropped;
    }
  }
  return isDropped;
}
