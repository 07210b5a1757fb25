import { RigError } from '../../core/rig-error.ts';
import type { SuiteProblem } from './suite-finding.ts';

/** A suite cannot be used. All of its errors are reported together. */
export class SuiteError extends RigError {
  /** Path as the user gave it. */
  readonly file: string;
  readonly problems: readonly SuiteProblem[];

  constructor(file: string, problems: readonly SuiteProblem[], options?: ErrorOptions) {
    const errors = problems.filter(({ severity }) => severity === 'error');
    const warnings = problems.filter(({ severity }) => severity === 'warning');
    const count = [
      countOf(errors.length, 'problem'),
      ...(warnings.length === 0 ? [] : [countOf(warnings.length, 'warning')]),
    ].join(' and ');
    const lines = [
      ...errors.map((problem) => `\n  ${formatSuiteProblem(problem)}`),
      ...warnings.map((problem) => `\n  warning: ${formatSuiteProblem(problem)}`),
    ].join('');
    super('SUITE_INVALID', `Cannot load suite "${file}": ${count}${lines}`, options);
    this.name = 'SuiteError';
    this.file = file;
    this.problems = problems;
  }
}

function countOf(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}

/** A problem as one line: file, place, error, expectation and remedy. */
export function formatSuiteProblem(problem: SuiteProblem): string {
  const at = problem.line === null ? '' : `:${problem.line}:${problem.column ?? 1}`;
  const place = problem.path === '$' ? '' : ` ${problem.path}`;
  const details = [
    problem.expected === undefined ? '' : ` (expected ${problem.expected}`,
    problem.found === undefined
      ? ''
      : `${problem.expected === undefined ? ' (' : ', '}found ${problem.found}`,
    problem.expected === undefined && problem.found === undefined ? '' : ')',
  ].join('');
  const remedy = problem.remedy === undefined ? '' : `. ${problem.remedy}`;
  return `${problem.file}${at}${place}: ${problem.message}${details}${remedy} [${problem.code}]`;
}
