import { toDigits } from '../../json/number-text.ts';
import type { JsonValue } from '../../json/json.ts';
import type { Matcher, MatcherOf } from '../../core/suite/matcher.ts';

/** What a matcher wants, in words. */
export function describeMatcher(matcher: Matcher): string {
  switch (matcher.match) {
    case 'equal':
      return matcher.text ?? showValue(matcher.value);
    case 'any_of':
      return `one of ${describeAll(matcher.options)}`;
    case 'optional':
      return `nothing or ${describeMatcher(matcher.matcher)}`;
    case 'list':
      return `[${describeAll(matcher.items)}]`;
    case 'set':
      return `[${describeAll(matcher.items)}] in any order`;
    case 'object':
      return describeObject(matcher);
    case 'any':
      return 'any value';
    case 'absent':
      return 'nothing';
    default:
      return describeScalar(matcher);
  }
}

/** A value as JSON, cut where it is long. */
export function showValue(value: JsonValue): string {
  return cutValue(JSON.stringify(value));
}

/** JSON of a value, cut where it is long. */
export function cutValue(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text;
}

function describeAll(matchers: readonly Matcher[]): string {
  return matchers.map(describeMatcher).join(', ');
}

function describeObject({ fields, open }: MatcherOf<'object'>): string {
  const parts = Object.entries(fields).map(
    ([name, matcher]) => `${JSON.stringify(name)}: ${describeMatcher(matcher)}`,
  );
  return `{${parts.join(', ')}}${open ? ' among others' : ''}`;
}

type ScalarMatcher = Extract<
  Matcher,
  { match: 'number' | 'range' | 'near' | 'text' | 'pattern' | 'date' | 'dates' }
>;

function describeScalar(matcher: ScalarMatcher): string {
  switch (matcher.match) {
    case 'number':
      return describeNumber(matcher);
    case 'range':
      return `a number from ${matcher.min ?? '-infinity'} to ${matcher.max ?? 'infinity'}`;
    case 'near':
      return `${matcher.value} within ${matcher.tolerance}`;
    case 'text':
      return describeText(matcher);
    case 'pattern':
      return `a text that fits /${matcher.pattern}/${matcher.flags}`;
    case 'date':
      return `the date ${matcher.value}`;
    case 'dates':
      return `a date${describeEnd('from', matcher.min)}${describeEnd('to', matcher.max)}`;
  }
}

function describeNumber({ kind, text }: MatcherOf<'number'>): string {
  const form = kind === 'integer' ? 'without a decimal point' : 'with a decimal point';
  return text === null ? `a number ${form}` : `${toDigits(text)} ${form}`;
}

function describeText({ value, ignore, characters }: MatcherOf<'text'>): string {
  const parts = [...ignore, ...(characters === '' ? [] : [`the characters ${characters}`])];
  return parts.length === 0
    ? showValue(value)
    : `${showValue(value)} apart from ${parts.join(' and ')}`;
}

function describeEnd(word: string, date: string | null): string {
  return date === null ? '' : ` ${word} ${date}`;
}
