import type { JsonValue } from '../json/json.ts';
import type { LosslessValue } from '../json/lossless-json.ts';
import { numberText } from './lossless-parts.ts';
import { matchDate, matchDates } from './match-date.ts';
import { matchPattern } from './match-pattern.ts';
import type { Ignorable, Matcher, MatcherOf } from '../core/suite/matcher.ts';
import { toDecimal } from '../json/number-text.ts';

/** A matcher that speaks of one number or one text. */
export type ScalarMatcher = Extract<
  Matcher,
  { match: 'number' | 'range' | 'near' | 'text' | 'pattern' | 'date' | 'dates' }
>;

/** Whether a number or a text is what a matcher wants; a value of another type never is. */
export function matchScalar(
  matcher: ScalarMatcher,
  value: JsonValue,
  lossless: LosslessValue | undefined,
): boolean {
  if (typeof value === 'number') return matchNumber(matcher, value, lossless);
  return typeof value === 'string' && matchText(matcher, value);
}

function matchNumber(
  matcher: ScalarMatcher,
  value: number,
  lossless: LosslessValue | undefined,
): boolean {
  switch (matcher.match) {
    case 'number':
      return isOfKind(matcher, toText(value, lossless));
    case 'range':
      return isWithin(value, matcher.min, matcher.max);
    case 'near':
      return isNear(value, matcher.value, matcher.tolerance);
    default:
      return false;
  }
}

function matchText(matcher: ScalarMatcher, value: string): boolean {
  switch (matcher.match) {
    case 'text':
      return simplify(value, matcher) === simplify(matcher.value, matcher);
    case 'pattern':
      return matchPattern(matcher.pattern, value, matcher.flags);
    case 'date':
      return matchDate(matcher.value, value);
    case 'dates':
      return matchDates(matcher.min, matcher.max, value);
    default:
      return false;
  }
}

/** A number as it was written; without that, as JavaScript writes it. */
function toText(value: number, lossless: LosslessValue | undefined): string {
  return numberText(lossless) ?? JSON.stringify(value);
}

function isOfKind({ kind, text }: MatcherOf<'number'>, written: string): boolean {
  const isInteger = /^-?[0-9]+$/u.test(written);
  if (isInteger !== (kind === 'integer')) return false;
  return text === null || toDecimal(text) === toDecimal(written);
}

function isWithin(value: number, min: number | null, max: number | null): boolean {
  return (min === null || value >= min) && (max === null || value <= max);
}

/** The rounding of one subtraction is forgiven: 0.3 is within 0.1 of 0.2. */
function isNear(value: number, wanted: number, tolerance: number): boolean {
  const slack = Number.EPSILON * Math.max(Math.abs(value), Math.abs(wanted));
  return Math.abs(value - wanted) <= tolerance + slack;
}

/** Each is left out or made one, in this order. */
const simplifiers: readonly (readonly [Ignorable, (text: string) => string])[] = [
  ['quotes', (text) => text.replace(/['‘’“”]/gu, '"')],
  ['punctuation', (text) => text.replace(/[\p{P}\p{S}]/gu, '')],
  ['space', (text) => text.replace(/\s/gu, '')],
  ['case', (text) => text.toLowerCase()],
];

function simplify(text: string, { ignore, characters }: MatcherOf<'text'>): string {
  const kept = characters === '' ? text : dropCharacters(text, characters);
  return simplifiers
    .filter(([name]) => ignore.includes(name))
    .reduce((simple, [, change]) => change(simple), kept.normalize('NFC'));
}

function dropCharacters(text: string, characters: string): string {
  const dropped = new Set(characters);
  return Array.from(text)
    .filter((character) => !dropped.has(character))
    .join('');
}
