import { isJsonObject, type JsonValue } from '../core/json.ts';
import { checkPattern } from './check-pattern.ts';
import type { SuiteFinding } from './suite-finding.ts';
import { toJsonPath } from '../schema/to-json-path.ts';
import { findMatcherWord } from './to-matcher.ts';

/** Checks what the schema of suites cannot say of a matcher: crossed ranges, days that do not exist, matchers inside values. */
export function checkMatcher(value: JsonValue, path: string): readonly SuiteFinding[] {
  const word = findMatcherWord(value);
  if (word === null || !isJsonObject(value)) return findInner(value, path);
  const operand = value[word];
  const at = toJsonPath([word], path);
  if (word === '$pattern' && typeof operand === 'string') return checkPattern(operand, at);
  if (word === '$range' && isJsonObject(operand)) return checkRange(operand, at);
  return [];
}

function checkRange(
  range: Readonly<Record<string, unknown>>,
  path: string,
): readonly SuiteFinding[] {
  const { min, max } = range;
  if (typeof min !== 'number' || typeof max !== 'number' || min <= max) return [];
  const message = `no number is in this range: "min" is ${min} and "max" is ${max}`;
  return [{ code: 'cannot_hold', path, message }];
}

/** A matcher stands for a whole field; deeper inside a value it would be compared as it is written. */
function findInner(value: JsonValue | undefined, path: string): readonly SuiteFinding[] {
  if (Array.isArray(value)) {
    return value.flatMap((item: JsonValue, index) => inner(item, toJsonPath([index], path)));
  }
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    inner(item ?? null, toJsonPath([key], path)),
  );
}

function inner(value: JsonValue, path: string): readonly SuiteFinding[] {
  if (findMatcherWord(value) === null) return findInner(value, path);
  return [
    {
      code: 'matcher_too_deep',
      path,
      message:
        'a matcher stands for a whole field; here, inside a value, it would be compared word for word',
      remedy: 'Match the whole field, or write { $equal: ... } around it if these words are meant',
    },
  ];
}
