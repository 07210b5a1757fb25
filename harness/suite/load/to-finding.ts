import type { Problem } from '../../core/trial/tool-error.ts';
import { showValue } from '../../schema/judge/show-value.ts';
import type { SuiteFinding } from './suite-finding.ts';

/** A schema's problem as a finding of a suite; `owner` says whose it is. */
export function toFinding(problem: Problem, owner?: string): SuiteFinding {
  return {
    code: problem.code,
    path: problem.path,
    message: owner === undefined ? problem.message : `${owner}: ${problem.message}`,
    ...(problem.expected === undefined ? {} : { expected: toText(problem.expected) }),
    ...(problem.found === undefined ? {} : { found: toText(problem.found) }),
  };
}

function toText(value: Problem['expected']): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.map(toText).join(', ') : showValue(value);
}
