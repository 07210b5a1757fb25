/** A value that JSON can carry. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object; an absent key and `undefined` mean the same. */
export interface JsonObject {
  readonly [key: string]: JsonValue | undefined;
}

/** Distinguishes an object from an array, `null` and scalars. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
