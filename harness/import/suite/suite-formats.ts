import { readBfcl } from './bfcl/read-bfcl.ts';
import type { EvalClass } from './evals/to-eval-expectation.ts';
import { readOpenAiEvals } from './evals/read-open-ai-evals.ts';
import type { ImportedSuite, SuiteFiles } from './imported-suite.ts';
import { readPromptfoo } from './promptfoo/read-promptfoo.ts';

/** Options of one format or another. */
export interface SuiteFormatOptions {
  /** openai-evals: the class of a file of samples. */
  readonly evalClass: EvalClass | null;
}

/** Reads a suite made for another tool. */
type SuiteReader = (files: SuiteFiles, options: SuiteFormatOptions) => ImportedSuite;

/** Formats of suites by their names on the command line. */
export const suiteFormats: Readonly<Record<string, SuiteReader>> = {
  promptfoo: (files) => readPromptfoo(files),
  bfcl: (files) => readBfcl(files),
  'openai-evals': (files, { evalClass }) => readOpenAiEvals(files, evalClass),
};
