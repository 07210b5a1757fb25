import type { JsonValue } from '../json/json.ts';
import {
  hasRiskyNumbers,
  writeLosslessJson,
  type LosslessNumber,
  type LosslessObject,
  type LosslessValue,
} from '../json/lossless-json.ts';
import type { MatcherOf } from '../core/suite/matcher.ts';

/** The fields of an object; `null` for any other value. */
export function fieldsOf(value: LosslessValue | undefined): LosslessObject['fields'] | null {
  const node = nodeOf(value);
  return node?.type === 'object' ? node.fields : null;
}

/** Whether a value is a list. */
export function isList(value: LosslessValue | undefined): value is readonly LosslessValue[] {
  return Array.isArray(value);
}

/** The text of a number; `null` for any other value. */
export function numberText(value: LosslessValue | undefined): string | null {
  const node = nodeOf(value);
  return node?.type === 'number' ? node.text : null;
}

/** An ordinary value of a lossless one. */
export function toPlainValue(value: LosslessValue): JsonValue {
  if (typeof value !== 'object' || value === null) return value;
  if (!('type' in value)) return value.map(toPlainValue);
  if (value.type === 'number') return Number(value.text);
  return Object.fromEntries([...value.fields].map(([name, item]) => [name, toPlainValue(item)]));
}

/** Equality with a value, whatever words are in it. */
export function toEqual(input: LosslessValue): MatcherOf<'equal'> {
  const text = writeLosslessJson(input);
  return {
    match: 'equal',
    value: toPlainValue(input),
    ...(hasRiskyNumbers(text) ? { text } : {}),
  };
}

function nodeOf(value: LosslessValue | undefined): LosslessNumber | LosslessObject | null {
  return typeof value === 'object' && value !== null && 'type' in value ? value : null;
}
