import type { LosslessValue } from '../json/lossless-json.ts';
import type { Matcher } from '../core/suite/matcher.ts';
import { isBefore, isDate } from './match-date.ts';
import { toDecimal } from '../json/number-text.ts';
import { numberText } from './lossless-parts.ts';
import type { Operand } from './read-operand.ts';

const digits = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?$/u;

/** The digits of a number, given as a number or as text; `null` when it is neither. */
function readDigits(value: LosslessValue | undefined): string | null {
  const text = typeof value === 'string' ? value : numberText(value);
  return text !== null && digits.test(text) ? text : null;
}

/** A number digit by digit, or of a kind: `5` and `5.0` are the same number in two kinds. */
export function readNumber(operand: Operand): Matcher {
  const fields = operand.fields(['value', 'kind']);
  if (fields !== null) return readKind(operand, fields);
  const text = readDigits(operand.value);
  if (text !== null) return { match: 'equal', value: Number(text), text };
  return operand.refuse('the digits of a number, or { value, kind } with kind integer or float');
}

function readKind(operand: Operand, fields: ReadonlyMap<string, LosslessValue>): Matcher {
  const value = fields.get('value');
  const text = readDigits(value);
  const kind = fields.get('kind');
  if (value !== undefined && text === null) {
    return operand.refuse('a number, or its digits as text, as "value"');
  }
  if (kind === undefined && text !== null) return { match: 'equal', value: Number(text), text };
  if (kind !== 'integer' && kind !== 'float') {
    return operand.refuse('integer (written 5) or float (written 5.0) as "kind"');
  }
  if (operand.reader.use !== 'argument') {
    return operand.refuse('no "kind" here, where only the value of a number is known', {
      remedy: 'Write the number itself',
    });
  }
  const isWhole = text === null || !/e-/u.test(toDecimal(text));
  if (kind === 'integer' && !isWhole) {
    return operand.refuse('a whole number where "kind" is integer', { code: 'cannot_hold' });
  }
  return { match: 'number', kind, text };
}

/** A number between two others, or a date between two others. */
export function readRange(operand: Operand): Matcher {
  const fields = operand.fields(['min', 'max']);
  const [min, max] = [fields?.get('min'), fields?.get('max')];
  const given = [min, max].filter((bound) => bound !== undefined);
  if (fields !== null && given.every((bound) => typeof bound === 'string')) {
    return readDates(operand, fields);
  }
  const [low, high] = [numberText(min), numberText(max)];
  if (fields === null || given.some((bound) => numberText(bound) === null)) {
    return operand.refuse('{ min, max }, or one of them, as numbers or as dates');
  }
  if (low !== null && high !== null && Number(low) > Number(high)) return refuseCrossed(operand);
  return { match: 'range', min: toBound(low), max: toBound(high) };
}

function toBound(text: string | null): number | null {
  return text === null ? null : Number(text);
}

function refuseCrossed(operand: Operand): Matcher {
  return operand.refuse('a "min" that is not above "max"', { code: 'cannot_hold' });
}

/** `{ min, max }` of dates, both included. */
export function readDates(operand: Operand, fields: ReadonlyMap<string, LosslessValue>): Matcher {
  const [min = null, max = null] = [fields.get('min'), fields.get('max')];
  const isBound = (bound: LosslessValue): bound is string | null =>
    bound === null || (typeof bound === 'string' && (isDate(bound) || operand.isTemplate(bound)));
  if (!isBound(min) || !isBound(max)) {
    return operand.refuse('dates that exist as "min" and "max", year first: 2026-01-31');
  }
  if (min !== null && max !== null && isBefore(max, min)) return refuseCrossed(operand);
  return { match: 'dates', min, max };
}

/** A number at most `tolerance` away. */
export function readNear(operand: Operand): Matcher {
  const fields = operand.fields(['value', 'tolerance']);
  const [value, tolerance] = [
    numberText(fields?.get('value')),
    numberText(fields?.get('tolerance')),
  ];
  if (value === null || tolerance === null || Number(tolerance) < 0) {
    return operand.refuse('{ value, tolerance } as numbers, the tolerance 0 or more');
  }
  return { match: 'near', value: Number(value), tolerance: Number(tolerance) };
}
