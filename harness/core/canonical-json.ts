import type { JsonValue } from './json.ts';

/** JSON with keys sorted by code unit and no spaces; equal values give equal text. Undefined fields are left out. */
export function toCanonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value as JsonValue)) ?? 'null';
}

function sortKeys(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item: JsonValue) => sortKeys(item) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  const sorted: Record<string, JsonValue | undefined> = {};
  const object = value as Readonly<Record<string, JsonValue | undefined>>;
  for (const key of Object.keys(object).sort()) sorted[key] = sortKeys(object[key]);
  return sorted;
}
