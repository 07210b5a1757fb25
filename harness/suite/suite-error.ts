import { RigError } from '../core/rig-error.ts';
import type { SuiteProblem } from './suite-problem.ts';

/** A suite cannot be used. Everything that is wrong with it is told at once. */
export class SuiteError extends RigError {
  /** Path as the user gave it. */
  readonly file: string;
  readonly problems: readonly SuiteProblem[];

  constructor(file: string, problems: readonly SuiteProblem[], options?: ErrorOptions) {
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    const lines = problems.map((problem) => `\n  ${formatSuiteProblem(problem)}`);
    super('SUITE_INVALID', `Cannot load suite "${file}": ${count}${lines.join('')}`, options);
    this.name = 'SuiteError';
    this.file = file;
    this.problems = problems;
  }
}

/** A problem as one line: file, place, what is wrong, what was wanted, what mends it. */
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
