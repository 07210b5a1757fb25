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
