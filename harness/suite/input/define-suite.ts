import type { SuiteInput } from './suite-input.ts';

/** Gives a suite file its types. What is wrong with it is told, all at once, when it is loaded. */
export function defineSuite(suite: SuiteInput): SuiteInput {
  return suite;
}
