import type { JsonValue } from '../core/json.ts';
import type { Matcher } from '../core/suite.ts';

/** What a matcher wants, in words. */
export function describeMatcher(matcher: Matcher): string {
  switch (matcher.match) {
    case 'equal':
      return matcher.text ?? showValue(matcher.value);
    case 'any_of':
      return `one of ${matcher.values.map(showValue).join(', ')}`;
    case 'set':
      return `${showValue(matcher.values)} in any order`;
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

function describeScalar(
  matcher: Extract<Matcher, { match: 'range' | 'near' | 'text' | 'pattern' | 'date' }>,
): string {
  switch (matcher.match) {
    case 'range':
      return `a number from ${matcher.min ?? '-infinity'} to ${matcher.max ?? 'infinity'}`;
    case 'near':
      return `${matcher.value} within ${matcher.tolerance}`;
    case 'text':
      return `${showValue(matcher.value)} apart from ${matcher.ignore.join(' and ')}`;
    case 'pattern':
      return `a text that fits /${matcher.pattern}/`;
    case 'date':
      return `the date ${matcher.value}`;
  }
}
