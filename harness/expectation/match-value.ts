import { findMismatch } from './find-mismatch.ts';
import type { JsonValue } from '../json/json.ts';
import type { LosslessValue } from '../json/lossless-json.ts';
import type { Matcher } from '../core/suite/matcher.ts';

/**
 * Whether a value is what a matcher wants. Nothing is coerced: "10" is not 10, "A" is not "a"; 10 and 10.0 are one number,
 * unless a `number` matcher wants one of its kinds.
 *
 * @param value `undefined` when the field is not there.
 * @param lossless The same value with its number text, so that long integers are compared exactly.
 */
export function matchValue(
  matcher: Matcher,
  value: JsonValue | undefined,
  lossless?: LosslessValue,
): boolean {
  return findMismatch(matcher, { value, lossless, path: '$' }) === null;
}
