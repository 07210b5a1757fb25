import type { ErrorObject } from 'ajv';
import type { JsonValue } from '../../json/json.ts';
import type { Problem } from '../../core/trial/tool-error.ts';
import { nameType, showValue, toFound } from '../judge/show-value.ts';

/** A validator's error and what is said of it. */
export interface Finding {
  readonly error: ErrorObject;
  readonly problem: Problem;
}

/**
 * Says in one problem that a value fits none of several alternatives, instead of one for each of
 * them: the types asked for; or, when only one alternative is of the right type, what that one lacks.
 */
export function joinAlternatives(
  findings: readonly Finding[],
  error: ErrorObject,
  path: string,
): readonly Finding[] {
  const first = findFirstBranchError(findings, error);
  const before = findings.slice(0, first);
  const branches = findings.slice(first);
  const passing: unknown = error.params['passingSchemas'];
  if (Array.isArray(passing)) {
    const message = `must fit exactly one of the alternatives, and fits ${passing.length} of them`;
    return [...before, { error, problem: { code: 'too_many_alternatives', path, message } }];
  }
  const deep = branches.filter((finding) => !isMismatch(finding, error));
  if (deep.length > 0 && new Set(deep.map((one) => toBranch(one.error, error))).size === 1) {
    return [...before, ...deep];
  }
  return [...before, { error, problem: describe(branches, deep, { error, path }) }];
}

function describe(
  branches: readonly Finding[],
  deep: readonly Finding[],
  { error, path }: { readonly error: ErrorObject; readonly path: string },
): Problem {
  const found: unknown = error.data;
  if (deep.length === 0 && branches.every((branch) => branch.problem.code === 'wrong_type')) {
    const types = [...new Set(branches.flatMap((branch) => toList(branch.problem.expected)))];
    const hint = branches.find((branch) => branch.problem.hint !== undefined)?.problem.hint;
    return {
      code: 'wrong_type',
      path,
      message: `must be ${types.map(String).join(' or ')}, and is ${nameType(found)} ${showValue(found)}`,
      expected: types,
      found: nameType(found),
      ...(hint === undefined ? {} : { hint }),
    };
  }
  const wanted = branches.map((branch) => `${branch.problem.path}: ${branch.problem.message}`);
  return {
    code: 'no_alternative',
    path,
    message: `fits none of the alternatives (${wanted.join('; or ')})`,
    expected: wanted,
    found: toFound(found),
  };
}

function toList(value: JsonValue | undefined): readonly JsonValue[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
}

/** A branch that says nothing but "another type or value, please" at this very place. */
function isMismatch(finding: Finding, parent: ErrorObject): boolean {
  const { keyword, instancePath } = finding.error;
  return instancePath === parent.instancePath && ['type', 'enum', 'const'].includes(keyword);
}

/** Errors of the branches come right before their parent's, at or below the same place. */
function findFirstBranchError(findings: readonly Finding[], parent: ErrorObject): number {
  const siblings = parent.schemaPath.slice(0, parent.schemaPath.lastIndexOf('/'));
  let first = findings.length;
  while (first > 0) {
    const error = findings[first - 1]?.error;
    if (error === undefined || !isAtOrBelow(error.instancePath, parent.instancePath)) break;
    const isSibling =
      error.instancePath === parent.instancePath &&
      error.schemaPath === `${siblings}/${error.keyword}`;
    if (isSibling) break;
    first -= 1;
  }
  return first;
}

function isAtOrBelow(pointer: string, start: string): boolean {
  return pointer === start || pointer.startsWith(`${start}/`);
}

/** Which branch an error belongs to: its number, or the referenced schema it came through. */
function toBranch(error: ErrorObject, parent: ErrorObject): string {
  if (error.schemaPath.startsWith(`${parent.schemaPath}/`)) {
    return error.schemaPath.slice(parent.schemaPath.length + 1).split('/')[0] ?? '';
  }
  return error.schemaPath.split('/').slice(0, 3).join('/');
}
