import { isJsonObject, type JsonObject } from '../core/json.ts';

/** A fresh world for one trial: the suite's state with the scenario's laid over it, objects merged, all else replaced. */
export function createWorld(base: JsonObject, own: JsonObject): Record<string, unknown> {
  return merge(base, own);
}

function merge(base: JsonObject, own: JsonObject): Record<string, unknown> {
  const merged: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(base)) {
    if (!Object.hasOwn(own, key)) merged[key] = structuredClone(value);
  }
  for (const [key, value] of Object.entries(own)) {
    const below = base[key];
    merged[key] =
      isJsonObject(value) && isJsonObject(below) ? merge(below, value) : structuredClone(value);
  }
  return merged;
}
