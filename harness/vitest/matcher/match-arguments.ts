import { matchValue } from '../../expectation/match-value.ts';
import { toMatchers } from '../../expectation/read-matcher.ts';
import type { JsonObject, JsonValue } from '../../json/json.ts';

/**
 * Arguments as tests want them: at least these fields. A value is compared as in a suite (`range({ min: 1 })`, `any()`,
 * `text('Ann')`), or by vitest where it is one of its asymmetric matchers (`expect.any(Number)`).
 */
export type ArgumentsInput = Readonly<Record<string, unknown>>;

/** vitest's own comparison. */
export type Equals = (left: unknown, right: unknown) => boolean;

/** Whether arguments are as wanted. */
export function matchArguments(wanted: ArgumentsInput, found: JsonObject, equals: Equals): boolean {
  return Object.entries(wanted).every(([name, value]) => matchField(value, found[name], equals));
}

function matchField(wanted: unknown, found: JsonValue | undefined, equals: Equals): boolean {
  if (wanted === undefined || holdsAsymmetric(wanted)) return equals(found, wanted);
  // Data without functions is JSON, or it is compared as what JSON makes of it.
  const [matcher] = Object.values(toMatchers({ value: wanted as JsonValue }));
  return matcher !== undefined && matchValue(matcher, found);
}

/** Whether a value is or holds a matcher of vitest. */
function holdsAsymmetric(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if ('asymmetricMatch' in value) return true;
  return Object.values(value).some(holdsAsymmetric);
}
