import { toCanonicalJson } from '../../json/canonical-json.ts';
import { isJsonObject, type JsonValue } from '../../json/json.ts';

/** Paths at which two schemas differ, as deep as possible: `$.properties.status.enum`. Sorted. */
export function diffParameters(before: JsonValue, after: JsonValue): readonly string[] {
  return walk(before, after, '$').toSorted((a, b) => (a < b ? -1 : 1));
}

function walk(
  before: JsonValue | undefined,
  after: JsonValue | undefined,
  path: string,
): readonly string[] {
  if (!isJsonObject(before) || !isJsonObject(after)) {
    const isSame =
      (before === undefined) === (after === undefined) &&
      toCanonicalJson(before) === toCanonicalJson(after);
    return isSame ? [] : [path];
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].flatMap((key) => walk(before[key], after[key], `${path}.${key}`));
}
