import type { Problem } from '../core/trial/tool-error.ts';

/** The error of a written expectation, and its remedy. */
export interface ExpectationProblem extends Problem {
  readonly remedy?: string;
}
