import type { JsonObject, JsonValue } from '../core/json.ts';

/** Any of several values is right. */
export function anyOf(values: readonly JsonValue[]): JsonObject {
  return { $anyOf: values };
}

/** A number from `min` to `max`, both included; leave one out for no limit. */
export function range(bounds: { readonly min?: number; readonly max?: number }): JsonObject {
  return { $range: { ...bounds } };
}

/** A number at most `tolerance` away. */
export function near(value: number, tolerance: number): JsonObject {
  return { $near: { value, tolerance } };
}

/** A text in which case, space or punctuation do not matter. Default: case and space. */
export function text(
  value: string,
  ignore: readonly ('case' | 'space' | 'punctuation')[] = ['case', 'space'],
): JsonObject {
  return { $text: { value, ignore } };
}

/** A text that a regular expression finds something in. */
export function pattern(expression: string | RegExp): JsonObject {
  return { $pattern: typeof expression === 'string' ? expression : expression.source };
}

/** A day, however it is written. */
export function date(value: string): JsonObject {
  return { $date: value };
}

/** A number that is too long for JavaScript, digit by digit: `number('1234567890123456789')`. */
export function number(digits: string): JsonObject {
  return { $number: digits };
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
