import type { ErrorObject } from 'ajv';
import { exactOf } from '../../json/exact-arguments.ts';
import { isJsonObject } from '../../json/json.ts';
import type { Problem } from '../../core/trial/tool-error.ts';
import { describeError } from './describe-error.ts';
import { joinAlternatives, type Finding } from '../check/join-alternatives.ts';
import { tellDigits } from './tell-digits.ts';
import { toJsonPath } from '../../json/to-json-path.ts';

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
