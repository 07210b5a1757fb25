import { toCanonicalJson } from '../core/canonical-json.ts';
import type { JsonValue } from '../core/json.ts';
import type { Matcher } from '../core/suite.ts';

/** Whether an argument of a call (`undefined` = not there) is what a stub's `when` asks for. */
export function fitsMatcher(value: JsonValue | undefined, matcher: Matcher): boolean {
  if (matcher.match === 'absent') return value === undefined;
  if (value === undefined) return false;
  if (typeof value === 'number') return fitsNumber(value, matcher);
  if (typeof value === 'string') return fitsText(value, matcher);
  if (matcher.match === 'set') return Array.isArray(value) && hasItems(value, matcher.values);
  return fitsAny(value, matcher);
}

function fitsAny(value: JsonValue, matcher: Matcher): boolean {
  if (matcher.match === 'any') return true;
  if (matcher.match === 'equal') return same(value, matcher.value);
  return matcher.match === 'any_of' && matcher.values.some((one) => same(value, one));
}

function fitsNumber(value: number, matcher: Matcher): boolean {
  if (matcher.match === 'near') return Math.abs(value - matcher.value) <= matcher.tolerance;
  if (matcher.match !== 'range') return fitsAny(value, matcher);
  const { min, max } = matcher;
  return value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY);
}

function fitsText(value: string, matcher: Matcher): boolean {
  switch (matcher.match) {
    case 'text':
      return fold(value, matcher.ignore) === fold(matcher.value, matcher.ignore);
    case 'pattern':
      return new RegExp(matcher.pattern, 'u').test(value);
    case 'date':
      return toDay(value) === toDay(matcher.value);
    default:
      return fitsAny(value, matcher);
  }
}

function same(left: JsonValue, right: JsonValue): boolean {
  return toCanonicalJson(left) === toCanonicalJson(right);
}

function fold(value: string, ignore: readonly string[]): string {
  let folded = value;
  if (ignore.includes('case')) folded = folded.toLowerCase();
  if (ignore.includes('punctuation')) folded = folded.replace(/\p{P}/gu, '');
  return ignore.includes('space') ? folded.trim().replace(/\s+/gu, ' ') : folded;
}

/** The day of a date in ISO 8601 form, with or without a time. */
function toDay(value: string): string {
  return /^\d{4}-\d{2}-\d{2}/.exec(value.trim())?.[0] ?? value.trim();
}

function hasItems(left: readonly JsonValue[], right: readonly JsonValue[]): boolean {
  const sorted = (items: readonly JsonValue[]): string =>
    toCanonicalJson(items.map(toCanonicalJson).sort());
  return sorted(left) === sorted(right);
}
