import type { JsonValue } from '../../json/json.ts';

/** The items of a list in a schema; none for anything else. */
export function toList(value: unknown): readonly JsonValue[] {
  // A list in a JSON value holds JSON values.
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}
