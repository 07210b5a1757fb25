/** One edit of a source file that a real bug could look like. */
export interface Mutant {
  /** From the root of the checkout, with `/`. */
  readonly file: string;
  /** The kind of bug: `boundary`, `dropped condition`, ... */
  readonly kind: string;
  /** Where the replaced text starts and ends, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  /** Line of the start, from 1. */
  readonly lineNumber: number;
  /** That line without the spaces around it: names the place after other lines have moved. */
  readonly line: string;
  /** What is replaced, on one line. */
  readonly was: string;
}

/** The outcome of a mutant: the test file that failed, or why there is no result. */
export type Verdict =
  | { readonly status: 'killed'; readonly by: string }
  | { readonly status: 'timeout' }
  | { readonly status: 'survived'; readonly testFiles: number };

export interface TriedMutant {
  readonly area: string;
  readonly mutant: Mutant;
  readonly verdict: Verdict;
}
