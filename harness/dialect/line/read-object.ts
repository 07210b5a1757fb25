import { isJsonObject, type JsonObject } from '../../json/json.ts';

/** Reads text as a JSON object; `null` when it is none. */
export function readObject(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
