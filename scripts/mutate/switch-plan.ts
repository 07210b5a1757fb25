/** What a test file is to try: written for `switch-runner.ts` before the file is run. */
export interface SwitchPlan {
  /** The mutants that are still alive by number, each with the test time in milliseconds that it has had. */
  readonly mutants: Readonly<Record<number, number>>;
  /** How much test time one mutant may have. */
  readonly budgetMs: number;
  /** Tests that take longer are left out. */
  readonly longestMs: number;
  /** Tests that these mutants have had already. */
  readonly doneTests: readonly number[];
  readonly doneMutants: readonly number[];
  /** How long a test may take under a mutant, beside twenty times its usual time. */
  readonly waitMs: number;
  /** Earlier tests were done before the process ended; of this one, these mutants were done. */
  readonly fromTest: number;
  readonly passed: readonly number[];
}

/** A line of the log that `switch-runner.ts` writes while it works. */
export type SwitchLine =
  /** A test runs as usual: a sign of life. */
  | { readonly type: 'begin' }
  | { readonly type: 'test'; readonly number: number; readonly name: string; readonly ms: number }
  | { readonly type: 'on'; readonly id: number }
  | { readonly type: 'passed' | 'caught' | 'unclear'; readonly id: number; readonly ms: number }
  | { readonly type: 'late'; readonly id: number }
  /** `outside`: the mutants that were passed outside of tests, such as while modules were loaded. */
  | { readonly type: 'end'; readonly outside: readonly number[] };
