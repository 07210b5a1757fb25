import type { JsonValue } from '../../../json/json.ts';
import { anyOf, escapeText, withCase } from '../text-pattern.ts';
import { toJsonPattern } from './to-json-pattern.ts';

/** The classes of evals that a suite can express. */
export const evalClasses = ['match', 'includes', 'fuzzy_match', 'json_match'] as const;

/** A class of evals: how an answer is compared with its ideals. */
export type EvalClass = (typeof evalClasses)[number];

/** What an answer must say. */
interface EvalExpectation {
  readonly says: string;
  /** What it means besides, or instead. */
  readonly note: string | null;
}

/** The expectation of a sample, or why there is none. */
export function toEvalExpectation(
  ideal: JsonValue | readonly string[],
  { kind, ignoreCase }: { readonly kind: EvalClass; readonly ignoreCase: boolean },
): EvalExpectation | string {
  const ideals = (Array.isArray(ideal) ? ideal : [ideal]) as readonly JsonValue[];
  const texts = ideals.filter((one): one is string => typeof one === 'string');
  if (texts.length !== ideals.length || texts.length === 0)
    return 'expected a text or a list of texts';
  if (texts.some((text) => text.trim() === '')) return 'any answer fits an empty text';
  const cased = (part: string): string => (ignoreCase ? part : withCase(part));
  const plain = texts.map(escapeText);
  switch (kind) {
    case 'match':
      return { says: cased(`^${anyOf(plain)}`), note: null };
    case 'includes':
      return { says: cased(anyOf(plain)), note: null };
    case 'fuzzy_match':
      return toFuzzy(texts);
    case 'json_match':
      return toJson(texts);
  }
}

/** Source: `normalize` and `fuzzy_match` of evals/elsuite/utils.py. */
function toFuzzy(texts: readonly string[]): EvalExpectation | string {
  const parts = texts.map((text) =>
    text
      .toLowerCase()
      .replace(/\b(?:a|an|the)\b/gu, ' ')
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word !== ''),
  );
  if (parts.some((words) => words.length === 0)) return 'the ideal holds no word';
  return {
    says: anyOf(parts.map((words) => words.map(escapeText).join(gap))),
    note: 'an answer that is only a part of the ideal is not accepted',
  };
}

/** Between two words: anything but words, and articles. */
const gap = String.raw`[^\p{L}\p{N}]+(?:(?:an?|the)[^\p{L}\p{N}]+)*`;

function toJson(texts: readonly string[]): EvalExpectation | string {
  try {
    const values = texts.map((text) => JSON.parse(text) as JsonValue);
    if (values.some(holdsNull)) return 'nothing fits an ideal that holds null';
    return {
      says: withCase(anyOf(values.map(toJsonPattern))),
      note: 'texts and numbers must be written as in the ideal (`5`, not `5.0`)',
    };
  } catch {
    return 'an ideal is not JSON';
  }
}

function holdsNull(value: JsonValue | undefined): boolean {
  if (value === null || value === undefined) return true;
  return typeof value === 'object' && Object.values(value).some(holdsNull);
}
