/** One kind of suite that the error rates are proved on. */
export interface Cell {
  readonly scenarios: number;
  readonly repeats: number;
  readonly icc: number;
  /** Share of the scenarios that react to the change in a way of their own. */
  readonly interaction: number;
}

/** Pass rate of the baseline in every cell: off the middle, so that outcomes are skewed. */
export const baselineRate = 0.7;

/** Suites drawn for each figure; the Monte-Carlo error of 5 % is then 0.34 points. */
export const simulations = 4000;

/** The whole grid: it is fixed, and so are the seeds. */
export const grid: readonly Cell[] = [10, 20, 40, 100].flatMap((scenarios) =>
  [1, 5].flatMap((repeats) =>
    [0.3, 0.8].flatMap((icc) =>
      [0, 0.25, 1].map((interaction) => ({ scenarios, repeats, icc, interaction })),
    ),
  ),
);
