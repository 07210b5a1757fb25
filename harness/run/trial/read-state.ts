import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts';
import type { Expected } from '../../core/suite/suite.ts';

/** Reads the state that a scenario declares, by dotted path; what is not there is left out. */
export function readState(
  world: Readonly<Record<string, unknown>>,
  wanted: Expected['state'],
  ignored: readonly string[],
): JsonObject {
  const state: Record<string, JsonValue> = {};
  for (const path of Object.keys(wanted ?? {})) {
    const value = readPath(world, path.split('.'));
    if (value !== undefined) state[path] = withoutIgnored(value, ignored);
  }
  return state;
}

function readPath(from: unknown, steps: readonly string[]): JsonValue | undefined {
  let here: unknown = from;
  for (const step of steps) {
    if (Array.isArray(here)) here = here[Number(step)];
    else if (isJsonObject(here) && Object.hasOwn(here, step)) here = here[step];
    else return undefined;
  }
  return toJson(here);
}

function withoutIgnored(value: JsonValue, ignored: readonly string[]): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !ignored.includes(key))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function toJson(value: unknown): JsonValue | undefined {
  const text = JSON.stringify(value);
  return text === undefined ? undefined : (JSON.parse(text) as JsonValue);
}
