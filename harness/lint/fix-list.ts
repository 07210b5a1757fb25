import { isJsonObject, type JsonValue } from '../json/json.ts';
import type { LintedToolset } from './lint-rule.ts';

/** The JSON that a tool list was read from, with the schemas that `after` changed put in place of those of `before`. */
export function fixList(value: JsonValue, before: LintedToolset, after: LintedToolset): JsonValue {
  const changed = new Map<JsonValue, JsonValue>();
  before.tools.forEach((tool, index) => {
    const fixed = after.tools[index];
    if (fixed !== undefined && fixed.parameters !== tool.parameters) {
      changed.set(tool.parameters, fixed.parameters);
    }
  });
  return replace(value, changed);
}

function replace(value: JsonValue, changed: ReadonlyMap<JsonValue, JsonValue>): JsonValue {
  const fixed = changed.get(value);
  if (fixed !== undefined) return fixed;
  if (Array.isArray(value)) {
    const items: readonly JsonValue[] = value;
    return items.map((item) => replace(item, changed));
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]) =>
      item === undefined ? [] : [[key, replace(item, changed)]],
    ),
  );
}
