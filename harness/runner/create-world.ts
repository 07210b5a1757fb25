import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';

/** A fresh world for one trial: the suite's state with the scenario's laid over it, objects merged, all else replaced. */
export function createWorld(base: JsonObject, own: JsonObject): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(base)) {
    if (!Object.hasOwn(own, key)) merged[key] = copy(value);
  }
  for (const [key, value] of Object.entries(own)) {
    const below = base[key];
    merged[key] =
      isJsonObject(value) && isJsonObject(below) ? createWorld(below, value) : copy(value);
  }
  return merged;
}

/** Worlds are JSON; copying them by hand is several times faster than `structuredClone`. */
function copy(value: JsonValue | undefined): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (!isJsonObject(value)) return value;
  const copied: Record<string, unknown> = {};
  for (const [key, item] of Object.entries(value)) copied[key] = copy(item);
  return copied;
}
