/** What became of one data set: how many cases were judged, and how many came out as others say. */
export interface Verdict {
  readonly cases: number;
  readonly equal: number;
  /** One line for each case that came out otherwise. */
  readonly different: readonly string[];
}

/** Data of others that the product is held against. */
export interface DataSet {
  readonly name: string;
  /** What is compared, in a few words. */
  readonly about: string;
  /** Files and folders that it reads, below the folder of shared data. */
  readonly needs: readonly string[];
  /** @param paths Where its files are, in the order of `needs`. */
  judge(paths: readonly string[]): Verdict;
}
