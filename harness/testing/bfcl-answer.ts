import { isJsonObject, type JsonObject, type JsonValue } from '../core/json.ts';
import type { ExpectedCall, Matcher } from '../core/suite.ts';

/** One call of an answer: the tool, and for each argument all values that are right. */
export type BfclAnswer = Readonly<Record<string, Readonly<Record<string, readonly JsonValue[]>>>>;

/** A call as a model made it. */
export interface BfclCall {
  readonly name: string;
  readonly arguments: JsonObject;
}

/**
 * Says an answer of the Berkeley Function Calling Leaderboard as expected calls.
 *
 * - Texts are the same without case, without spaces and `,./-_*^`, and with either quote: a pattern says so. In lists and
 *   objects our texts are compared as they are.
 * - An empty text among the values marks an argument that may be left out. What may be left out depends on the argument
 *   alone, so each set of arguments that a call of the tool leaves out is an alternative of its own.
 * - An object lists right values field by field: it is written out as all of its combinations.
 *
 * Source: `ast_checker.py` of gorilla's berkeley-function-call-leaderboard.
 */
export function toExpectedCalls(
  answers: readonly BfclAnswer[],
  calls: readonly BfclCall[],
): readonly ExpectedCall[] {
  return answers.flatMap((answer, place) =>
    Object.entries(answer).flatMap(([tool, wanted]) => {
      const own = calls.filter((call) => call.name === tool).map((call) => call.arguments);
      const choices = new Map<string, Readonly<Record<string, Matcher>>>();
      for (const args of own.length === 0 ? [{}] : own) {
        const fields = Object.entries(wanted).filter(
          ([name, values]) => Object.hasOwn(args, name) || !values.includes(''),
        );
        const matchers = fields.map(([name, values]) => [name, toMatcher(values)] as const);
        choices.set(fields.map(([name]) => name).join('\n'), Object.fromEntries(matchers));
      }
      return [...choices.values()].map((matchers, choice): ExpectedCall => ({
        id: `${place}.${choice}`,
        tool,
        arguments: matchers,
        mode: 'exact',
        group: choices.size > 1 ? String(place) : null,
      }));
    }),
  );
}

function toMatcher(values: readonly JsonValue[]): Matcher {
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length === values.length && texts.some((text) => text !== '')) {
    return { match: 'pattern', pattern: `^(?:${texts.map(toTextPattern).join('|')})$` };
  }
  return {
    match: 'any_of',
    values: values.flatMap((value) => (hasObject(value) ? writeOut(value) : [value])),
  };
}

const ignored = '[ ,./\\-_*^]*';

function toTextPattern(text: string): string {
  const letters = Array.from(text.replace(/[ ,./\-_*^]/gu, ''), (letter) => {
    if (letter === '"' || letter === "'") return `["']`;
    const [small, large] = [letter.toLowerCase(), letter.toUpperCase()].map((form) =>
      form.replace(/[\\$+?()[\]{}|]/gu, '\\$&'),
    );
    return small === large ? small : `(?:${small}|${large})`;
  });
  return `${ignored}${letters.map((letter) => `${letter}${ignored}`).join('')}`;
}

function hasObject(value: JsonValue): boolean {
  return Array.isArray(value)
    ? value.some((item: JsonValue) => hasObject(item))
    : isJsonObject(value);
}

/** All combinations of the right values of its fields. */
function writeOut(value: JsonValue): readonly JsonValue[] {
  if (Array.isArray(value)) {
    return value.reduce<readonly (readonly JsonValue[])[]>(
      (lists, item: JsonValue) =>
        lists.flatMap((list) => writeOut(item).map((one) => [...list, one])),
      [[]],
    );
  }
  if (!isJsonObject(value)) return [value];
  return Object.entries(value).reduce<readonly JsonObject[]>(
    (objects, [name, field]) => {
      const choices: readonly JsonValue[] = Array.isArray(field) ? field : [field ?? null];
      return objects.flatMap((object) =>
        choices.flatMap((choice) =>
          choice === '' ? [object] : writeOut(choice).map((one) => ({ ...object, [name]: one })),
        ),
      );
    },
    [{}],
  );
}
