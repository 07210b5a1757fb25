import type { JsonValue } from './json.ts';
import {
  losslessEqual,
  readLosslessJson,
  toLossless,
  type LosslessValue,
} from './lossless-json.ts';
import type { Matcher } from './suite.ts';
import { matchDate } from './match-date.ts';
import { matchPattern } from './match-pattern.ts';

/**
 * Whether a value is what a matcher wants. Nothing is coerced: "10" is not 10, "A" is not "a"; 10 and 10.0 are one number.
 *
 * @param value `undefined` when the field is not there.
 * @param lossless The same value with its number text, so that long integers are compared exactly.
 */
export function matchValue(
  matcher: Matcher,
  value: JsonValue | undefined,
  lossless?: LosslessValue,
): boolean {
  if (matcher.match === 'absent') return value === undefined;
  if (value === undefined) return false;
  if (matcher.match === 'any') return true;
  if (isForNumbers(matcher)) return typeof value === 'number' && matchNumber(matcher, value);
  if (isForTexts(matcher)) return typeof value === 'string' && matchText(matcher, value);
  if (lossless === undefined && isPlain(matcher, value)) return matcher.value === value;
  return matchWhole(matcher, lossless ?? toLossless(value));
}

/** The usual case, for which nothing has to be built. */
function isPlain(matcher: Matcher, value: JsonValue): matcher is MatcherOf<'equal'> {
  if (matcher.match !== 'equal' || matcher.text !== undefined) return false;
  return typeof value !== 'object' || value === null;
}

type MatcherOf<Match extends Matcher['match']> = Extract<Matcher, { match: Match }>;

function isForNumbers(matcher: Matcher): matcher is MatcherOf<'range' | 'near'> {
  return matcher.match === 'range' || matcher.match === 'near';
}

function isForTexts(matcher: Matcher): matcher is MatcherOf<'text' | 'pattern' | 'date'> {
  return matcher.match === 'text' || matcher.match === 'pattern' || matcher.match === 'date';
}

function matchWhole(matcher: MatcherOf<'equal' | 'any_of' | 'set'>, value: LosslessValue): boolean {
  switch (matcher.match) {
    case 'equal':
      return losslessEqual(readWanted(matcher), value);
    case 'any_of':
      return matcher.values.some((wanted) => losslessEqual(toLossless(wanted), value));
    case 'set':
      return isSameSet(matcher.values, value);
  }
}

function matchNumber(matcher: MatcherOf<'range' | 'near'>, value: number): boolean {
  return matcher.match === 'range'
    ? isWithin(value, matcher.min, matcher.max)
    : isNear(value, matcher.value, matcher.tolerance);
}

function matchText(matcher: MatcherOf<'text' | 'pattern' | 'date'>, value: string): boolean {
  switch (matcher.match) {
    case 'text':
      return simplify(value, matcher.ignore) === simplify(matcher.value, matcher.ignore);
    case 'pattern':
      return matchPattern(matcher.pattern, value);
    case 'date':
      return matchDate(matcher.value, value);
  }
}

/** The wanted value; its own text goes before it, where a suite or document kept one. */
function readWanted(matcher: MatcherOf<'equal'>): LosslessValue {
  const read = matcher.text === undefined ? null : readLosslessJson(matcher.text);
  return read?.ok === true ? read.value.value : toLossless(matcher.value);
}

/** The same items in any order, each as often. */
function isSameSet(wanted: readonly JsonValue[], value: LosslessValue): boolean {
  if (typeof value !== 'object' || value === null || 'type' in value) return false;
  const left = wanted.map((item) => toLossless(item));
  for (const item of value) {
    const at = left.findIndex((candidate) => losslessEqual(candidate, item));
    if (at < 0) return false;
    left.splice(at, 1);
  }
  return left.length === 0;
}

function isWithin(value: number, min: number | null, max: number | null): boolean {
  return (min === null || value >= min) && (max === null || value <= max);
}

/** The rounding of one subtraction is forgiven: 0.3 is within 0.1 of 0.2. */
function isNear(value: number, wanted: number, tolerance: number): boolean {
  const slack = Number.EPSILON * Math.max(Math.abs(value), Math.abs(wanted));
  return Math.abs(value - wanted) <= tolerance + slack;
}

function simplify(text: string, ignore: readonly ('case' | 'space' | 'punctuation')[]): string {
  let simple = text.normalize('NFC');
  if (ignore.includes('punctuation')) simple = simple.replace(/[\p{P}\p{S}]/gu, '');
  if (ignore.includes('space')) simple = simple.replace(/\s/gu, '');
  return ignore.includes('case') ? simple.toLowerCase() : simple;
}
