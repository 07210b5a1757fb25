import type { ErrorObject } from 'ajv';

import type { Problem } from '../../core/trial/tool-error.ts';
import { exactOf } from '../../json/exact-arguments.ts';
import { isJsonObject, type JsonValue } from '../../json/json.ts';
import type { LosslessValue } from '../../json/lossless-json.ts';
import { isRounded, toDigits } from '../../json/number-text.ts';
import { toJsonPath } from '../../json/to-json-path.ts';
import { type Finding, joinAlternatives } from '../check/join-alternatives.ts';
import { describeError } from './describe-error.ts';

/** Turns a validator's errors into problems with stable codes, JSON paths, expected and found values. */
export function toProblems(errors: readonly ErrorObject[], value: unknown): readonly Problem[] {
  let findings: readonly Finding[] = [];
  for (const error of errors) {
    // `if` only repeats what its `then` or `else` said; names are reported by `propertyNames` itself.
    if (error.keyword === 'if' || error.propertyName !== undefined) continue;
    findings = add(findings, error, value);
  }
  const problems = withoutDoubles(findings.map((finding) => finding.problem));
  const exact = isJsonObject(value) ? exactOf(value) : null;
  return exact === null ? problems : tellDigits(problems, exact);
}

function add(findings: readonly Finding[], error: ErrorObject, value: unknown): readonly Finding[] {
  const segments = toSegments(error.instancePath, value);
  if (error.keyword === 'contains') {
    const inner = `${error.schemaPath}/`;
    const kept = findings.filter((finding) => !finding.error.schemaPath.startsWith(inner));
    return [...kept, { error, problem: describeError(error, segments) }];
  }
  const open = error.keyword === 'anyOf' || error.keyword === 'oneOf';
  if (open) return joinAlternatives(findings, error, toJsonPath(segments));
  return [...findings, { error, problem: describeError(error, segments) }];
}

/** Splits a JSON pointer (RFC 6901); a number is an index only where the value really is an array. */
function toSegments(pointer: string, value: unknown): readonly (string | number)[] {
  let current: unknown = value;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
      const segment = Array.isArray(current) ? Number(key) : key;
      current = (current as Readonly<Record<string | number, unknown>> | undefined)?.[segment];
      return segment;
    });
}

function withoutDoubles(problems: readonly Problem[]): readonly Problem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = `${problem.code} ${problem.path} ${problem.message}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

interface RoundedNumber {
  readonly path: string;
  /** As JavaScript writes it. */
  readonly shown: string;
  readonly digits: string;
}

/** Puts the digits that were written in place of the rounded numbers that a validator saw. */
function tellDigits(problems: readonly Problem[], exact: LosslessValue): readonly Problem[] {
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
