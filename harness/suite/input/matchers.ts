import type { JsonObject, JsonValue } from '../../json/json.ts';
import type { Ignorable } from '../../core/suite/matcher.ts';

/** Any of several values is right. */
export function anyOf(values: readonly JsonValue[]): JsonObject {
  return { $anyOf: values };
}

/** A number (or a date) from `min` to `max`, both included; leave one out for no limit. */
export function range(
  bounds:
    | { readonly min?: number; readonly max?: number }
    | { readonly min?: string; readonly max?: string },
): JsonObject {
  return { $range: { ...bounds } };
}

/** A number at most `tolerance` away. */
export function near(value: number, tolerance: number): JsonObject {
  return { $near: { value, tolerance } };
}

/**
 * A text in which case, space, punctuation or the sort of quotation marks do not matter. Default: case and space.
 *
 * @param characters These do not matter either.
 */
export function text(
  value: string,
  ignore: readonly Ignorable[] = ['case', 'space'],
  characters = '',
): JsonObject {
  return { $text: { value, ignore, ...(characters === '' ? {} : { characters }) } };
}

/** A text that a regular expression finds something in; its flags `i`, `m` and `s` count. */
export function pattern(expression: string | RegExp): JsonObject {
  if (typeof expression === 'string') return { $pattern: expression };
  const { source, flags } = expression;
  return { $pattern: flags === '' ? source : { pattern: source, flags } };
}

/** A day, however it is written, or one from `min` to `max`, both included. */
export function date(value: string | { readonly min?: string; readonly max?: string }): JsonObject {
  return { $date: typeof value === 'string' ? value : { ...value } };
}

/**
 * A number digit by digit, for those that are too long for JavaScript (`number('1234567890123456789')`), or of one kind:
 * `number(5, 'integer')` is written 5 and not 5.0, `number(5, 'float')` the other way round.
 */
export function number(digits: string | number, kind?: 'integer' | 'float'): JsonObject {
  return { $number: kind === undefined ? String(digits) : { value: digits, kind } };
}

/** Absent is right; what is there must be this. */
export function optional(value: JsonValue): JsonObject {
  return { $optional: value };
}

/** An object with at least these fields. */
export function partial(fields: JsonObject): JsonObject {
  return { $partial: fields };
}

/** A list with these items, in any order. */
export function set(values: readonly JsonValue[]): JsonObject {
  return { $set: values };
}

/** Any value, but one must be there. */
export function any(): JsonObject {
  return { $any: true };
}

/** The field must not be there. */
export function absent(): JsonObject {
  return { $absent: true };
}

/** Exactly this value, for values that would be read as one of the forms above. */
export function equal(value: JsonValue): JsonObject {
  return { $equal: value };
}
