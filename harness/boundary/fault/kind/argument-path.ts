import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/json.ts';

/** Keys and indices from the arguments down to a value: `filters`, `country`. */
export type ArgumentPath = readonly (string | number)[];

/**
 * Reads the place of a value in arguments: a field (`country`), or a path to one below (`filters.country`,
 * `$.items[0].id`, `$['odd key']`). A field that has just this name comes first, whatever characters are in it.
 */
export function readArgumentPath(text: string, args: JsonObject): ArgumentPath {
  if (Object.hasOwn(args, text)) return [text];
  const inner = text.replace(/^\$(?=[.[]|$)\.?/u, '');
  const steps = [...inner.matchAll(step)];
  const isWhole =
    steps.length > 0 && steps.reduce((sum, [all]) => sum + all.length, 0) === inner.length;
  if (!isWhole) return [text];
  return steps.map(([, name, index, quoted]) => {
    if (index !== undefined) return Number(index);
    return name ?? (quoted ?? '').replaceAll(/\\(.)/gu, '$1');
  });
}

const step = /(?:(?:^|\.)([^.[\]'"]+)|\[(\d+)\]|\['((?:[^'\\]|\\.)*)'\])/gu;

/** Writes a path so that `readArgumentPath` reads it again; a field at the top is its name. */
export function writeArgumentPath(path: ArgumentPath): string {
  const isPlain = path.every((key) => typeof key === 'number' || /^[^.[\]'"$]+$/u.test(key));
  if (path.length === 1 || !isPlain) {
    return path.length === 1 ? String(path[0]) : `$${path.map(quote).join('')}`;
  }
  return path
    .map((key, at) => (typeof key === 'number' ? `[${key}]` : `${at === 0 ? '' : '.'}${key}`))
    .join('');
}

function quote(key: string | number): string {
  if (typeof key === 'number') return `[${key}]`;
  return `['${key.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;
}

/** The paths of all values, level by level: fields at the top first. */
export function listArgumentPaths(args: JsonObject): readonly ArgumentPath[] {
  const found: ArgumentPath[] = [];
  let level: readonly (readonly [ArgumentPath, JsonValue])[] = [[[], args]];
  while (level.length > 0) {
    level = level.flatMap(([path, value]) =>
      toMembers(value).map(([key, inner]) => [[...path, key], inner] as const),
    );
    found.push(...level.map(([path]) => path));
  }
  return found;
}

function toMembers(value: JsonValue): readonly (readonly [string | number, JsonValue])[] {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((item, at) => [at, item]);
  if (!isJsonObject(value)) return [];
  return Object.keys(value).map((key) => [key, value[key] ?? null]);
}

/** The value at a path; `undefined` when it is not there. */
export function readAt(value: JsonValue | undefined, path: ArgumentPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((inner, key) => {
    if (typeof key === 'number')
      return Array.isArray(inner) ? (inner[key] as JsonValue) : undefined;
    return isJsonObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined;
  }, value);
}

/**
 * The arguments with another value at a path; `undefined` takes the field away. `null` when there is nothing that
 * could hold it: no object above a field, no such item in a list, or a list from which an item would be taken.
 */
export function writeAt(
  args: JsonObject,
  path: ArgumentPath,
  value: JsonValue | undefined,
): JsonObject | null {
  const made = write(args, path, value);
  return isJsonObject(made) ? made : null;
}

function write(
  holder: JsonValue | undefined,
  [key, ...below]: ArgumentPath,
  value: JsonValue | undefined,
): JsonValue | null {
  if (key === undefined) return value ?? null;
  const inner = below.length === 0 ? value : write(readAt(holder, [key]), below, value);
  if (below.length > 0 && inner === null) return null;
  if (typeof key === 'number') return writeItem(holder, key, inner);
  if (!isJsonObject(holder)) return null;
  if (inner !== undefined) return { ...holder, [key]: inner };
  const { [key]: _gone, ...rest } = holder;
  return rest;
}

function writeItem(
  holder: JsonValue | undefined,
  at: number,
  item: JsonValue | undefined,
): JsonValue | null {
  if (!Array.isArray(holder) || at >= holder.length || item === undefined) return null;
  return (holder as readonly JsonValue[]).map((old, index) => (index === at ? item : old));
}
