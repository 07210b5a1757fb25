import { exactOf, keepExact } from '../../../json/exact-arguments.ts';
import type { JsonObject, JsonValue } from '../../../json/json.ts';
import { setField } from '../judge/set-field.ts';

/** A deep copy of a JSON object, so that a handler may change its arguments without changing what was judged. Digits that are stored beside a number are copied too. */
export function copyJson(value: JsonObject): JsonObject {
  const copy: Record<string, JsonValue> = {};
  for (const key of Object.keys(value)) {
    const field = value[key];
    if (field !== undefined) setField(copy, key, copyValue(field));
  }
  const exact = exactOf(value);
  if (exact !== null) keepExact(copy, exact);
  return copy;
}

function copyValue(value: JsonValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: JsonValue) => copyValue(item));
  // Neither `null`, scalar nor array: an object by the definition of `JsonValue`.
  return copyJson(value as JsonObject);
}
