import { isJsonObject, type JsonObject } from './json.ts';

/** A fresh copy of one object laid over another: objects are merged field by field, all else is replaced. */
export function mergeJson(base: JsonObject, own: JsonObject): Record<string, unknown> {
  const merged = structuredClone(base) as Record<string, unknown>;
  for (const [key, value] of Object.entries(own)) {
    const below = Object.hasOwn(base, key) ? base[key] : undefined;
    const laid =
      isJsonObject(value) && isJsonObject(below) ? mergeJson(below, value) : structuredClone(value);
    // As an own field, also for a key such as `__proto__`.
    Object.defineProperty(merged, key, {
      value: laid,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  }
  return merged;
}
