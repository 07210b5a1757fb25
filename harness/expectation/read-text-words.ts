import type { LosslessValue } from '../json/lossless-json.ts';
import { isDate } from './match-date.ts';
import { type Ignorable, ignorable, type Matcher } from '../core/suite/matcher.ts';
import { checkPattern } from './check-pattern.ts';
import { isList } from './lossless-parts.ts';
import { readDates } from './read-number-words.ts';
import type { Operand } from './read-operand.ts';

const usual: readonly Ignorable[] = ['case', 'space'];

/** A text in which some things do not matter. */
export function readText(operand: Operand): Matcher {
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
export function readPattern(operand: Operand): Matcher {
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
export function readDate(operand: Operand): Matcher {
  const { value } = operand;
  const fields = operand.fields(['min', 'max']);
  if (fields !== null) return readDates(operand, fields);
  if (typeof value === 'string' && (isDate(value) || operand.isTemplate(value))) {
    return { match: 'date', value };
  }
  return operand.refuse('a date that exists, year first: 2026-01-31, or { min, max } of them');
}
