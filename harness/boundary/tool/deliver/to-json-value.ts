import type { JsonValue } from '../../../json/json.ts';
import { setField } from '../judge/set-field.ts';
import type { Result } from '../../../json/result.ts';

/** A part of a handler's result that JSON cannot represent, and its place. */
export interface UnwritableValue {
  /** JSON path, such as `$.rows[3].total`. */
  readonly path: string;
  /** Such as `NaN`, `a bigint`, `a circular object`. */
  readonly what: string;
}

/** Deeper nesting is refused, long before the engine's stack overflows. */
const maxDepth = 200;

/**
 * Copies a handler's result as JSON, so that what was recorded never changes afterwards.
 *
 * The rule: text, booleans, finite numbers, `null`, lists and objects are written as they are (`-0` as 0); a field that is
 * `undefined` is left out; a `Date` is its ISO text in UTC; an object with `toJSON` is what that gives; `undefined` as the
 * whole result is `null`. Everything else cannot be written: NaN, infinities, bigint, symbol, function, invalid dates, maps,
 * sets, buffers and typed arrays, errors, patterns, promises, `undefined` in a list, circles, getters that throw.
 */
export function toJsonValue(value: unknown): Result<JsonValue, UnwritableValue> {
  try {
    return { ok: true, value: value === undefined ? null : write(value, '$', []) };
  } catch (error) {
    if (error instanceof Unwritable)
      return { ok: false, error: { path: error.path, what: error.what } };
    return { ok: false, error: { path: '$', what: 'a value that cannot be read' } };
  }
}

class Unwritable extends Error {
  readonly path: string;
  readonly what: string;

  constructor(path: string, what: string) {
    super(what);
    this.path = path;
    this.what = what;
  }
}

function write(value: unknown, path: string, above: object[]): JsonValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Unwritable(path, String(value));
    return value === 0 ? 0 : value;
  }
  if (typeof value !== 'object') throw new Unwritable(path, nameScalar(value));
  if (above.includes(value)) throw new Unwritable(path, 'a circular object');
  if (above.length >= maxDepth)
    throw new Unwritable(path, `an object nested deeper than ${maxDepth}`);
  above.push(value);
  const written = writeObject(value, path, above);
  above.pop();
  return written;
}

function writeObject(value: object, path: string, above: object[]): JsonValue {
  if (Array.isArray(value)) {
    return Array.from(value, (item: unknown, index) => write(item, `${path}[${index}]`, above));
  }
  const odd = nameOddObject(value);
  if (odd !== null) throw new Unwritable(path, odd);
  const toJson: unknown = (value as { readonly toJSON?: unknown }).toJSON;
  if (typeof toJson === 'function') {
    const written: unknown = toJson.call(value);
    return write(written, path, above);
  }
  const copy: Record<string, JsonValue> = {};
  for (const [key, field] of Object.entries(value) as [string, unknown][]) {
    if (field !== undefined) setField(copy, key, write(field, `${path}.${key}`, above));
  }
  return copy;
}

function nameScalar(value: unknown): string {
  return value === undefined ? 'undefined in a list' : `a ${typeof value}`;
}

/** Objects that JSON would write as something else, mostly as `{}`. */
function nameOddObject(value: object): string | null {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'an invalid date' : null;
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return 'a buffer';
  if (value instanceof Map || value instanceof WeakMap) return 'a map';
  if (value instanceof Set || value instanceof WeakSet) return 'a set';
  if (value instanceof Error) return 'an error object';
  if (value instanceof RegExp) return 'a pattern';
  return value instanceof Promise ? 'a promise' : null;
}
