import type { JsonValue } from '../json/json.ts';
import { toLossless, type LosslessValue } from '../json/lossless-json.ts';
import type { Matcher } from '../core/suite/matcher.ts';
import { findNearest } from '../schema/judge/find-nearest.ts';
import { toJsonPath } from '../json/to-json-path.ts';
import type { ExpectationProblem } from './expectation-problem.ts';
import { fieldsOf, isList, toEqual } from './lossless-parts.ts';
import { matcherWords, type MatcherWord, readOperand } from './read-operand.ts';

/**
 * Where an expectation is written. `argument`: of a call, whose text is known. `value`: of a world or a result, of which only
 * the values are known. `template`: the same, before `{field}` is filled in.
 */
export type MatcherUse = 'argument' | 'value' | 'template';

/** An expectation that was read. With problems, the matcher is of no use. */
export interface MatcherReading {
  readonly matcher: Matcher;
  readonly problems: readonly ExpectationProblem[];
}

/** Where a part of an expectation is. */
export interface MatcherPlace {
  readonly path: string;
  readonly use: MatcherUse;
  /** `field`: it may be absent. `item`: an item of a list is always there. */
  readonly position: 'field' | 'item';
}

/**
 * Reads an expectation as people write it: a plain value means equality, an object with one word of the language means what
 * the word says, at every depth. What is no word, or has no meaning where it is, is a problem and never compared as a value.
 */
export function readMatcher(
  input: LosslessValue,
  at: { readonly path: string; readonly use: MatcherUse },
): MatcherReading {
  const problems: ExpectationProblem[] = [];
  const matcher = new MatcherReader(problems, at.use).read(input, { ...at, position: 'field' });
  return { matcher, problems };
}

/** Reads the fields of an object of expectations that have been checked before; fields without a value are not there. */
export function toMatchers(
  input: Readonly<Record<string, JsonValue | undefined>>,
  use: MatcherUse = 'argument',
): Readonly<Record<string, Matcher>> {
  const fields = Object.entries(input).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [[name, readMatcher(toLossless(value), { path: '$', use }).matcher] as const],
  );
  return Object.fromEntries(fields);
}

/** Reads one part of an expectation; used by the words that hold others. */
export class MatcherReader {
  readonly #problems: ExpectationProblem[];
  readonly use: MatcherUse;

  constructor(problems: ExpectationProblem[], use: MatcherUse) {
    this.#problems = problems;
    this.use = use;
  }

  refuse(problem: ExpectationProblem): Matcher {
    this.#problems.push(problem);
    return { match: 'any' };
  }

  read(input: LosslessValue, place: MatcherPlace): Matcher {
    if (!hasWords(input)) return toEqual(input);
    if (isList(input)) return { match: 'list', items: this.readItems(input, place) };
    const fields = fieldsOf(input) ?? new Map<string, LosslessValue>();
    const names = [...fields.keys()];
    const word = names.find((name) => name.startsWith('$'));
    if (word === undefined) return this.readObject(input, place, false);
    const known = matcherWords.find((one) => one === word);
    if (known === undefined) return this.refuse(refuseWord(word, place));
    if (names.length > 1) return this.refuse(refuseCompany(known, names, place));
    return readOperand(known, fields.get(known) ?? null, { reader: this, place });
  }

  /** The items of a list, each an expectation of its own. */
  readItems(items: readonly LosslessValue[], place: MatcherPlace): readonly Matcher[] {
    return items.map((item, index) =>
      this.read(item, { ...place, path: toJsonPath([index], place.path), position: 'item' }),
    );
  }

  /** An object with an expectation for each of its fields. */
  readObject(input: LosslessValue, place: MatcherPlace, open: boolean): Matcher {
    const fields = [...(fieldsOf(input) ?? [])].map(
      ([name, value]) =>
        [
          name,
          this.read(value, { ...place, path: toJsonPath([name], place.path), position: 'field' }),
        ] as const,
    );
    return { match: 'object', fields: Object.fromEntries(fields), open };
  }
}

/** Whether any object in a value has a key that begins like a word. */
function hasWords(value: LosslessValue): boolean {
  if (isList(value)) return value.some(hasWords);
  return [...(fieldsOf(value) ?? [])].some(
    ([name, item]) => name.startsWith('$') || hasWords(item),
  );
}

const literal = 'write { $equal: ... } around the object if it is meant as it is written';

function refuseWord(word: string, { path }: MatcherPlace): ExpectationProblem {
  const nearest = findNearest(word, matcherWords);
  const guess = nearest === null ? '' : `did you mean "${nearest}"? Otherwise `;
  const remedy = `${guess}${literal}`;
  return {
    code: 'unknown_matcher',
    path,
    message: `"${word}" is not a word of expectations, and an object with it is not compared as a value`,
    expected: `one of ${matcherWords.join(', ')}`,
    found: word,
    remedy: `${remedy.slice(0, 1).toUpperCase()}${remedy.slice(1)}`,
  };
}

function refuseCompany(
  word: MatcherWord,
  names: readonly string[],
  { path }: MatcherPlace,
): ExpectationProblem {
  return {
    code: 'bad_matcher',
    path,
    message: `an object with "${word}" has that key alone`,
    expected: `{ ${word}: ... } without other keys`,
    found: names.join(', '),
    remedy: `Put the other keys elsewhere, or ${literal}`,
  };
}
