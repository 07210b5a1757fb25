/** The result of one data set: how many cases were judged, and how many agree with other judges. */
export interface Verdict {
  readonly cases: number;
  readonly equal: number;
  /**
   * How many cases cannot be judged with the data that is there, by the reason. They are neither equal nor different.
   */
  readonly left?: Readonly<Record<string, number>>;
  /** One line for each case that came out otherwise: its id and why. */
  readonly different: readonly string[];
}

/** Data of others that the product is held against. */
export interface DataSet {
  readonly name: string;
  /** What is compared, in a few words. */
  readonly about: string;
  /** Files and folders that it reads, below the folder of shared data. */
  readonly needs: readonly string[];
  /** Tests judge each case of this many, where the whole takes more than a few seconds. The script judges all. */
  readonly sampled?: number;
  /** It takes minutes: judged only where its name is given. */
  readonly isLong?: true;
  /**
   * @param paths Where its files are, in the order of `needs`.
   * @param every Only each case of this many is judged.
   */
  judge(paths: readonly string[], every: number): Verdict;
}

/** Counts verdicts, one by one. */
export class VerdictCount {
  readonly #different: string[] = [];
  readonly #left: Record<string, number> = {};
  #cases = 0;
  #equal = 0;

  /** @param why Only asked where the case came out otherwise. */
  add(id: string, isEqual: boolean, why: () => string): void {
    this.#cases += 1;
    if (isEqual) this.#equal += 1;
    else this.#different.push(`${id}: ${why()}`);
  }

  leave(reason: string): void {
    this.#cases += 1;
    this.#left[reason] = (this.#left[reason] ?? 0) + 1;
  }

  get verdict(): Verdict {
    const counts = { cases: this.#cases, equal: this.#equal, different: this.#different };
    return Object.keys(this.#left).length === 0 ? counts : { ...counts, left: this.#left };
  }
}
