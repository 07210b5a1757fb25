import type { JsonObject } from '../../json/json.ts';
import type { Matcher } from '../../core/suite/matcher.ts';
import { fillFields, fillPath } from '../check/world-path.ts';

/**
 * Fills `{field}` in the values of a matcher. The matcher was read before, so that nothing in an argument is taken for a word
 * of expectations, and in a pattern an argument stands for its own letters.
 */
export function fillMatcher(matcher: Matcher, args: JsonObject): Matcher {
  const fill = (inner: Matcher): Matcher => fillMatcher(inner, args);
  switch (matcher.match) {
    case 'equal':
      return { match: 'equal', value: fillFields(matcher.value, args) };
    case 'any_of':
      return { ...matcher, options: matcher.options.map(fill) };
    case 'optional':
      return { ...matcher, matcher: fill(matcher.matcher) };
    case 'list':
    case 'set':
      return { ...matcher, items: matcher.items.map(fill) };
    case 'object': {
      const fields = Object.entries(matcher.fields).map(
        ([name, one]) => [name, fill(one)] as const,
      );
      return { ...matcher, fields: Object.fromEntries(fields) };
    }
    default:
      return fillTexts(matcher, args);
  }
}

function fillTexts(matcher: Matcher, args: JsonObject): Matcher {
  switch (matcher.match) {
    case 'text':
    case 'date':
      return { ...matcher, value: fillPath(matcher.value, args) };
    case 'dates':
      return { ...matcher, min: fillEnd(matcher.min, args), max: fillEnd(matcher.max, args) };
    case 'pattern':
      return { ...matcher, pattern: fillPath(matcher.pattern, toLetters(args)) };
    default:
      return matcher;
  }
}

function fillEnd(end: string | null, args: JsonObject): string | null {
  return end === null ? null : fillPath(end, args);
}

/** Arguments as regular expressions that fit themselves. */
function toLetters(args: JsonObject): JsonObject {
  const entries = Object.entries(args).map(([name, value]) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    return [name, text.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&')] as const;
  });
  return Object.fromEntries(entries);
}
