import type { JsonValue } from '../../../json/json.ts';
import { checkPattern } from '../../../expectation/check-pattern.ts';
import { allOf, anyOf, escapeText, withCase } from '../text-pattern.ts';
import type { JudgeContext, Reading } from './judged.ts';

/** Assertions about the text of the answer, by type. */
export const textAssertions: Readonly<Record<string, (context: JudgeContext) => Reading>> = {
  equals: (context) => {
    const text = toText(context.value);
    if (text === null) return 'the answer is compared as JSON';
    return say(context, withCase(`^${escapeText(text)}$`));
  },
  contains: (context) => one(context, (text) => withCase(text)),
  icontains: (context) => one(context, (text) => text),
  'starts-with': (context) => one(context, (text) => withCase(`^${text}`)),
  'contains-any': (context) => several(context, (texts) => withCase(anyOf(texts))),
  'icontains-any': (context) => several(context, anyOf),
  'contains-all': (context) => all(context, withCase),
  'icontains-all': (context) => all(context, (text) => text),
  regex: (context) => {
    if (typeof context.value !== 'string') return 'its value is not a regular expression';
    const pattern = withCase(context.value);
    const [problem] = checkPattern(pattern, '$');
    return problem === undefined ? say(context, pattern) : problem.message;
  },
};

function say({ isInverse }: JudgeContext, pattern: string): Reading {
  return isInverse ? { saysNot: [pattern] } : { says: [pattern] };
}

function one(context: JudgeContext, toPattern: (text: string) => string): Reading {
  const text = toText(context.value);
  if (text === null || text === '') return 'its value is not a text';
  return say(context, toPattern(escapeText(text)));
}

function several(context: JudgeContext, toPattern: (texts: readonly string[]) => string): Reading {
  const texts = toTexts(context.value);
  return texts === null ? 'its value is not a list of texts' : say(context, toPattern(texts));
}

function all(context: JudgeContext, toPattern: (text: string) => string): Reading {
  const texts = toTexts(context.value);
  if (texts === null) return 'its value is not a list of texts';
  if (context.isInverse) return { saysNot: [toPattern(allOf(texts))] };
  return { says: texts.map(toPattern) };
}

function toText(value: JsonValue): string | null {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
}

/** Escaped texts of a list, or of a text with commas between them. */
function toTexts(value: JsonValue): readonly string[] | null {
  const items: readonly JsonValue[] = Array.isArray(value)
    ? value
    : typeof value === 'string'
      ? splitAtCommas(value)
      : [];
  const texts = items.map(toText);
  if (texts.length === 0 || !texts.every((text) => text !== null && text !== '')) return null;
  return texts.map((text) => escapeText(text ?? ''));
}

/** A part in double quotes may hold commas. */
function splitAtCommas(text: string): readonly string[] {
  const parts = text.match(/(?:"(?:[^"]|"")*"|[^,"])+/gu) ?? [];
  return parts
    .map((part) =>
      part
        .trim()
        .replace(/^"([\s\S]*)"$/u, '$1')
        .replaceAll('""', '"'),
    )
    .filter((part) => part !== '');
}
