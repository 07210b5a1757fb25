import type { JsonValue } from '../../json/json.ts';

const maxChars = 80;

/** A value as it appears in a message: JSON, cut after 80 characters; what JSON cannot say, by name. */
export function showValue(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (typeof value === 'function') return '[function]';
  if (value === undefined) return 'nothing';
  const text = toText(value);
  return text.length <= maxChars ? text : `${text.slice(0, maxChars)}…`;
}

/** A value as it appears in a problem: a scalar as it is (long text cut), the rest by its type. */
export function toFound(value: unknown): JsonValue {
  if (value === null || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value !== 'string') return nameType(value);
  return value.length <= maxChars ? value : `${value.slice(0, maxChars)}…`;
}

/** The JSON type of a value; `integer` is not distinguished from `number`. */
export function nameType(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function toText(value: unknown): string {
  try {
    return JSON.stringify(value) ?? nameType(value);
  } catch {
    return `[${nameType(value)} that is no JSON]`;
  }
}
