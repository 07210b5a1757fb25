import type { JsonValue } from '../../json/json.ts';
import type { LosslessValue } from '../../json/lossless-json.ts';
import { isRounded, toDigits } from '../../json/number-text.ts';
import type { Problem } from '../../core/trial/tool-error.ts';
import { toJsonPath } from '../../json/to-json-path.ts';

interface RoundedNumber {
  readonly path: string;
  /** As JavaScript writes it. */
  readonly shown: string;
  readonly digits: string;
}

/** Puts the digits that were written in place of the rounded numbers that a validator saw. */
export function tellDigits(problems: readonly Problem[], exact: LosslessValue): readonly Problem[] {
  const rounded = findRounded(exact, []);
  if (rounded.length === 0) return problems;
  return problems.map((problem) => {
    // The number at the very place, and then those that no other one is rounded to.
    const here = rounded.filter(({ path }) => path === problem.path);
    return [...here, ...rounded.filter((one) => isAlone(one, rounded))].reduce(tell, problem);
  });
}

function isAlone({ shown, digits }: RoundedNumber, all: readonly RoundedNumber[]): boolean {
  return all.every((other) => other.shown !== shown || other.digits === digits);
}

function tell(problem: Problem, { shown, digits }: RoundedNumber): Problem {
  const word = new RegExp(`(?<![0-9.])${shown.replace(/[.+]/g, '\\$&')}(?![0-9.])`, 'g');
  const message = problem.message.replace(word, digits);
  const found: JsonValue | undefined =
    typeof problem.found === 'number' && JSON.stringify(problem.found) === shown
      ? digits
      : problem.found;
  return { ...problem, message, ...(found === undefined ? {} : { found }) };
}

function findRounded(
  value: LosslessValue,
  path: readonly (string | number)[],
): readonly RoundedNumber[] {
  if (typeof value !== 'object' || value === null) return [];
  if (!('type' in value))
    return value.flatMap((item, index) => findRounded(item, [...path, index]));
  if (value.type === 'object') {
    return [...value.fields].flatMap(([name, item]) => findRounded(item, [...path, name]));
  }
  if (!isRounded(value.text)) return [];
  const shown = JSON.stringify(Number(value.text));
  return [{ path: toJsonPath(path), shown, digits: toDigits(value.text) }];
}
