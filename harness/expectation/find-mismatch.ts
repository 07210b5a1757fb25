import { isJsonObject, type JsonValue } from '../json/json.ts';
import {
  losslessEqual,
  readLosslessJson,
  toLossless,
  type LosslessValue,
} from '../json/lossless-json.ts';
import { fieldsOf, isList } from './lossless-parts.ts';
import { matchScalar } from './match-scalar.ts';
import type { Matcher, MatcherOf } from '../core/suite/matcher.ts';
import { pairAll } from './pair-all.ts';

/** A value and where it is. */
export interface ValueAt {
  /** `undefined` when the field is not there. */
  readonly value: JsonValue | undefined;
  /** The same value with the text of its numbers; without it they are written as JavaScript writes them. */
  readonly lossless: LosslessValue | undefined;
  readonly path: string;
}

/** The innermost place where a value is not what is wanted. */
export interface Mismatch extends ValueAt {
  /** `null`: there is a field that an object must not have. */
  readonly matcher: Matcher | null;
}

/** Where a value first departs from what a matcher wants; `null` when it is as wanted. */
export function findMismatch(matcher: Matcher, at: ValueAt): Mismatch | null {
  switch (matcher.match) {
    case 'absent':
      return at.value === undefined ? null : refuse(matcher, at);
    case 'optional':
      return at.value === undefined ? null : findMismatch(matcher.matcher, at);
    case 'any_of':
      return matcher.options.some((option) => findMismatch(option, at) === null)
        ? null
        : refuse(matcher, at);
    default:
      return at.value === undefined ? refuse(matcher, at) : findInPresent(matcher, at, at.value);
  }
}

type PresentMatcher = Exclude<Matcher, MatcherOf<'absent' | 'optional' | 'any_of'>>;

function findInPresent(matcher: PresentMatcher, at: ValueAt, value: JsonValue): Mismatch | null {
  switch (matcher.match) {
    case 'any':
      return null;
    case 'equal':
      return isEqual(matcher, value, at.lossless) ? null : refuse(matcher, at);
    case 'list':
      return findInList(matcher, at, value);
    case 'set':
      return isSet(matcher, at, value) ? null : refuse(matcher, at);
    case 'object':
      return findInObject(matcher, at, value);
    default:
      return matchScalar(matcher, value, at.lossless) ? null : refuse(matcher, at);
  }
}

function refuse(matcher: Matcher, at: ValueAt): Mismatch {
  return { ...at, matcher };
}

function isEqual(
  matcher: MatcherOf<'equal'>,
  value: JsonValue,
  lossless: LosslessValue | undefined,
): boolean {
  const isPlain = typeof value !== 'object' || value === null;
  // The usual case, for which nothing has to be built.
  if (lossless === undefined && matcher.text === undefined && isPlain) {
    return matcher.value === value;
  }
  return losslessEqual(readWanted(matcher), lossless ?? toLossless(value));
}

/** The wanted value; its own text goes before it, where a suite or document kept one. */
function readWanted(matcher: MatcherOf<'equal'>): LosslessValue {
  const read = matcher.text === undefined ? null : readLosslessJson(matcher.text);
  return read?.ok === true ? read.value.value : toLossless(matcher.value);
}

function findInList(matcher: MatcherOf<'list'>, at: ValueAt, value: JsonValue): Mismatch | null {
  const items = itemsOf(at, value);
  if (items?.length !== matcher.items.length) return refuse(matcher, at);
  for (const [index, wanted] of matcher.items.entries()) {
    const item = items[index];
    const found = item === undefined ? refuse(matcher, at) : findMismatch(wanted, item);
    if (found !== null) return found;
  }
  return null;
}

/** The same items in any order, each wanted one met by one of its own. */
function isSet(matcher: MatcherOf<'set'>, at: ValueAt, value: JsonValue): boolean {
  const items = itemsOf(at, value);
  if (items?.length !== matcher.items.length) return false;
  return pairAll(matcher.items, items, (wanted, item) => findMismatch(wanted, item) === null);
}

function itemsOf({ lossless, path }: ValueAt, value: JsonValue): readonly ValueAt[] | null {
  if (!Array.isArray(value)) return null;
  return value.map((item: JsonValue, index) => ({
    value: item,
    lossless: isList(lossless) ? lossless[index] : undefined,
    path: `${path}[${index}]`,
  }));
}

function findInObject(
  matcher: MatcherOf<'object'>,
  at: ValueAt,
  value: JsonValue,
): Mismatch | null {
  if (!isJsonObject(value)) return refuse(matcher, at);
  const fieldAt = (name: string): ValueAt => ({
    value: Object.hasOwn(value, name) ? value[name] : undefined,
    lossless: fieldsOf(at.lossless)?.get(name),
    path: `${at.path}${toStep(name)}`,
  });
  for (const [name, wanted] of Object.entries(matcher.fields)) {
    const found = findMismatch(wanted, fieldAt(name));
    if (found !== null) return found;
  }
  const extra = matcher.open
    ? undefined
    : Object.keys(value).find(
        (name) => value[name] !== undefined && !Object.hasOwn(matcher.fields, name),
      );
  return extra === undefined ? null : { ...fieldAt(extra), matcher: null };
}

function toStep(name: string): string {
  return /^[A-Za-z_$][\w$]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}
