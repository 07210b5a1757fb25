import type { Verdict } from '../../core/run.ts';

/** One line of a test report. */
export interface TestCase {
  /** Cases of one class belong together; class and name are unique together. */
  readonly className: string;
  readonly name: string;
  /** What it is about, without the plan: cases of one class and subject may be reported together. */
  readonly subject: string;
  readonly status: 'passed' | 'failed' | 'invalid' | 'skipped';
  /** One line. */
  readonly message: string;
  /** Everything else there is to say. */
  readonly text: string;
  /** It did not fail, but should be reported all the same. */
  readonly isNotice?: boolean;
}

/** The status of a test case for a verdict. What is open is no failure: it has an exit code of its own. */
export function toStatus(verdict: Verdict): TestCase['status'] {
  switch (verdict) {
    case 'PASS':
      return 'passed';
    case 'FAIL':
    case 'REGRESSION':
      return 'failed';
    case 'INCONCLUSIVE':
      return 'skipped';
    case 'INVALID':
      return 'invalid';
  }
}
