import { type Ignorable, ignorable, type Matcher } from '../core/suite/matcher.ts';
import type { LosslessValue } from '../json/lossless-json.ts';
import { toJsonPath } from '../json/to-json-path.ts';
import { checkPattern } from './check-pattern.ts';
import { fieldsOf, isList, toEqual, toPlainValue } from './lossless-parts.ts';
import { isDate } from './match-date.ts';
import type { MatcherPlace, MatcherReader } from './read-matcher.ts';
import { readDates, readNear, readNumber, readRange } from './read-number-words.ts';

/** The words of the language: an object with one of them, and nothing else, says how a value is compared. */
export const matcherWords = [
  '$equal',
  '$anyOf',
  '$optional',
  '$absent',
  '$any',
  '$number',
  '$range',
  '$near',
  '$text',
  '$pattern',
  '$date',
  '$set',
  '$partial',
] as const;

/** One of {@link matcherWords}. */
export type MatcherWord = (typeof matcherWords)[number];

/** What follows a word, and what reads and refuses it. */
export class Operand {
  readonly value: LosslessValue;
  readonly word: MatcherWord;
  readonly reader: MatcherReader;
  /** The place of the whole expectation. */
  readonly place: MatcherPlace;

  constructor(
    value: LosslessValue,
    word: MatcherWord,
    { reader, place }: { readonly reader: MatcherReader; readonly place: MatcherPlace },
  ) {
    this.value = value;
    this.word = word;
    this.reader = reader;
    this.place = place;
  }

  /** The place of what follows the word. */
  get inner(): MatcherPlace {
    return { ...this.place, path: toJsonPath([this.word], this.place.path) };
  }

  /** A text may hold `{field}`, which is filled in later. */
  isTemplate(text: string): boolean {
    return this.reader.use === 'template' && /\{[\w-]+\}/u.test(text);
  }

  refuse(
    expected: string,
    more: { readonly code?: string; readonly remedy?: string } = {},
  ): Matcher {
    return this.reader.refuse({
      code: more.code ?? 'bad_matcher',
      path: this.inner.path,
      message: `"${this.word}" does not take what is written here`,
      expected,
      found: toPlainValue(this.value),
      ...(more.remedy === undefined ? {} : { remedy: more.remedy }),
    });
  }

  /** The fields of an object that has no others; `null` when it is another value. */
  fields(known: readonly string[]): ReadonlyMap<string, LosslessValue> | null {
    const fields = fieldsOf(this.value);
    if (fields === null || fields.size === 0) return null;
    return [...fields.keys()].every((name) => known.includes(name)) ? fields : null;
  }
}

/** Reads what follows a word. */
export function readOperand(
  word: MatcherWord,
  value: LosslessValue,
  context: { readonly reader: MatcherReader; readonly place: MatcherPlace },
): Matcher {
  return readers[word](new Operand(value, word, context));
}

const readers: Readonly<Record<MatcherWord, (operand: Operand) => Matcher>> = {
  $equal: ({ value }) => toEqual(value),
  $anyOf: readAnyOf,
  $optional: readOptional,
  $absent: readAbsent,
  $any: (operand) => (operand.value === true ? { match: 'any' } : operand.refuse('true')),
  $number: readNumber,
  $range: readRange,
  $near: readNear,
  $text: readText,
  $pattern: readPattern,
  $date: readDate,
  $set: readSet,
  $partial: readPartial,
};

function readAnyOf(operand: Operand): Matcher {
  const { value, reader, inner } = operand;
  if (!isList(value) || value.length === 0) {
    return operand.refuse('a list with at least one expectation');
  }
  const options = value.map((item, index) =>
    reader.read(item, { ...inner, path: toJsonPath([index], inner.path) }),
  );
  return { match: 'any_of', options };
}

/** What may be absent is a field of an object. */
function refuseInList(operand: Operand): Matcher {
  return operand.reader.refuse({
    code: 'bad_matcher',
    path: operand.place.path,
    message: `"${operand.word}" is for fields, and an item of a list is always there`,
    expected: 'a value, or a word that speaks of one',
    found: operand.word,
    remedy: 'Name the lists that are right: { $anyOf: [[...], [...]] }',
  });
}

function readOptional(operand: Operand): Matcher {
  if (operand.place.position === 'item') return refuseInList(operand);
  return { match: 'optional', matcher: operand.reader.read(operand.value, operand.inner) };
}

function readAbsent(operand: Operand): Matcher {
  if (operand.place.position === 'item') return refuseInList(operand);
  if (operand.value === true) return { match: 'absent' };
  const remedy = 'For what may be absent and is checked when it is there, write { $optional: ... }';
  return operand.refuse('true', { remedy });
}

function readSet(operand: Operand): Matcher {
  const { value, reader, inner } = operand;
  if (!isList(value)) return operand.refuse('a list');
  return { match: 'set', items: reader.readItems(value, inner) };
}

function readPartial(operand: Operand): Matcher {
  const { value, reader, inner } = operand;
  const fields = fieldsOf(value);
  if (fields === null || [...fields.keys()].some((name) => name.startsWith('$'))) {
    return operand.refuse('an object with the fields that must be there');
  }
  return reader.readObject(value, inner, true);
}

const usual: readonly Ignorable[] = ['case', 'space'];

/** A text in which some things do not matter. */
function readText(operand: Operand): Matcher {
  const { value } = operand;
  if (typeof value === 'string') return { match: 'text', value, ignore: usual, characters: '' };
  const fields = operand.fields(['value', 'ignore', 'characters']);
  const wanted = fields?.get('value');
  const ignore = readIgnored(fields?.get('ignore'));
  const characters = fields?.get('characters') ?? '';
  if (typeof wanted !== 'string' || ignore === null || typeof characters !== 'string') {
    return operand.refuse(
      `a text, or { value, ignore, characters }: "ignore" lists any of ${ignorable.join(', ')}, "characters" is a text`,
    );
  }
  return { match: 'text', value: wanted, ignore, characters };
}

function readIgnored(value: LosslessValue | undefined): readonly Ignorable[] | null {
  if (value === undefined) return usual;
  const named = isList(value) ? value : [value];
  const isKnown = named.every((one) => ignorable.some((word) => word === one));
  return isKnown ? ignorable.filter((word) => named.includes(word)) : null;
}

/** A text in which a regular expression finds something. */
function readPattern(operand: Operand): Matcher {
  const { value, inner, reader } = operand;
  const fields = operand.fields(['pattern', 'flags']);
  const pattern = typeof value === 'string' ? value : fields?.get('pattern');
  const flags = fields?.get('flags') ?? '';
  if (typeof pattern !== 'string' || typeof flags !== 'string' || !/^[imsu]*$/u.test(flags)) {
    return operand.refuse(
      'a regular expression as text, or { pattern, flags } with any of the flags i, m, s',
    );
  }
  const used = [...new Set(flags.replaceAll('u', ''))].sort().join('');
  for (const problem of checkPattern(pattern, inner.path, used)) reader.refuse(problem);
  return { match: 'pattern', pattern, flags: used };
}

/** A day, however it is written, or a range of them. */
function readDate(operand: Operand): Matcher {
  const { value } = operand;
  const fields = operand.fields(['min', 'max']);
  if (fields !== null) return readDates(operand, fields);
  if (typeof value === 'string' && (isDate(value) || operand.isTemplate(value))) {
    return { match: 'date', value };
  }
  return operand.refuse('a date that exists, year first: 2026-01-31, or { min, max } of them');
}
