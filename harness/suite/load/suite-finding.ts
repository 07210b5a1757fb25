import type { Problem } from '../../core/trial/tool-error.ts';
import { showValue } from '../../schema/judge/show-value.ts';

/** One thing that a check of a suite found; the loader adds file and line. */
export interface SuiteFinding {
  readonly code: string;
  /** Default `error`. */
  readonly severity?: 'error' | 'warning';
  /** Place inside the suite. */
  readonly path: string;
  readonly message: string;
  readonly expected?: string;
  readonly found?: string;
  readonly remedy?: string;
}

/** One thing wrong in a suite. */
export interface SuiteProblem {
  /** Stable, such as `unknown_field`, `unknown_tool`, `checks_nothing`; those of schemas as they are. */
  readonly code: string;
  /** `warning`: reported, but the suite can run. */
  readonly severity: 'error' | 'warning';
  /** Path of the file. */
  readonly file: string;
  /** Place inside the suite, such as `$.scenarios[2].expected.calls[0]`. */
  readonly path: string;
  /** Place in the text of a data file, both counted from 1; `null` where it is not known. */
  readonly line: number | null;
  readonly column: number | null;
  /** What is wrong, in one sentence. */
  readonly message: string;
  readonly expected?: string;
  readonly found?: string;
  /** The remedy. */
  readonly remedy?: string;
}

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
