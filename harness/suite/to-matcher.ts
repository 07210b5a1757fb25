import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { Matcher } from '../core/suite.ts';

/** The words that make an object a matcher and not a value. */
const matcherWords = [
  '$equal',
  '$anyOf',
  '$range',
  '$near',
  '$text',
  '$pattern',
  '$date',
  '$number',
  '$set',
  '$any',
  '$absent',
] as const;

type MatcherWord = (typeof matcherWords)[number];

/** Turns a value as people write it into a matcher. The value has passed the suite's schema. */
export function toMatcher(input: JsonValue): Matcher {
  const word = findMatcherWord(input);
  if (word === null) return { match: 'equal', value: input };
  // `findMatcherWord` has seen the word in an object.
  return builders[word]((input as JsonObject)[word] ?? null);
}

/** The matcher word that an object begins with; `null` for a plain value. */
export function findMatcherWord(input: JsonValue | undefined): MatcherWord | null {
  if (!isJsonObject(input)) return null;
  const [first] = Object.keys(input);
  return matcherWords.find((word) => word === first) ?? null;
}

/** Turns a record of values into one of matchers. */
export function toMatchers(
  input: Readonly<Record<string, JsonValue | undefined>>,
): Readonly<Record<string, Matcher>> {
  return Object.fromEntries(
    Object.entries(input).map(([key, value]) => [key, toMatcher(value ?? null)]),
  );
}

type Build = (value: JsonValue) => Matcher;

const builders: Readonly<Record<MatcherWord, Build>> = {
  $equal: (value) => ({ match: 'equal', value }),
  $anyOf: (value) => ({ match: 'any_of', values: toList(value) }),
  $range: toRange,
  $near: (value) => {
    const { value: center, tolerance } = toObject(value);
    return { match: 'near', value: Number(center), tolerance: Number(tolerance) };
  },
  $text: toText,
  $pattern: (value) => ({ match: 'pattern', pattern: asText(value) }),
  $date: (value) => ({ match: 'date', value: asText(value) }),
  $number: (value) => ({ match: 'equal', value: Number(asText(value)), text: asText(value) }),
  $set: (value) => ({ match: 'set', values: toList(value) }),
  $any: () => ({ match: 'any' }),
  $absent: () => ({ match: 'absent' }),
};

function toRange(value: JsonValue): Matcher {
  const { min, max } = toObject(value);
  return { match: 'range', min: toNumber(min), max: toNumber(max) };
}

function toText(value: JsonValue): Matcher {
  if (typeof value === 'string') return { match: 'text', value, ignore: ['case', 'space'] };
  const { value: wanted, ignore } = toObject(value);
  const all = ['case', 'space', 'punctuation'] as const;
  const named = toList(ignore ?? ['case', 'space']);
  return { match: 'text', value: asText(wanted), ignore: all.filter((one) => named.includes(one)) };
}

function toList(value: JsonValue): readonly JsonValue[] {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [];
}

function toObject(value: JsonValue): JsonObject {
  return isJsonObject(value) ? value : {};
}

function asText(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

function toNumber(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
