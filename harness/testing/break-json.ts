import { isJsonObject, type JsonValue } from '../json/json.ts';
import { toJsonPath } from '../json/to-json-path.ts';

/** A place inside a JSON value. */
export interface Place {
  readonly segments: readonly (string | number)[];
  readonly path: string;
  readonly value: JsonValue;
}

/** Every field and item inside a value, from the outside in. */
export function listPlaces(
  value: JsonValue,
  before: readonly (string | number)[] = [],
): readonly Place[] {
  const entries: readonly (readonly [string | number, JsonValue | undefined])[] = Array.isArray(
    value,
  )
    ? value.map((item: JsonValue, index): [number, JsonValue] => [index, item])
    : isJsonObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([name, item]) => {
    if (item === undefined) return [];
    const segments = [...before, name];
    return [{ segments, path: toJsonPath(segments), value: item }, ...listPlaces(item, segments)];
  });
}

/** The value with another one in a place; `undefined` takes the place away. */
export function putAt(
  value: JsonValue,
  [name, ...rest]: readonly (string | number)[],
  wanted: JsonValue | undefined,
): JsonValue {
  if (name === undefined) return wanted ?? null;
  if (Array.isArray(value)) {
    const items = value as readonly JsonValue[];
    const at = Number(name);
    if (rest.length === 0 && wanted === undefined) return items.toSpliced(at, 1);
    return items.with(at, putAt(items[at] ?? null, rest, wanted));
  }
  if (!isJsonObject(value)) return value;
  if (rest.length === 0 && wanted === undefined) {
    return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
  }
  return { ...value, [name]: putAt(value[name] ?? null, rest, wanted) };
}
