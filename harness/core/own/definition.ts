import { UsageError } from '../usage-error.ts';

/** A field of a definition: the error of its value as text; `null` when the value is valid. */
export type FieldCheck = (value: unknown) => string | null;

/**
 * Finds what is wrong with a definition that a team wrote: fields that are missing, misspelt or of another type.
 *
 * @returns one text for each problem, with the field's name; none: it is whole.
 */
export function checkDefinition(
  value: unknown,
  fields: Readonly<Record<string, FieldCheck>>,
): readonly string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [`expected an object with ${Object.keys(fields).join(', ')}, found ${show(value)}`];
  }
  const given: ReadonlyMap<string, unknown> = new Map(Object.entries(value));
  const unknown = [...given.keys()].filter((name) => fields[name] === undefined);
  return [
    ...unknown.map(
      (name) =>
        `${name}: there is no such field: expected some of ${Object.keys(fields).join(', ')}`,
    ),
    ...Object.entries(fields).flatMap(([name, check]) => {
      const problem = check(given.get(name));
      return problem === null ? [] : [`${name}: ${problem}`];
    }),
  ];
}

/**
 * Refuses a definition with problems.
 *
 * @throws UsageError with all of them.
 */
export function refuseProblems(what: string, name: unknown, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const named = typeof name === 'string' ? ` "${name}"` : '';
  // On one line: who loads a file that defines something shows no more of an error.
  const text = `Cannot define the ${what}${named}: ${problems.join('; ')}`;
  throw new UsageError(text, 'DEFINITION_INVALID');
}

/** A text with something in it. */
export const filledText: FieldCheck = (value) =>
  typeof value === 'string' && value.trim() !== '' ? null : `expected a text, found ${show(value)}`;

/** One of a few words; there is no default. */
export function oneOfWords(words: readonly string[]): FieldCheck {
  const names = words.map((word) => `"${word}"`).join(' or ');
  return (value) =>
    typeof value === 'string' && words.includes(value)
      ? null
      : value === undefined
        ? `it is missing: expected ${names}; it is never guessed`
        : `expected ${names}, found ${show(value)}`;
}

/** A function that gives its result at once. */
export const plainFunction: FieldCheck = (value) => {
  if (typeof value !== 'function') return `expected a function, found ${show(value)}`;
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  return kind === 'Function'
    ? null
    : `expected a plain function, found ${kind === 'AsyncFunction' ? 'an async function' : 'a generator'}: it must give its result at once, from what it is given`;
};

/** A function, async or not. */
export const anyFunction: FieldCheck = (value) =>
  typeof value === 'function' ? null : `expected a function, found ${show(value)}`;

/** A field that may be left out. */
export function leftOut(check: FieldCheck): FieldCheck {
  return (value) => (value === undefined ? null : check(value));
}

/** A value in a few words. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'function') return 'a function';
  if (typeof value === 'number') return String(value);
  const text = JSON.stringify(value) ?? typeof value;
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
