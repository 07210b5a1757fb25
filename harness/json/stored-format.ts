import { isJsonObject, type JsonObject } from './json.ts';
import type { Result } from './result.ts';
import { describeMisfit, type Shape } from './shape.ts';

/** A kind of file, or of line, that toolrig writes and reads again. */
export interface StoredFormat<Value> {
  /** Name of its published schema, such as `run-summary`. */
  readonly name: string;
  readonly about: string;
  /** What the present version looks like. */
  readonly shape: Shape<Value>;
  /** The field that says the version. */
  readonly field: 'schemaVersion' | 'version';
  /** The version is written beside the fields of the value, and is not one of them. */
  readonly isBeside?: true;
  /** Version 1 was also written without the field. */
  readonly isUnmarked?: true;
  /** Each makes of a value the one of the next version; the first of version 1 that of version 2. */
  readonly upgrades: readonly ((old: JsonObject) => JsonObject)[];
}

/** Why a stored value cannot be read. */
export interface Unread {
  /** The field, what was expected and what was found. */
  readonly text: string;
  /** A later version of toolrig wrote it: that one can read it. */
  readonly isNewer: boolean;
}

/** The version that is written today. */
export function versionOf({ upgrades }: Pick<StoredFormat<unknown>, 'upgrades'>): number {
  return upgrades.length + 1;
}

/**
 * Reads a stored value of any version: an older one is brought up to date, a later one is refused, and then every field
 * is checked.
 *
 * @param place - where the value is in its file.
 */
export function readStored<Value>(
  value: unknown,
  format: StoredFormat<Value>,
  place: readonly (string | number)[] = [],
): Result<Value, Unread> {
  const current = bringUpToDate(value, format);
  if (!current.ok) return current;
  const misfit = format.shape(current.value);
  // The shape has looked at every field of the type.
  if (misfit === null) return { ok: true, value: current.value as Value };
  const text = describeMisfit({ ...misfit, path: [...place, ...misfit.path] });
  return { ok: false, error: { text, isNewer: false } };
}

/** The one place where values of older versions become values of the present one. */
export function bringUpToDate(
  value: unknown,
  format: Omit<StoredFormat<unknown>, 'shape'>,
): Result<unknown, Unread> {
  // The shape reports a value that is not an object.
  if (!isJsonObject(value)) return { ok: true, value };
  const { field, upgrades } = format;
  const { [field]: found = format.isUnmarked === true ? 1 : undefined, ...rest } = value;
  const current = versionOf(format);
  const wrong = findWrongVersion(found, { field, current });
  if (wrong !== null) return { ok: false, error: wrong };
  if (found === current) return { ok: true, value: format.isBeside === true ? rest : value };
  const old = format.isBeside === true ? rest : value;
  return {
    ok: true,
    value: upgrades.slice(Number(found) - 1).reduce((one, next) => next(one), old),
  };
}

/** What is wrong with a version; `null` when it can be read. */
function findWrongVersion(
  found: unknown,
  { field, current }: { readonly field: string; readonly current: number },
): Unread | null {
  if (Number.isInteger(found) && Number(found) >= 1 && Number(found) <= current) return null;
  const expected = current === 1 ? '1' : `1 to ${current}`;
  const said = `expected ${field} ${expected}, found ${JSON.stringify(found) ?? 'none'}`;
  const isNewer = Number.isInteger(found) && Number(found) > current;
  return { text: isNewer ? `${said}: it was made by a newer toolrig` : said, isNewer };
}

/** The JSON Schema of a format, as it is published. */
export function toPublishedSchema(format: StoredFormat<unknown>): JsonObject {
  const { name, about, shape, field, isBeside, isUnmarked } = format;
  const mark = { properties: { [field]: { const: versionOf(format) } } };
  const needed = isUnmarked === true ? {} : { required: [field] };
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `toolrig ${name}`,
    description: `${about} Version ${versionOf(format)}.`,
    ...(isBeside === true ? { allOf: [{ ...mark, ...needed }, shape.schema] } : shape.schema),
  };
}
