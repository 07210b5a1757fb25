/** One thing wrong in a suite. */
export interface SuiteProblem {
  /** Stable, such as `unknown_field`, `unknown_tool`, `checks_nothing`; those of schemas as they are. */
  readonly code: string;
  /** `warning`: told, but the suite can run. */
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
  /** What mends it. */
  readonly remedy?: string;
}
