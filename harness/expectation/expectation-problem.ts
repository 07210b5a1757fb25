import type { Problem } from '../core/trial/tool-error.ts';

/** What is wrong with an expectation as it was written, and what mends it. */
export interface ExpectationProblem extends Problem {
  readonly remedy?: string;
}
